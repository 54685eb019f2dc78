"""Checks that look at a code review: what it finds, and how much of it is true.

A criterion names a defect by its id. The defects come with the criteria's data set, as `Findings`
in the context of validation.
"""

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, Field, ValidationInfo, model_validator

from assay.checks.check_kind import CheckKind, Decision
from assay.checks.reviews import Finding, Issue, read_review
from assay.checks.subject import Subject
from assay.config.settings import as_tuple, did_you_mean

FEWEST_ISSUES = 5
"""An answer with fewer issues is not precise."""


class Findings(NamedTuple):
    """What is known of a data set: its defects, other true findings, and false ones."""

    path: str
    defects: Sequence[Finding]
    minor: Sequence[Finding]
    decoys: Sequence[Finding]


def _known(info: ValidationInfo) -> Findings:
    known = info.context
    if not isinstance(known, Findings):
        raise ValueError("needs a data set with a file of defects")
    return known


def _by_id(value: Any, info: ValidationInfo) -> Any:
    """The defect or decoy with this id."""
    if not isinstance(value, str):
        return value
    known = _known(info)
    named = {finding.id: finding for finding in (*known.defects, *known.decoys)}
    if value not in named:
        remedy = did_you_mean(value, list(named))
        raise ValueError(f"there is no defect or decoy '{value}' in {known.path}{remedy}")
    return named[value]


class Finds(CheckKind):
    """An issue of the review is at the place of a defect (or decoy), and says what it is."""

    finds: Annotated[Finding, BeforeValidator(_by_id)]

    def decide(self, subject: Subject) -> Decision:
        review = read_review(subject.text)
        found = [issue.claim for issue in review.issues if self.finds.is_said_by(issue)]
        seen = f"'{found[0][:80]}'" if found else f"none of {review.counted} issues"
        return Decision(bool(found), seen, bool(review.counted))


Known = Annotated[tuple[Finding, ...], BeforeValidator(as_tuple)]


class Precise(CheckKind):
    """At least this share of the issues is true: they say a defect or minor finding, and no decoy.

    No more issues count than different findings are said: one defect told ten times is one.
    """

    precise: float = Field(gt=0, le=1)
    known: Known = ()
    decoys: Known = ()

    @model_validator(mode="before")
    @classmethod
    def _of_the_data_set(cls, value: Any, info: ValidationInfo) -> Any:
        if isinstance(value, dict) and value.keys() == {"precise"}:
            known = _known(info)
            true = (*known.defects, *known.minor)
            return {**value, "known": true, "decoys": tuple(known.decoys)}
        return value

    def decide(self, subject: Subject) -> Decision:
        review = read_review(subject.text)
        said = [self._true_claims(issue) for issue in review.issues]
        true = min(sum(map(bool, said)), len(set[str]().union(*said)))
        share = true / review.counted if review.counted >= FEWEST_ISSUES else 0.0
        return Decision(
            share >= self.precise, f"{true} of {review.counted} issues", bool(review.counted)
        )

    def _true_claims(self, issue: Issue) -> set[str]:
        """The ids of the true findings that an issue says; none if it says a false one."""
        if any(finding.is_said_by(issue) for finding in self.decoys):
            return set()
        return {finding.id for finding in self.known if finding.is_said_by(issue)}
