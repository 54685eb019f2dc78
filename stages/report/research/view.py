"""The page of research questions: for each question its tables."""

from collections.abc import Sequence
from typing import NamedTuple

from assay.statistics.clustered import LEAST_CLUSTERS
from stages.report.model_digest import ModelDigest
from stages.report.research.before_after import ChangeView, change_view
from stages.report.research.classes import (
    ClassView,
    Grouping,
    class_view,
    framework_groupings,
)
from stages.report.research.following import FollowingView, following_view
from stages.report.research.scenario_table import ScenarioTable, scenario_table
from stages.report.research.shares import defect_shares, shares
from stages.report.research.study import ShareColumn, Study
from stages.report.run_evidence import Evidence

IDIOM_TAGS = {"complex constructs": "construct", "idioms of the framework": "idiom"}


class ResearchView(NamedTuple):
    """The figures by question. `least_datasets`: so many an interval needs."""

    translation: ScenarioTable
    generation: ScenarioTable
    documentation: ScenarioTable
    idioms: tuple[ShareColumn, ...]
    defects: tuple[ShareColumn, ...]
    following: FollowingView | None
    classes: ClassView
    frameworks: tuple[Grouping, ...]
    change: ChangeView | None
    real: int
    is_built_in: bool
    least_datasets: int = LEAST_CLUSTERS


def research_view(evidence: Evidence, digests: Sequence[ModelDigest]) -> ResearchView:
    study = Study(evidence, digests)
    generated = evidence.tests("code_generation")
    return ResearchView(
        translation=scenario_table(study, "code_translation"),
        generation=scenario_table(study, "code_generation"),
        documentation=scenario_table(study, "code_documentation"),
        idioms=shares(study, IDIOM_TAGS, dict.fromkeys(IDIOM_TAGS, generated)),
        defects=defect_shares(study),
        following=following_view(study),
        classes=class_view(study),
        frameworks=framework_groupings(study),
        change=change_view(study),
        real=len(study.real),
        is_built_in=not any(digest.was_asked for digest in digests),
    )
