"""Decide a check on an answer: a pure function of both."""

from assay.checks.check_kind import CheckKind, Decision
from assay.checks.subject import Subject, Unread


def decide(check: CheckKind, subject: Subject) -> Decision:
    """Decide a check of the vocabulary on one answer. An empty answer passes none.

    A check that needs a text that is not read fails.
    """
    try:
        return check.decide(subject)
    except Unread as unread:
        return Decision(False, str(unread), True)
