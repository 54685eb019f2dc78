"""The stages that have gaps: calls that failed. `make retry` runs exactly these again.

python -m tools.gaps
"""

import sys

from assay.config import paths
from assay.config.params import load_params
from assay.records.jsonl import read_records
from assay.records.pipeline import Answer, Judgement
from assay.records.repeats import Repeated
from tools.exit_code import exit_code


def stages_with_gaps(models: list[str]) -> list[str]:
    """DVC's names of the calling stages whose outputs have gaps, in the order to run them."""
    generate = [model for model in models if _has_gap(model, generate=True)]
    judge = [model for model in models if _has_gap(model, generate=False)]
    return [*(f"generate@{model}" for model in generate), *(f"judge@{model}" for model in judge)]


def _has_gap(model: str, generate: bool) -> bool:
    path = paths.answers(model) if generate else paths.verdicts(model)
    if not path.exists():
        return False
    items = read_records(path, Answer) if generate else read_records(path, Judgement)
    if any(item.status == "gap" for item in items):
        return True
    return not generate and _has_failed_repeat(model)


def _has_failed_repeat(model: str) -> bool:
    path = paths.repeats(model)
    return path.exists() and any(item.error for item in read_records(path, Repeated))


def main() -> None:
    for name in stages_with_gaps(list(load_params().models)):
        print(name)


if __name__ == "__main__":
    sys.exit(exit_code("gaps", main))
