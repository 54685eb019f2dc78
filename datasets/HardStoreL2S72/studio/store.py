# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""A store that charges for each call and for each block that goes through it."""

from bisect import bisect_left, insort

CALL, READ, WRITE, BLOCK = 2, 1, 3, 64
LONGEST_KEY, LONGEST_VALUE = 32, 65536


class Store:
    """Values by keys, both bytes. `bill`: what all calls so far cost."""

    def __init__(self):
        self.bill = 0
        self._values = {}
        self._keys = []

    def get(self, *keys):
        """The values in the order of the keys; None for a key that is not there."""
        found = [self._values.get(_key(key)) for key in keys]
        self.bill += CALL + READ * sum(_blocks(value or b"") for value in found)
        return found

    def put(self, values):
        """Stores a value for each key of a dictionary; None removes the key."""
        for key, value in values.items():
            _key(key)
            if value is not None and (type(value) is not bytes or len(value) > LONGEST_VALUE):
                raise ValueError("a value is bytes, at most 65,536, or None")
        self.bill += CALL + WRITE * sum(_blocks(value or b"") for value in values.values())
        for key, value in values.items():
            if value is None:
                if self._values.pop(key, None) is not None:
                    self._keys.remove(key)
            else:
                if key not in self._values:
                    insort(self._keys, key)
                self._values[key] = value

    def scan(self, first, last, most):
        """At most so many pairs of key and value, in the order of keys: first <= key < last."""
        start = bisect_left(self._keys, _key(first))
        stop = bisect_left(self._keys, _key(last))
        keys = self._keys[start : min(stop, start + max(0, most))]
        found = [(key, self._values[key]) for key in keys]
        self.bill += CALL + READ * _blocks(b"".join(key + value for key, value in found))
        return found


def _blocks(value):
    return max(1, -(-len(value) // BLOCK))


def _key(key):
    if type(key) is not bytes or len(key) > LONGEST_KEY:
        raise ValueError("a key is bytes, at most 32")
    return key
