"""A finite automaton that reads a position's assertions beside its character, run as a DFA."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

FLAGS = re.ASCII | re.MULTILINE
_MOST_STATES = 20_000
"""States of one automaton; a pattern that needs more, by counted repeats, is refused."""
_MOST_CACHED = 50_000
"""Steps of a DFA that are remembered; beyond that it starts anew."""
_MOST_ASSERTIONS = 40
"""Different assertions of one automaton: each is a bit of the numbers that it reads."""
_WORD = re.compile(r"\w", re.ASCII)
_FLIPPED = bytes([1, 0, *range(2, 256)])
_NO_CHARACTER = 0
"""The features at the end of the text, where nothing is read."""

Predicate = Callable[[str], bool]


class Located(Protocol):
    """A pattern that says where its matches begin and end."""

    def begins(self, text: str) -> bytearray: ...

    def ends(self, text: str) -> bytearray: ...


class UnsupportedPattern(ValueError):
    """The pattern is not one that can be matched in linear time."""


@dataclass(frozen=True)
class Assertion:
    """A condition on a position: an anchor, or that a sub-pattern begins or ends there (or not).

    `source` stands for `inside`: assertions of the same source are equal.
    """

    anchor: str = ""
    source: str = ""
    inside: Located | None = field(default=None, compare=False)
    is_negative: bool = False
    is_behind: bool = False

    def holds(self, text: str) -> bytes:
        """For every position from 0 to the text's length: 1 where the condition holds."""
        if self.inside is None:
            if self.anchor == r"\b":
                return _boundaries(text)
            holds = bytearray(len(text) + 1)
            for match in re.finditer(self.anchor, text, FLAGS):
                holds[match.start()] = 1
            return bytes(holds)
        found = self.inside.ends(text) if self.is_behind else self.inside.begins(text)
        return bytes(found.translate(_FLIPPED) if self.is_negative else found)


@lru_cache(maxsize=32)
def holding(assertion: Assertion, text: str) -> NDArray[np.uint8]:
    """What `Assertion.holds` says. The patterns of a test share assertions, and read one text."""
    return np.frombuffer(assertion.holds(text), np.uint8)


@dataclass
class Nfa:
    """States and their edges: free, under an assertion, or reading a character."""

    free: list[list[int]] = field(default_factory=list)
    asserted: list[list[tuple[int, int]]] = field(default_factory=list)
    reading: list[list[tuple[int, int]]] = field(default_factory=list)
    assertions: list[Assertion] = field(default_factory=list)
    predicates: list[Predicate] = field(default_factory=list)
    start: int = 0
    accept: int = 0

    def state(self) -> int:
        """A new state."""
        if len(self.free) == _MOST_STATES:
            raise UnsupportedPattern("the pattern is too large: use smaller repeats")
        self.free.append([])
        self.asserted.append([])
        self.reading.append([])
        return len(self.free) - 1


class _DfaState:
    """A set of an NFA's states, and where the symbols read from it so far led."""

    __slots__ = ("members", "steps")

    def __init__(self, members: frozenset[int]) -> None:
        self.members = members
        self.steps: dict[int, tuple[_DfaState, bool]] = {}


class Characters(NamedTuple):
    """The distinct characters of a text, and for each position the number of its character."""

    distinct: tuple[str, ...]
    numbers: NDArray[np.intp]

    @classmethod
    @lru_cache(maxsize=32)
    def of(cls, text: str) -> "Characters":
        points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
        distinct = sorted(set(text))
        ordered = np.array([ord(character) for character in distinct], points.dtype)
        return cls(tuple(distinct), np.searchsorted(ordered, points))

    def fitting(self, predicate: Predicate) -> NDArray[np.bool_]:
        """For each position whether its character fits."""
        return np.array([predicate(each) for each in self.distinct], np.bool_)[self.numbers]


def _boundaries(text: str) -> bytes:
    """The edges of words."""
    is_word = np.zeros(len(text) + 2, np.bool_)
    is_word[1:-1] = Characters.of(text).fitting(lambda each: _WORD.match(each) is not None)
    return bytes((is_word[1:] != is_word[:-1]).tobytes())


class _Features(dict[str, int]):
    """For each character, worked out when it is first met: its number among `kinds`.

    Characters of one kind fit the same predicates; `kinds` has these as bits.
    """

    def __init__(self, predicates: list[Predicate]) -> None:
        self._predicates = predicates
        self._numbers = {_NO_CHARACTER: 0}
        self.kinds = [_NO_CHARACTER]

    def __missing__(self, character: str) -> int:
        fits = [predicate(character) for predicate in self._predicates]
        features = sum(1 << number for number, value in enumerate(fits) if value)
        if features not in self._numbers:
            self._numbers[features] = len(self.kinds)
            self.kinds.append(features)
        self[character] = self._numbers[features]
        return self[character]


class Dfa:
    """The sets of an NFA's states, worked out as they are needed and then remembered."""

    def __init__(self, nfa: Nfa) -> None:
        if len(nfa.assertions) > _MOST_ASSERTIONS:
            raise UnsupportedPattern("the pattern has too many assertions: use fewer")
        self._nfa = nfa
        self._features = _Features(nfa.predicates)
        self._forget()

    def _forget(self) -> None:
        self._states: dict[frozenset[int], _DfaState] = {}
        self._first = self._state(frozenset({self._nfa.start}))
        self._cached = 0

    def reads(self, character: str) -> bool:
        """Whether the character can be part of a match, and not only of an assertion."""
        return self._features.kinds[self._features[character]] != 0

    def accepted(
        self, text: str, is_reversed: bool, spans: Sequence[tuple[int, int]] | None = None
    ) -> bytearray:
        """For every position: 1 where a match is complete. It may have begun at any position.

        Reversed, the text is read from its end: a match is complete where it begins. With `spans`
        of positions no match goes beyond one of them, and nothing else is read.
        """
        result = bytearray(len(text) + 1)
        if spans is not None and not spans:
            return result
        symbols = self._symbols(text, is_reversed)
        step = -1 if is_reversed else 1
        for start, end in [(0, len(text))] if spans is None else spans:
            state = self._first
            at = end if is_reversed else start
            # This loop is what a check costs: one look-up for each character.
            for symbol in symbols[start : end + 1][::step].tolist():
                try:
                    state, is_accepting = state.steps[symbol]
                except KeyError:
                    state, is_accepting = self._step(state, symbol)
                if is_accepting:
                    result[at] = 1
                at += step
        return result

    def _symbols(self, text: str, is_reversed: bool) -> NDArray[np.int64]:
        """For every position: the kind of the character that is read, a bit for each assertion."""
        characters = Characters.of(text)
        kinds = np.array([self._features[character] for character in characters.distinct], np.int64)
        symbols = np.zeros(len(text) + 1, np.int64)
        symbols[1 if is_reversed else 0 :][: len(text)] = kinds[characters.numbers]
        for assertion in self._nfa.assertions:
            symbols = symbols << 1 | holding(assertion, text)
        return symbols

    def _step(self, state: _DfaState, symbol: int) -> tuple[_DfaState, bool]:
        """The set behind the symbol, and whether a match is complete before it."""
        count = len(self._nfa.assertions)
        features = self._features.kinds[symbol >> count]
        holding = [symbol >> number & 1 for number in reversed(range(count))]
        closure = self._closure(state.members, holding)
        reached = {self._nfa.start}
        for member in closure:
            for number, target in self._nfa.reading[member]:
                if features >> number & 1:
                    reached.add(target)
        if self._cached >= _MOST_CACHED:
            self._forget()
        step = self._state(frozenset(reached)), self._nfa.accept in closure
        state.steps[symbol] = step
        self._cached += 1
        return step

    def _state(self, members: frozenset[int]) -> _DfaState:
        return self._states.setdefault(members, _DfaState(members))

    def _closure(self, members: frozenset[int], holding: Sequence[int]) -> set[int]:
        """The states that are reached without reading, where these assertions hold."""
        reached = set(members)
        waiting = list(reached)
        while waiting:
            state = waiting.pop()
            conditional = self._nfa.asserted[state]
            targets = [target for number, target in conditional if holding[number]]
            for target in (*self._nfa.free[state], *targets):
                if target not in reached:
                    reached.add(target)
                    waiting.append(target)
        return reached
