"""The page of research questions: every question with its answer, its figures and its limits."""

from typing import NamedTuple

from assay.config.settings import ScoreConfig
from assay.records.pipeline import CATEGORIES
from stages.report.evidence import Evidence
from stages.report.research.before_after import ChangeView, change_view
from stages.report.research.categories import CategoryView, category_view
from stages.report.research.classes import ClassView, class_view
from stages.report.research.defects import DefectView, defect_view
from stages.report.research.following import FollowingView, following_view
from stages.report.research.frameworks import FrameworkView, framework_view
from stages.report.research.sentences import (
    Findings,
    category_findings,
    change_findings,
    class_findings,
    defect_findings,
    following_findings,
    framework_findings,
    generation_findings,
)
from stages.report.research.study import Study
from stages.report.research.tags import Share, TagShares

TRANSLATION = "code_translation"
GENERATION = "code_generation"
DOCUMENTATION = "code_documentation"
IDIOM_TAGS = (("complex constructs", "construct"), ("idioms of the framework", "idiom"))


class ResearchView(NamedTuple):
    """The figures by question. `findings`: sentences and limits, by the question's id."""

    translation: CategoryView
    generation: CategoryView
    documentation: CategoryView
    idioms: tuple[Share, ...]
    defects: DefectView | None
    following: FollowingView | None
    classes: ClassView
    frameworks: FrameworkView
    change: ChangeView | None
    findings: dict[str, Findings]
    models: tuple[str, ...]
    real: int
    is_built_in: bool


def research_view(evidence: Evidence, config: ScoreConfig, seed: int) -> ResearchView:
    study = Study(evidence, config, seed)
    shares = TagShares(study)
    categories = {name: category_view(study, name) for name in CATEGORIES}
    generated = study.tests(lambda prompt: prompt.category == GENERATION)
    idioms = [shares.share(name, tag, generated) for name, tag in IDIOM_TAGS]
    idioms = [share for share in idioms if share.criteria]
    defects = defect_view(study, shares)
    following = following_view(study, shares)
    classes = class_view(study)
    frameworks = framework_view(study)
    change = change_view(study)
    return ResearchView(
        translation=categories[TRANSLATION],
        generation=categories[GENERATION],
        documentation=categories[DOCUMENTATION],
        idioms=tuple(idioms),
        defects=defects,
        following=following,
        classes=classes,
        frameworks=frameworks,
        change=change,
        findings={
            "translation": category_findings(categories[TRANSLATION]),
            "generation": generation_findings(categories[GENERATION], idioms),
            "documentation": category_findings(categories[DOCUMENTATION]),
            "defects": defect_findings(study, defects),
            "following": following_findings(study, following),
            "classes": class_findings(classes),
            "frameworks": framework_findings(frameworks),
            "change": change_findings(change),
        },
        models=tuple(study.models),
        real=len(study.real),
        is_built_in=not study.asked,
    )
