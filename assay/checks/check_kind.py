"""What every kind of check is built from: its keys, its decision, its counting."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Self

from pydantic import Field, model_validator

from assay.checks.fields import Names
from assay.config.settings import Config

if TYPE_CHECKING:
    from assay.checks.subject import Subject


class Decision(NamedTuple):
    """Whether the check passed, and what was `seen`.

    `passed` is None if a check `parses` needs a file that may have been read wrongly from the
    answer. `looked`: whether there was anything to look at.
    """

    passed: bool | None
    seen: str
    looked: bool


class CheckKind(Config):
    """A check: what a criterion may have under `check:`."""

    def decide(self, subject: "Subject") -> Decision:
        """The decision on one answer. Unread names a text that is needed and was not read."""
        raise NotImplementedError


class Leaf(CheckKind):
    """A check that looks at the texts that `in` chooses."""

    within: Names = Field(default=("*",), alias="in")


class Bounds(CheckKind):
    """The check passes if there are `min` to `max` matches."""

    min: int = Field(default=1, ge=0)
    max: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.max is not None and self.min > self.max:
            raise ValueError(
                f"min is {self.min} and max is {self.max}, which nothing fulfils: "
                "set min to at most max"
            )
        return self

    def decision_on(self, matches: Iterable[str], looked: bool) -> Decision:
        """The decision on these matches; where there was nothing to look at, it failed."""
        places = list(matches)
        enough = len(places) >= self.min and (self.max is None or len(places) <= self.max)
        shown = ", ".join(list(dict.fromkeys(places))[:3])
        seen = f"found {len(places)}" + (f": {shown}" if places else "")
        return Decision(enough and looked, seen, looked)


class Counted(Leaf, Bounds):
    """A check that counts matches in the texts that `in` chooses."""
