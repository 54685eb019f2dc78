"""What is missing after a run, and how the next run comes to ask for it.

generate and judge write their gaps to outputs/gaps/. compare copies them to metrics/missing/, on
which these two stages depend: so DVC runs them again. A stage empties its file there when it runs.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime

from assay.config import paths
from assay.config.params import load_params
from assay.errors import printable
from assay.records.gaps import Gap, Gaps, NotRun
from assay.records.jsonl import read_result, write_json, write_result

STAGES = ("generate", "judge")
"""The stages that ask models."""
ASK_AGAIN = "run again to ask for what is missing"


def write_gaps(stage: str, models: Collection[str], gaps: Iterable[Gap]) -> None:
    """Write what the stage could not get from these models; those of other models stay.

    `metrics/missing/` says that nothing is missing until compare has looked.
    """
    others = set(load_params().models) - set(models)
    found = tuple(gap for gap in read_gaps(stage) if gap.model in others)
    found += tuple(
        gap.model_copy(update={"reason": printable(" ".join(gap.reason.split()))}) for gap in gaps
    )
    asked = datetime.now(UTC).isoformat(timespec="seconds") if found else ""
    write_result(paths.gaps(stage), Gaps(asked=asked, gaps=found))
    write_json(paths.missing(stage), [])


def read_gaps(stage: str) -> tuple[Gap, ...]:
    """What the stage could not get when it ran last; nothing if it never ran."""
    path = paths.gaps(stage)
    return read_result(path, Gaps).gaps if path.exists() else ()


def note_missing() -> None:
    """Write metrics/missing/, a line for each model, judge and reason, for the next run."""
    for stage in STAGES:
        lines = missing_lines(read_gaps(stage))
        if lines:
            write_json(paths.missing(stage), lines)


def missing_lines(gaps: Sequence[Gap]) -> list[str]:
    """Who is missing something, how much, and why."""
    counts = Counter((gap.model, gap.judge, gap.reason) for gap in gaps)
    return [
        f"{f'{judge} on {model}' if judge else model}: {count} missing: {reason}"
        for (model, judge, reason), count in sorted(counts.items())
    ]


def models_not_run(gaps: Sequence[Gap], answers: Mapping[str, int]) -> tuple[NotRun, ...]:
    """The models all of whose answers are missing. `answers`: how many each should have."""
    first = {gap.model: gap.reason for gap in reversed(gaps)}
    counts = Counter(gap.model for gap in gaps)
    return tuple(
        NotRun(model=model, stage="generate", reason=first[model])
        for model, wanted in answers.items()
        if wanted and counts[model] >= wanted
    )
