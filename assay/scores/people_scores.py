"""People's marks: each dialogue's score in percent, and the marks with their spread."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean, stdev

from assay.records.models import DialogueMarks, MarkSpread, ModelMetrics, PeopleFigures, RaterMark
from assay.records.pipeline import Answer
from assay.scores.formulas import MetricPair, mean_pair
from assay.scores.marks import HIGHEST, Mark, current_marks, stale_marks

SCALE = 100 / HIGHEST


def people_results(marks: Sequence[Mark], answers: Sequence[Answer]) -> dict[str, MetricPair]:
    """One model's dialogues by people, by test, in percent (4 is 100).

    The mean over the raters of each dialogue, then over the dialogues: every attempt weighs the
    same. Stale marks do not count.
    """
    by_dialogue: dict[str, dict[str, list[MetricPair]]] = defaultdict(lambda: defaultdict(list))
    for mark in current_marks(marks, answers):
        percent = MetricPair(mark.accuracy * SCALE, mark.completeness * SCALE)
        by_dialogue[mark.test][mark.dialogue].append(percent)
    means: dict[str, MetricPair] = {}
    for test, dialogues in by_dialogue.items():
        of_dialogues = [pair for pairs in dialogues.values() if (pair := mean_pair(pairs))]
        if of_test := mean_pair(of_dialogues):
            means[test] = of_test
    return means


def people_figures(
    marks: Sequence[Mark], answers: Sequence[Answer], tests: Sequence[str]
) -> PeopleFigures:
    """The marks of each of the dialogue `tests` and their spread, and the number of stale marks."""
    current = current_marks(marks, answers)
    dialogues = {}
    for test in sorted(tests):
        dialogues[test] = _dialogue_marks([mark for mark in current if mark.test == test])
    return PeopleFigures(dialogues=dialogues, stale=len(stale_marks(marks, answers)))


def _dialogue_marks(marks: Sequence[Mark]) -> DialogueMarks:
    if not marks:
        return DialogueMarks(raters=0)
    by_dialogue: dict[str, dict[str, RaterMark]] = {}
    for mark in marks:
        by_rater = by_dialogue.setdefault(mark.dialogue, {})
        by_rater[mark.rater] = RaterMark(
            accuracy=mark.accuracy, completeness=mark.completeness, note=mark.note
        )
    return DialogueMarks(
        raters=len({mark.rater for mark in marks}),
        accuracy=_spread([mark.accuracy for mark in marks]),
        completeness=_spread([mark.completeness for mark in marks]),
        marks=by_dialogue,
    )


def _spread(points: Sequence[float]) -> MarkSpread:
    return MarkSpread(
        mean=fmean(points),
        low=min(points),
        high=max(points),
        sd=stdev(points) if len(points) > 1 else 0.0,
    )


def unmarked(metrics: Mapping[str, ModelMetrics]) -> list[tuple[list[str], list[str]]]:
    """Models with the dialogue tests that have no mark; models that lack the same together."""
    models_by_tests: dict[tuple[str, ...], list[str]] = {}
    for model, of_model in metrics.items():
        dialogues = of_model.people.dialogues if of_model.people else {}
        tests = tuple(test for test in sorted(dialogues) if not dialogues[test].raters)
        models_by_tests.setdefault(tests, []).append(model)
    return [(models, list(tests)) for tests, models in models_by_tests.items() if tests]
