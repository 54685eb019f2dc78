"""Understanding of old frameworks: documentation and translation by the framework's age."""

from collections.abc import Callable
from typing import NamedTuple

from assay.records.pipeline import Prompt
from stages.report.research.classes import UNKNOWN, Grouping, grouping
from stages.report.research.study import Study

AGES = ("outdated", "current")
DOCUMENTATION = "code_documentation"
TRANSLATION = "code_translation"


class FrameworkView(NamedTuple):
    """`groupings`: documentation by age, translation by age, documentation by framework."""

    groupings: tuple[Grouping, ...]


def framework_view(study: Study) -> FrameworkView:
    explained = study.tests(_of(DOCUMENTATION))
    translated = study.tests(_of(TRANSLATION))
    return FrameworkView(
        groupings=(
            grouping(study, "Documentation", lambda name: _age(study, name), AGES, explained),
            grouping(study, "Translation", lambda name: _age(study, name), AGES, translated),
            grouping(
                study,
                "Documentation, by framework",
                lambda name: _framework(study, name),
                tests=explained,
            ),
        )
    )


def _of(category: str) -> Callable[[Prompt], bool]:
    return lambda prompt: prompt.category == category


def _age(study: Study, dataset: str) -> str:
    metrics = study.evidence.datasets.get(dataset)
    return metrics.framework.age if metrics and metrics.framework else UNKNOWN


def _framework(study: Study, dataset: str) -> str:
    metrics = study.evidence.datasets.get(dataset)
    return metrics.framework.name if metrics and metrics.framework else UNKNOWN
