"""Mutants of a review: an issue at another place, a false claim, invented issues."""

import re
from collections.abc import Callable, Iterator

from assay.checks.review_checks import Finds, Precise
from assay.checks.reviews import Finding, place, read_review
from assay.checks.subject import ANSWER, Subject
from tools.proof.mutants import Mutant, spliced

_ISSUE = re.compile(rb"^### .*\n(?:(?!#{1,3} ).*\n?)*", re.MULTILINE)
_LOCATION = re.compile(rb"(?<=\*\*Location:\*\*).*")
Example = Callable[[str, int], str]


def of_finds(leaf: Finds, subject: Subject, example: Example) -> Iterator[Mutant]:
    """The issues that say it elsewhere; if there is none, one that says it."""
    data = subject.text.encode()
    blocks = [match for match in _ISSUE.finditer(data) if _says(leaf.finds, match[0])]
    places = [at for block in blocks if (at := _LOCATION.search(data, *block.span()))]
    texts = spliced(ANSWER, data, [at.span() for at in places], " `elsewhere.js:1`")
    if texts:
        yield Mutant(f"{leaf.finds.id} at another place", texts)
    there = next((text for text in leaf.finds.at if place(text)), "")
    for seed in range(3) if not blocks else ():
        claim = example(leaf.finds.says[0], seed)
        yield _with_issues(f"{leaf.finds.id} claimed", subject, [(there, claim)])


def of_precise(leaf: Precise, subject: Subject) -> Iterator[Mutant]:
    """As many invented issues as take the share below that of the check."""
    count = read_review(subject.text).counted
    added = int(count / leaf.precise) - count + 1
    invented = [("elsewhere.js:1", "Nothing is wrong there.")] * added
    yield _with_issues(f"{added} invented issues", subject, invented)


def _says(finding: Finding, block: bytes) -> bool:
    issues = read_review(f"## Issues\n{block.decode()}").issues
    return any(finding.is_said_by(issue) for issue in issues)


def _with_issues(label: str, subject: Subject, issues: list[tuple[str, str]]) -> Mutant:
    """The review with these places and claims behind its last issue, or without a change."""
    data = subject.text.encode()
    found = list(_ISSUE.finditer(data))
    end = found[-1].end() if found else 0
    text = "".join(
        f"### {number}. Added\n\n**Location:** `{at}`\n\n**Severity:** minor\n\n"
        f"**Problem:** {claim}\n\n**Suggestion:** Mend it.\n\n"
        for number, (at, claim) in enumerate(issues, 101)
    )
    return Mutant(label, spliced(ANSWER, data, [(end, end)], text))
