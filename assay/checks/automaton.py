"""Regular expressions with lookaround in time that grows with the text alone.

RE2 is linear but has no lookaround. Here the positions at which an assertion holds are worked out
first, innermost assertion first. The rest of the pattern is then a finite automaton that reads a
position's assertions beside its character. It is run backwards over the text, as a DFA that is
built while it is used, and marks every position at which a match begins. No step depends on how
often something could be tried again, so no text can make it slow.

What is no regular language is refused: references back to a group, atomic groups and possessive
repeats. `\\w`, `\\d`, `\\s` and `\\b` mean ASCII, as in RE2.
"""

import importlib
import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from assay.checks.dfa import (
    FLAGS,
    Assertion,
    Characters,
    Dfa,
    Nfa,
    Predicate,
    UnsupportedPattern,
    holding,
)
from assay.checks.linear import few_begins, matching_lines, may_match, re2_pattern
from assay.checks.relaxed import is_exact, relaxed

_parser: Any = importlib.import_module("re._parser")
_CATEGORIES = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}
_ANCHORS = {
    "AT_BEGINNING": "^",
    "AT_BEGINNING_STRING": r"\A",
    "AT_BOUNDARY": r"\b",
    "AT_NON_BOUNDARY": r"\B",
    "AT_END": "$",
    "AT_END_STRING": r"\Z",
}

_CHARACTERS = ("LITERAL", "NOT_LITERAL", "ANY", "IN")
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT")
_ASSERTIONS = ("AT", "ASSERT", "ASSERT_NOT")
_SUPPORTED = (*_CHARACTERS, "SUBPATTERN", "BRANCH", *_REPEATS, *_ASSERTIONS)


class _Loop(NamedTuple):
    """What a pattern repeats at its start as often as it can: one character, under conditions."""

    predicate: Predicate
    conditions: tuple[Assertion, ...]
    rest: "Automaton"

    def begins(self, text: str) -> bytearray:
        """A match begins where the loop leads to a position at which the rest begins."""
        rest = np.frombuffer(self.rest.begins(text), np.uint8)
        is_last = np.ones(len(text) + 1, np.bool_)
        is_last[:-1] = ~Characters.of(text).fitting(self.predicate)
        for condition in self.conditions:
            is_last |= holding(condition, text) == 0
        ends = np.flatnonzero(is_last | (rest != 0))
        return bytearray(np.repeat(rest[ends], np.diff(ends, prepend=-1)).tobytes())


class Automaton:
    """A compiled pattern: one DFA for each direction of reading.

    Where RE2 or numpy can say where matches begin, no DFA runs.
    """

    def __init__(self, parsed: Any, flags: int) -> None:
        self._parsed = parsed
        self._flags = flags

    @classmethod
    def of(cls, pattern: str, flags: int = 0) -> "Automaton":
        """UnsupportedPattern if it is no regular expression, or not one for linear time."""
        parsed = parsed_pattern(pattern, flags)
        return cls(parsed, parsed.state.flags)

    @cached_property
    def _relaxed(self) -> Any:
        """A pattern of RE2 that matches wherever this one does; None if there is none."""
        return re2_pattern(relaxed(self._parsed, self._flags))

    @cached_property
    def _loop(self) -> _Loop | None:
        return _loop_of(self._parsed, self._flags)

    @cached_property
    def _is_exact(self) -> bool:
        """Whether RE2 finds all matches."""
        return self._relaxed is not None and is_exact(self._parsed)

    @cached_property
    def _forward(self) -> Dfa:
        return Dfa(_Builder(is_reversed=False).build(self._parsed, self._flags))

    @cached_property
    def _backward(self) -> Dfa:
        return Dfa(_Builder(is_reversed=True).build(self._parsed, self._flags))

    def may_match(self, text: str) -> bool:
        """False if the pattern without its lookaround matches nowhere: then it does not either."""
        return self._relaxed is None or may_match(self._relaxed, text)

    def begins(self, text: str) -> bytearray:
        """For every position from 0 to the text's length: 1 where a match begins."""
        if self._loop is not None:
            return self._loop.begins(text)
        if self._is_exact and (few := few_begins(self._relaxed, text)) is not None:
            return few
        if not self.may_match(text):
            return bytearray(len(text) + 1)
        lines = None
        if self._relaxed is not None and not self._backward.reads("\n"):
            lines = matching_lines(self._relaxed, text)
        return self._backward.accepted(text, is_reversed=True, spans=lines)

    def ends(self, text: str) -> bytearray:
        """For every position from 0 to the text's length: 1 where a match ends."""
        return self._forward.accepted(text, is_reversed=False)


def parsed_pattern(pattern: str, flags: int = 0) -> Any:
    """The pattern as `re` parses it. UnsupportedPattern says what is wrong with it."""
    try:
        parsed = _parser.parse(pattern, int(FLAGS | flags))
    except re.error as error:
        raise UnsupportedPattern(f"is no regular expression: {error}") from error
    _require_supported(parsed)
    return parsed


def _require_supported(parsed: Any) -> None:
    """No item of the pattern, however deep, needs more than a finite automaton."""
    for operation, argument in parsed:
        name = str(operation)
        if name not in _SUPPORTED:
            raise UnsupportedPattern(
                "refers back to a group or forbids backtracking: no linear time is known for that"
            )
        for inside in _inside(name, argument):
            _require_supported(inside)


def _inside(operation: str, argument: Any) -> Sequence[Any]:
    """The patterns that an item holds."""
    if operation == "BRANCH":
        return tuple(argument[1])
    is_nested = operation in ("SUBPATTERN", "MAX_REPEAT", "MIN_REPEAT", "ASSERT", "ASSERT_NOT")
    return (argument[-1],) if is_nested else ()


class _Builder:
    """Parsed pattern to NFA. A reversed one reads from right to left."""

    def __init__(self, is_reversed: bool) -> None:
        self._is_reversed = is_reversed
        self._nfa = Nfa()
        self._parts: dict[tuple[str, str, int], int] = {}

    def build(self, parsed: Any, flags: int) -> Nfa:
        self._nfa.start = self._nfa.state()
        self._nfa.accept = self._sequence(parsed, self._nfa.start, flags)
        return self._nfa

    def _sequence(self, items: Any, state: int, flags: int) -> int:
        """Add the items one after the other behind `state`; returns the state behind them."""
        ordered = list(items)
        for operation, argument in reversed(ordered) if self._is_reversed else ordered:
            state = self._item(str(operation), argument, state, flags)
        return state

    def _item(self, operation: str, argument: Any, state: int, flags: int) -> int:
        if operation in _CHARACTERS:
            return self._character(operation, argument, state, flags)
        if operation == "SUBPATTERN":
            _group, added, removed, inside = argument
            return self._sequence(inside, state, (flags | added) & ~removed)
        if operation == "BRANCH":
            return self._branch(argument[1], state, flags)
        if operation in _REPEATS:
            return self._repeat(argument, state, flags)
        if operation in _ASSERTIONS:
            return self._asserted(operation, argument, state, flags)
        raise UnsupportedPattern(f"cannot be matched in linear time: {operation}")

    def _character(self, operation: str, argument: Any, state: int, flags: int) -> int:
        part = (operation, str(argument), flags)
        if part not in self._parts:
            self._parts[part] = len(self._nfa.predicates)
            self._nfa.predicates.append(_predicate(operation, argument, flags))
        following = self._nfa.state()
        self._nfa.reading[state].append((self._parts[part], following))
        return following

    def _asserted(self, operation: str, argument: Any, state: int, flags: int) -> int:
        # a repeat adds the same assertion many times: it is worked out once
        part = (operation, str(argument), flags)
        if part not in self._parts:
            self._parts[part] = len(self._nfa.assertions)
            self._nfa.assertions.append(_assertion(operation, argument, flags))
        following = self._nfa.state()
        self._nfa.asserted[state].append((self._parts[part], following))
        return following

    def _branch(self, branches: Sequence[Any], state: int, flags: int) -> int:
        following = self._nfa.state()
        for branch in branches:
            self._nfa.free[self._sequence(branch, state, flags)].append(following)
        return following

    def _repeat(self, argument: Any, state: int, flags: int) -> int:
        least, most, inside = argument
        for _ in range(least):
            state = self._sequence(inside, state, flags)
        if most is _parser.MAXREPEAT:
            return self._loop(inside, state, flags)
        ends = [state]
        for _ in range(most - least):
            state = self._sequence(inside, state, flags)
            ends.append(state)
        following = self._nfa.state()
        for end in ends:
            self._nfa.free[end].append(following)
        return following

    def _loop(self, inside: Any, state: int, flags: int) -> int:
        around = self._nfa.state()
        self._nfa.free[state].append(around)
        self._nfa.free[self._sequence(inside, around, flags)].append(around)
        following = self._nfa.state()
        self._nfa.free[around].append(following)
        return following


def _loop_of(parsed: Any, flags: int) -> _Loop | None:
    """The loop at the start of a pattern; None if it begins otherwise."""
    repeats = [str(operation) in _REPEATS for operation, _ in parsed[:2]]
    if repeats not in ([True], [True, False]):  # loops in a row would be nested
        return None
    least, most, inside = parsed[0][1]
    if least or most is not _parser.MAXREPEAT:
        return None
    rest = Automaton(parsed[1:], flags)
    while len(inside) == 1 and str(inside[0][0]) == "SUBPATTERN":
        _group, added, removed, inside = inside[0][1]
        flags = (flags | added) & ~removed
    if not _is_one_character(inside):
        return None
    *conditions, (operation, argument) = inside
    return _Loop(
        _predicate(str(operation), argument, flags),
        tuple(_assertion(str(each), condition, flags) for each, condition in conditions),
        rest,
    )


def _is_one_character(parsed: Any) -> bool:
    """Whether the pattern is one character, perhaps behind assertions."""
    *before, last = [str(operation) for operation, _ in parsed] or [""]
    return last in _CHARACTERS and all(each in _ASSERTIONS for each in before)


def _assertion(operation: str, argument: Any, flags: int) -> Assertion:
    if operation == "AT":
        return Assertion(anchor=_ANCHORS[str(argument)])
    direction, inside = argument
    return Assertion(
        source=f"{flags} {inside}",
        inside=Automaton(inside, flags),
        is_negative=operation == "ASSERT_NOT",
        is_behind=direction < 0,
    )


def _predicate(operation: str, argument: Any, flags: int) -> Predicate:
    """Whether a character fits, decided by `re` on the single character."""
    if operation == "ANY":
        source = "."
    elif operation == "IN":
        source = f"[{''.join(_member(str(kind), value) for kind, value in argument)}]"
    else:
        source = f"[{'^' if operation == 'NOT_LITERAL' else ''}{_escaped(argument)}]"
    kept = flags & (re.IGNORECASE | re.DOTALL)
    compiled = re.compile(source, re.ASCII | kept)
    return lambda character: compiled.fullmatch(character) is not None


def _member(kind: str, value: Any) -> str:
    if kind == "NEGATE":
        return "^"
    if kind == "RANGE":
        return f"{_escaped(value[0])}-{_escaped(value[1])}"
    return _CATEGORIES[str(value)] if kind == "CATEGORY" else _escaped(value)


def _escaped(code: int) -> str:
    return f"\\U{code:08x}"
