"""What the stage reports at its end: gaps, criteria not judged, and how each judge replied."""

from collections.abc import Sequence

from assay.calls.client import Client, totals
from assay.config.stage import Summary
from assay.missing import ASK_AGAIN, missing_lines
from assay.records.exam_records import SatPaper
from assay.records.gaps import Gap
from assay.records.models import JudgeConduct
from assay.records.pipeline import CHECKS, Judgement
from assay.records.totals import total_usd
from assay.scores.conduct import conduct


def summary(
    judgements: Sequence[Judgement],
    clients: Sequence[Client],
    gaps: Sequence[Gap] = (),
    notes: Sequence[str] = (),
    papers: Sequence[SatPaper] = (),
) -> Summary:
    """The stage's line, with notes. `papers`: for their cost."""
    lines = [*notes, *missing_lines(gaps), *_not_judged(judgements)]
    for judge, figures in conduct(judgements).items():
        lines += _conduct_notes(judge, figures)
    if gaps:
        lines.append(ASK_AGAIN)
    return Summary(
        items=len(judgements),
        failed=len(gaps),
        all_usd=total_usd([*judgements, *papers]),
        **totals(clients),
        notes=lines,
    )


def _not_judged(judgements: Sequence[Judgement]) -> list[str]:
    """A line on the criteria for which no LLM judge gave a usable verdict, if there are any."""
    by_models = [item for item in judgements if item.judge != CHECKS]
    verdicts = [verdict for item in by_models for verdict in item.verdicts]
    missing = sum(verdict.passed is None for verdict in verdicts)
    if not missing:
        return []
    return [
        f"{missing} criteria are not judged: no usable verdict came. The replies: "
        "`python -m tools.ledger show --stage judge`"
    ]


def _conduct_notes(judge: str, figures: JudgeConduct) -> list[str]:
    """A line for each way in which replies of the judge, or what it was shown, are incomplete."""
    replies = f"of its {figures.calls} replies were"
    notes = []
    if figures.truncated:
        notes.append(
            f"{figures.truncated} {replies} cut off by the token cap: raise its max_tokens"
            " (asks again only what was cut off)"
        )
    if figures.refused:
        notes.append(f"{figures.refused} {replies} refusals")
    if figures.cut_answers:
        notes.append(
            f"{figures.cut_answers} answers were longer than judging.max_answer_chars and shown "
            "without their middle"
        )
    return [f"{judge}: {note}" for note in notes]
