"""A finite automaton that reads a position's assertions beside its character, run as a DFA."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

FLAGS = re.ASCII | re.MULTILINE
_MOST_STATES = 20_000
"""States of one automaton; a pattern that needs more, by counted repeats, is refused."""
_MOST_CACHED = 50_000
"""Steps of a DFA that are remembered; beyond that it starts anew."""
_FLIPPED = bytes([1, 0, *range(2, 256)])

Predicate = Callable[[str], bool]


class Located(Protocol):
    """A pattern that says where its matches begin and end."""

    def begins(self, text: str) -> bytearray: ...

    def ends(self, text: str) -> bytearray: ...


class UnsupportedPattern(ValueError):
    """The pattern is not one that can be matched in linear time."""


@dataclass(frozen=True)
class Assertion:
    """A condition on a position: an anchor, or that a sub-pattern begins or ends there (or not)."""

    anchor: str = ""
    inside: Located | None = None
    is_negative: bool = False
    is_behind: bool = False

    def holds(self, text: str) -> bytearray:
        """For every position from 0 to the text's length: 1 where the condition holds."""
        if self.inside is None:
            holds = bytearray(len(text) + 1)
            for match in re.finditer(self.anchor, text, FLAGS):
                holds[match.start()] = 1
            return holds
        holds = self.inside.ends(text) if self.is_behind else self.inside.begins(text)
        return holds.translate(_FLIPPED) if self.is_negative else holds


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


class Dfa:
    """The sets of an NFA's states, worked out as they are needed and then remembered."""

    def __init__(self, nfa: Nfa) -> None:
        self._nfa = nfa
        self._characters: dict[str, int] = {}
        self._forget()

    def _forget(self) -> None:
        first = frozenset({self._nfa.start})
        self._sets: list[frozenset[int]] = [first]
        self._numbers: dict[frozenset[int], int] = {first: 0}
        self._steps: dict[tuple[int, int, int], int] = {}
        self._accepts: dict[tuple[int, int], bool] = {}

    def accepted(self, text: str, is_reversed: bool) -> bytearray:
        """For every position: 1 where a match is complete. It may have begun at any position.

        Reversed, the text is read from its end: a match is complete where it begins.
        """
        conditions = self._conditions(text)
        characters = [self._features(character) for character in text]
        if is_reversed:
            conditions.reverse()
            characters.reverse()
        result = bytearray(len(text) + 1)
        current = 0
        for at, bits in enumerate(conditions):
            result[at] = self._is_accepting(current, bits)
            if at < len(characters):
                key = (current, bits, characters[at])
                following = self._steps.get(key)
                current = self._step(*key) if following is None else following
        if is_reversed:
            result.reverse()
        return result

    def _conditions(self, text: str) -> list[int]:
        """For every position the assertions that hold there, as bits."""
        bits = [0] * (len(text) + 1)
        for number, assertion in enumerate(self._nfa.assertions):
            for at, holds in enumerate(assertion.holds(text)):
                if holds:
                    bits[at] |= 1 << number
        return bits

    def _features(self, character: str) -> int:
        """Which predicates the character fits, as bits."""
        features = self._characters.get(character)
        if features is None:
            fits = [predicate(character) for predicate in self._nfa.predicates]
            features = sum(1 << number for number, value in enumerate(fits) if value)
            self._characters[character] = features
        return features

    def _is_accepting(self, current: int, bits: int) -> bool:
        accepts = self._accepts.get((current, bits))
        if accepts is None:
            accepts = self._nfa.accept in self._closure(current, bits)
            self._accepts[current, bits] = accepts
        return accepts

    def _step(self, current: int, bits: int, features: int) -> int:
        """The set behind a character that is read at a position where `bits` hold."""
        reached = {self._nfa.start}
        for state in self._closure(current, bits):
            for number, target in self._nfa.reading[state]:
                if features >> number & 1:
                    reached.add(target)
        if len(self._steps) >= _MOST_CACHED:
            self._forget()
            return self._number(frozenset(reached))
        following = self._number(frozenset(reached))
        self._steps[current, bits, features] = following
        return following

    def _number(self, states: frozenset[int]) -> int:
        number = self._numbers.setdefault(states, len(self._sets))
        if number == len(self._sets):
            self._sets.append(states)
        return number

    def _closure(self, current: int, bits: int) -> set[int]:
        """The states that are reached without reading, at a position where `bits` hold."""
        reached = set(self._sets[current])
        waiting = list(reached)
        while waiting:
            state = waiting.pop()
            conditional = self._nfa.asserted[state]
            targets = [target for number, target in conditional if bits >> number & 1]
            for target in (*self._nfa.free[state], *targets):
                if target not in reached:
                    reached.add(target)
                    waiting.append(target)
        return reached
