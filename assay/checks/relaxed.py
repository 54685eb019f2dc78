"""A pattern without its lookaround, for RE2: it matches wherever the pattern does.

It matches elsewhere too, unless nothing was left out. So it shows where a pattern does not match:
in a hundredth of the time that the automaton takes, which need not run there.
"""

import importlib
import re
from collections.abc import Callable, Iterator
from typing import Any

_UNBOUNDED: int = importlib.import_module("re._parser").MAXREPEAT
_MOST_REPEATS = 1000
"""RE2 counts no further."""
_LAST = 0x10FFFF
_ANY = f"[\\x{{0}}-\\x{{{_LAST:x}}}]"
_SPACE = ((0x09, 0x0D), (0x20, 0x20))
_DIGIT = ((0x30, 0x39),)
_WORD = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
_Ranges = tuple[tuple[int, int], ...]
_ANCHORS = {
    "AT_BEGINNING": "(?m:^)",
    "AT_BEGINNING_STRING": r"\A",
    "AT_BOUNDARY": r"\b",
    "AT_END": "(?m:$)",
    "AT_END_STRING": r"\z",
}


def relaxed(parsed: Any, flags: int) -> str:
    """The pattern, as `re` parsed it, without its assertions and `\\B`."""
    return "".join(_item(str(operation), argument, flags) for operation, argument in parsed)


def is_exact(parsed: Any) -> bool:
    """Whether the pattern matches nowhere else without what is left out."""
    return all(_is_exact(str(operation), argument) for operation, argument in parsed)


def _is_exact(operation: str, argument: Any) -> bool:
    if operation == "AT":
        return str(argument) in _ANCHORS
    if operation == "BRANCH":
        return all(map(is_exact, argument[1]))
    if operation == "SUBPATTERN":
        return is_exact(argument[-1])
    if operation in ("MAX_REPEAT", "MIN_REPEAT"):
        least, most, inside = argument
        is_counted = least <= _MOST_REPEATS and (most == _UNBOUNDED or most <= _MOST_REPEATS)
        return is_counted and is_exact(inside)
    return operation in _WRITERS


def _item(operation: str, argument: Any, flags: int) -> str:
    writer = _WRITERS.get(operation)
    return writer(argument, flags) if writer else ""


def _literal(code: int, flags: int) -> str:
    return f"[{_written(_cased(((code, code),), flags))}]"


def _not_literal(code: int, flags: int) -> str:
    return f"[^{_written(_cased(((code, code),), flags))}]"


def _any(_: None, flags: int) -> str:
    return _ANY if flags & re.DOTALL else r"[^\n]"


def _in(members: Any, flags: int) -> str:
    kinds = [(str(kind), value) for kind, value in members]
    is_negated = kinds[0][0] == "NEGATE"
    ranges = tuple(each for kind, value in kinds for each in _ranges(kind, value))
    return f"[{'^' if is_negated else ''}{_written(_cased(ranges, flags))}]"


def _ranges(kind: str, value: Any) -> _Ranges:
    if kind == "RANGE":
        return (value,)
    if kind == "LITERAL":
        return ((value, value),)
    return _CATEGORIES[str(value)] if kind == "CATEGORY" else ()


def _others(ranges: _Ranges) -> _Ranges:
    """Every code that is in none of these ranges, which are in order."""
    starts = [0, *(end + 1 for _, end in ranges)]
    ends = [*(start - 1 for start, _ in ranges), _LAST]
    return tuple(zip(starts, ends, strict=True))


_CATEGORIES = {
    "CATEGORY_DIGIT": _DIGIT,
    "CATEGORY_NOT_DIGIT": _others(_DIGIT),
    "CATEGORY_SPACE": _SPACE,
    "CATEGORY_NOT_SPACE": _others(_SPACE),
    "CATEGORY_WORD": _WORD,
    "CATEGORY_NOT_WORD": _others(_WORD),
}


def _cased(ranges: _Ranges, flags: int) -> _Ranges:
    """With the other case of each ASCII letter, if case is ignored."""
    return (*ranges, *_other_cases(ranges)) if flags & re.IGNORECASE else ranges


def _other_cases(ranges: _Ranges) -> Iterator[tuple[int, int]]:
    for start, end in ranges:
        for first, last, away in ((0x41, 0x5A, 32), (0x61, 0x7A, -32)):
            if max(start, first) <= min(end, last):
                yield max(start, first) + away, min(end, last) + away


def _written(ranges: _Ranges) -> str:
    return "".join(f"\\x{{{start:x}}}-\\x{{{end:x}}}" for start, end in ranges)


def _group(argument: Any, flags: int) -> str:
    _number, added, removed, inside = argument
    return f"(?:{relaxed(inside, (flags | added) & ~removed)})"


def _branch(argument: Any, flags: int) -> str:
    return f"(?:{'|'.join(relaxed(inside, flags) for inside in argument[1])})"


def _repeat(argument: Any, flags: int) -> str:
    least, most, inside = argument
    most_written = "" if int(most) > _MOST_REPEATS else str(int(most))
    return f"(?:{relaxed(inside, flags)}){{{min(least, _MOST_REPEATS)},{most_written}}}"


def _anchor(argument: Any, _: int) -> str:
    return _ANCHORS.get(str(argument), "")


_WRITERS: dict[str, Callable[[Any, int], str]] = {
    "LITERAL": _literal,
    "NOT_LITERAL": _not_literal,
    "ANY": _any,
    "IN": _in,
    "SUBPATTERN": _group,
    "BRANCH": _branch,
    "MAX_REPEAT": _repeat,
    "MIN_REPEAT": _repeat,
    "AT": _anchor,
}
"""What is not among them, assertions, is left out."""
