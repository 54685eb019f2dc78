"""Understanding of old frameworks: documentation and translation by the framework's age."""

from stages.report.research.classes import UNKNOWN, Grouping, grouping
from stages.report.research.study import Study

AGES = ("outdated", "current")


def framework_groupings(study: Study) -> tuple[Grouping, ...]:
    """Documentation by age, translation by age, documentation by framework."""

    def age(dataset: str) -> str:
        metrics = study.evidence.datasets.get(dataset)
        return metrics.framework.age if metrics and metrics.framework else UNKNOWN

    def framework(dataset: str) -> str:
        metrics = study.evidence.datasets.get(dataset)
        return metrics.framework.name if metrics and metrics.framework else UNKNOWN

    explained = study.tests(lambda prompt: prompt.category == "code_documentation")
    translated = study.tests(lambda prompt: prompt.category == "code_translation")
    return (
        grouping(study, "Documentation", age, AGES, explained),
        grouping(study, "Translation", age, AGES, translated),
        grouping(study, "Documentation, by framework", framework, tests=explained),
    )
