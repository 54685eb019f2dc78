"""How each LLM judge replied: criteria left open, replies cut off, quotations found."""

from collections.abc import Sequence

from assay.records.models import JudgeConduct
from assay.records.pipeline import CHECKS, Judgement, Verdict


def conduct(judgements: Sequence[Judgement]) -> dict[str, JudgeConduct]:
    """The figures of each LLM judge that was asked, by name. Empty without one."""
    names = sorted({item.judge for item in judgements} - {CHECKS})
    return {name: _conduct([item for item in judgements if item.judge == name]) for name in names}


def _conduct(judgements: Sequence[Judgement]) -> JudgeConduct:
    """One judge's figures. A call counts where it was paid: equal answers are judged once."""
    own = _own_verdicts(judgements)
    quoted = _quotations(own)
    return JudgeConduct(
        criteria=len(own),
        not_judged=sum(verdict.judge_decision is None for verdict in own),
        overruled=sum(verdict.overruled is not None for verdict in _verdicts(judgements)),
        quoted=len(quoted),
        evidence_found=100 * sum(quoted) / len(quoted) if quoted else None,
        calls=sum(item.calls for item in judgements),
        truncated=sum(item.truncated for item in judgements),
        refused=sum(item.refused for item in judgements),
        rounds=max((item.rounds for item in judgements), default=0),
        cut_answers=sum(item.cut > 0 for item in judgements),
        gaps=sum(item.status == "gap" for item in judgements),
    )


def _own_verdicts(judgements: Sequence[Judgement]) -> list[Verdict]:
    asked = [item for item in judgements if item.status in ("judged", "gap")]
    return [verdict for verdict in _verdicts(asked) if verdict.basis != "checked"]


def _quotations(verdicts: Sequence[Verdict]) -> list[bool]:
    """For each verdict that quotes the answer, whether the answer has the quotation."""
    return [verdict.evidence_found for verdict in verdicts if verdict.evidence_found is not None]


def _verdicts(judgements: Sequence[Judgement]) -> list[Verdict]:
    return [verdict for item in judgements for verdict in item.verdicts]
