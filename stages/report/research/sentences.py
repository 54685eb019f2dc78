"""The answers to the research questions in words, each made from figures, and what they leave open.

A sentence that compares says whether the intervals allow it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from assay.statistics.max_t import LEAST_CLUSTERS
from stages.report.research.before_after import ChangeView
from stages.report.research.categories import CategoryView
from stages.report.research.classes import ClassColumn, ClassView, Grouping, Influence
from stages.report.research.defects import DefectView
from stages.report.research.following import DialogueLine, FollowingView
from stages.report.research.frameworks import AGES, FrameworkView
from stages.report.research.study import Mean, Study
from stages.report.research.tags import Share
from stages.report.text import fixed, signed, words

NOT_IN_SUITE = "No test of this suite asks this. A run of the suite full has such tests."
NOT_SCORED = "No model has a score in these tests."
FEW = f"An interval needs tests on at least {LEAST_CLUSTERS} data sets."


class Findings(NamedTuple):
    """`answer`: what the figures say. `limits`: what they cannot say, and what would be needed."""

    answer: tuple[str, ...]
    limits: tuple[str, ...] = ()


def category_findings(view: CategoryView) -> Findings:
    """How well all models do, and which does best."""
    if not view.scenarios:
        return Findings((), (NOT_IN_SUITE,))
    if not view.spots or view.all_models is None:
        return Findings((), (NOT_SCORED,))
    best = view.spots[0]
    answer = [
        f"{words(view.category)}: over {_number(view.all_models.tests, 'test')}, the mean of all "
        f"models is {_percent(view.all_models)}.",
        f"{best.model} has the best score, {fixed(best.score)} % (accuracy {fixed(best.accuracy)}, "
        f"completeness {fixed(best.completeness)}).",
    ]
    hardest = min(
        (line for line in view.scenarios if line.all_models),
        key=lambda line: line.all_models.value if line.all_models else 0.0,
        default=None,
    )
    if hardest and hardest.all_models and len(view.scenarios) > 1:
        answer.append(
            f"The hardest scenario is {hardest.scenario}, with {_percent(hardest.all_models)}."
        )
    return Findings(tuple(answer), _few_limits(view.all_models))


def generation_findings(view: CategoryView, idioms: Sequence[Share]) -> Findings:
    found = category_findings(view)
    if not view.spots:
        return found
    known = [share for share in idioms if share.all_models]
    texts = [
        f"{share.name} {_percent(share.all_models)} of {share.criteria} criteria"
        for share in known
        if share.all_models
    ]
    if not texts:
        limit = "No criterion of these tests is tagged with constructs or idioms."
        return Findings(found.answer, (*found.limits, limit))
    return Findings((*found.answer, f"All models together meet: {'; '.join(texts)}."), found.limits)


def defect_findings(study: Study, view: DefectView | None) -> Findings:
    if view is None:
        return Findings((), (NOT_IN_SUITE,))
    everybody = view.overall.all_models
    if everybody is None:
        return Findings((), ("No criterion about a known defect was judged.",))
    pairs = zip(study.models, view.overall.by_model, strict=True)
    known = [(model, found) for model, found in pairs if found and model in study.real]
    model, best = max(known, key=lambda pair: pair[1].value)
    answer = (
        f"Of {view.overall.criteria} known defects in {everybody.tests} reviews, the models name "
        f"{_percent(everybody)} by weight.",
        f"{model} names most of them: {_percent(best)}.",
    )
    limit = (
        "Only defects that are known count. A reported issue that is none costs nothing here: to "
        "count false alarms, people would have to mark every issue that a review reports."
    )
    return Findings(answer, (*_few_limits(everybody), limit))


def following_findings(study: Study, view: FollowingView | None) -> Findings:
    if view is None:
        return Findings((), (NOT_IN_SUITE,))
    lines = [line for line in view.lines if line.model in study.real]
    answer = [text for text in (_ends(lines), _errors(lines)) if text]
    kept = [
        f"{_percent(share.all_models)} in {share.name}"
        for share in view.constraints
        if share.all_models
    ]
    if kept:
        answer.append(f"Of the rules that a prompt states, all models keep {', '.join(kept)}.")
    tasks = len({line.test for line in view.lines})
    limit = (
        f"{_number(tasks, 'dialogue task')}: too few for an interval of one model, and their "
        "length and their difficulty cannot be separated. It would need several tasks of each "
        f"length on at least {LEAST_CLUSTERS} data sets."
    )
    return Findings(tuple(answer), (limit,))


def _ends(lines: Sequence[DialogueLine]) -> str:
    dialogues = sum(line.dialogues for line in lines)
    ended = sum(line.ended for line in lines)
    if not dialogues:
        return "No dialogue took place."
    return f"{ended} of {_number(dialogues, 'dialogue')} were ended by the model itself."


def _errors(lines: Sequence[DialogueLine]) -> str:
    """How the share of calls with an error changes, over the dialogues that have both halves."""
    both = [
        (line.errors_early, line.errors_late)
        for line in lines
        if line.errors_early is not None and line.errors_late is not None
    ]
    if not both:
        return ""
    early = sum(pair[0] for pair in both) / len(both)
    late = sum(pair[1] for pair in both) / len(both)
    return (
        f"Tool calls answered with an error: {fixed(early)} % in the first half of a dialogue, "
        f"{fixed(late)} % in the second, on average."
    )


def class_findings(view: ClassView) -> Findings:
    answer = []
    limits = []
    for grouping in view.groupings[:2]:
        answer += _class_sentence(grouping)
        limits += _few_columns(grouping)
    answer += [_influence(found) for found in view.influences]
    if not view.influences:
        limits.append(
            "Whether size or complexity matters more is unknown: too few data sets share a "
            "scenario with others."
        )
    limits.append(
        "Classes differ in their tests, too: not every scenario uses every data set. The "
        "correlations set all scenarios to the same mean; the scores by class do not."
    )
    return Findings(tuple(answer), tuple(limits))


def _class_sentence(grouping: Grouping) -> list[str]:
    parts = [
        f"{column.name} {_percent(column.all_models)}"
        for column in grouping.columns
        if column.all_models
    ]
    if not parts:
        return []
    return [f"{grouping.title} of the code base, all models: {', '.join(parts)}."]


def _influence(influence: Influence) -> str:
    """A correlation in words. One whose interval has zero is not established."""
    sign = "lower" if influence.r < 0 else "higher"
    interval = f"r = {signed(influence.r, 2)}, 95 % interval {signed(influence.low, 2)} to "
    figures = f"{interval}{signed(influence.high, 2)}, {influence.datasets} data sets"
    if influence.low <= 0 <= influence.high:
        return f"An influence of {influence.name} is not established ({figures})."
    return f"With more {influence.name}, scores are {sign} ({figures})."


def framework_findings(view: FrameworkView) -> Findings:
    answer = []
    limits = []
    for grouping in view.groupings[:2]:
        columns = {column.name: column for column in grouping.columns}
        parts = [
            f"{age} {_percent(columns[age].all_models)}" for age in AGES if _has(columns.get(age))
        ]
        if parts:
            answer.append(
                f"{grouping.title} of code by the age of its framework: {', '.join(parts)}."
            )
        limits += _few_ages(grouping, columns)
    if not answer:
        limits.append("No data set of these tests says which framework it is written for.")
    return Findings(tuple(answer), tuple(limits))


def _has(column: ClassColumn | None) -> bool:
    return column is not None and column.all_models is not None


def _few_ages(grouping: Grouping, columns: dict[str, ClassColumn]) -> list[str]:
    """Which age has too few data sets to say whether it makes a difference."""
    if not columns:
        return [f"{grouping.title}: {NOT_IN_SUITE}"]
    counts = {age: len(columns[age].datasets) if age in columns else 0 for age in AGES}
    few = [
        f"{_number(count, 'data set')} with {'an' if age == 'outdated' else 'a'} {age} framework"
        for age, count in counts.items()
        if count < LEAST_CLUSTERS
    ]
    if not few:
        return []
    return [
        f"{grouping.title}: {' and '.join(few)}, so the age of the framework cannot be separated "
        f"from other properties of the code. It would need at least {LEAST_CLUSTERS} of each age."
    ]


def change_findings(view: ChangeView | None) -> Findings:
    if view is None:
        return Findings((), (NOT_IN_SUITE,))
    everybody = view.all_models
    if everybody.before is None or everybody.after is None or everybody.change is None:
        return Findings((), ("No answer delivered code that could be measured.",))
    answer = (
        f"GCI before {fixed(everybody.before, 4)}, after {fixed(everybody.after, 4)}, on average "
        f"over {_number(everybody.answers, 'answer')}: a change of {_change(everybody.change)}.",
        f"{fixed(everybody.lower or 0.0, 0)} % of these answers have a lower GCI than their "
        f"source; the median answer has {fixed(everybody.loc_ratio or 0.0, 2)} lines for each "
        "line of the source.",
    )
    limit = (
        "A lower GCI can come from longer code as well as from simpler code. Tests that generate "
        "code from a description have nothing before, so nothing is said of them."
    )
    return Findings(answer, (*_few_limits(everybody.change), limit))


def _change(change: Mean) -> str:
    text = signed(change.value, 4)
    if change.interval is None:
        return f"{text} ({FEW})"
    low, high = change.interval.low, change.interval.high
    decided = " (not established)" if low <= 0 <= high else ""
    return f"{text} (interval {signed(low, 4)} to {signed(high, 4)}){decided}"


def _percent(mean: Mean | None) -> str:
    """A mean with its interval, or with the number of tests where it has none."""
    if mean is None:
        return "unknown"
    text = f"{fixed(mean.value)} %"
    if mean.interval:
        return f"{text} ({fixed(mean.interval.low)} to {fixed(mean.interval.high)})"
    return f"{text} ({_number(mean.tests, 'test')}, no interval)"


def _few_limits(mean: Mean) -> tuple[str, ...]:
    if mean.interval:
        return ()
    return (f"No interval, for there are too few tests. {FEW}",)


def _few_columns(grouping: Grouping) -> list[str]:
    few = [
        f"{column.name} ({_number(len(column.datasets), 'data set')})"
        for column in grouping.columns
        if len(column.datasets) < LEAST_CLUSTERS
    ]
    if not few:
        return []
    return [f"{grouping.title}: no interval for {', '.join(few)}. {FEW}"]


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
