"""The kinds of `check:`, in one table, and how they combine. Read and validated with the criteria.

Every leaf names what it looks for by its own key. `in` limits a check to delivered files that match
patterns as in .gitignore (`package.json`, `*.tsx`, `src/**`); `in: answer` looks at the answer's
whole text. Without `in`, a check looks at all files of an answer in files, and at the text of a
document.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, SerializeAsAny, ValidationInfo
from pydantic_core import PydanticCustomError

from assay.checks.check_kind import CheckKind, Decision
from assay.checks.code_checks import Html, Import, Query, Tsx
from assay.checks.file_checks import File, OfDialogue, Parses
from assay.checks.review_checks import Finds, Precise
from assay.checks.subject import Subject
from assay.checks.text_checks import Absent, Mentions, RegexCheck, Section, Together, Words
from assay.checks.value_checks import Dependency, Json


def _of_its_kind(value: Any, info: ValidationInfo) -> CheckKind:
    """A mapping as the check whose key it has."""
    if isinstance(value, CheckKind):
        return value
    found = [name for name in KINDS if isinstance(value, dict) and name in value]
    if len(found) != 1:
        raise PydanticCustomError(
            "check_kind", f"a check has exactly one of the keys {', '.join(KINDS)}"
        )
    return KINDS[found[0]].model_validate(value, context=info.context)


Check = Annotated[SerializeAsAny[CheckKind], BeforeValidator(_of_its_kind)]


class AllOf(CheckKind):
    """All checks inside pass."""

    all: list[Check] = Field(min_length=1)

    def decide(self, subject: Subject) -> Decision:
        return _combined(self.all, subject, False)


class AnyOf(CheckKind):
    """A check inside passes."""

    any: list[Check] = Field(min_length=1)

    def decide(self, subject: Subject) -> Decision:
        return _combined(self.any, subject, True)


class Not(CheckKind):
    """The inner check fails, and there was something to look at: never true of an empty answer."""

    not_: Check = Field(alias="not")

    def decide(self, subject: Subject) -> Decision:
        inner = self.not_.decide(subject)
        passed = None if inner.passed is None else inner.looked and not inner.passed
        return Decision(passed, f"not: {inner.seen}", inner.looked)


def leaves(check: CheckKind) -> Iterator[CheckKind]:
    """The check's leaves, in the order in which they are written."""
    inner: list[CheckKind] = []
    if isinstance(check, AllOf):
        inner = check.all
    elif isinstance(check, AnyOf):
        inner = check.any
    elif isinstance(check, Not):
        inner = [check.not_]
    else:
        yield check
    for part in inner:
        yield from leaves(part)


def _combined(checks: Iterable[CheckKind], subject: Subject, deciding: bool) -> Decision:
    """The first check that passes as `deciding` says; else one that is open; else the last."""
    inner = [check.decide(subject) for check in checks]
    chosen = inner[-1]
    for passed in (None, deciding):
        chosen = next((part for part in inner if part.passed is passed), chosen)
    return Decision(chosen.passed, chosen.seen, any(part.looked for part in inner))


KINDS: dict[str, type[CheckKind]] = {
    "file": File,
    "json": Json,
    "dependency": Dependency,
    "regex": RegexCheck,
    "absent": Absent,
    "together": Together,
    "query": Query,
    "tsx": Tsx,
    "html": Html,
    "import": Import,
    "parses": Parses,
    "section": Section,
    "mentions": Mentions,
    "words": Words,
    "finds": Finds,
    "precise": Precise,
    "dialogue": OfDialogue,
    "all": AllOf,
    "any": AnyOf,
    "not": Not,
}
"""Each kind of check by its own key. docs/checks.md has a line for each."""
