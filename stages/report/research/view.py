"""The page of research questions: for each question its tables."""

from collections.abc import Sequence

from assay.statistics.clustered import LEAST_CLUSTERS
from stages.report.model_digest import ModelDigest
from stages.report.research.before_after import change_view
from stages.report.research.classes import grouping, matrix_of
from stages.report.research.following import following_view
from stages.report.research.shares import defect_shares, shares
from stages.report.research.study import ShareColumn, Study, grouped
from stages.report.run_evidence import Evidence

IDIOM_TAGS = {"complex constructs": "construct", "idioms of the framework": "idiom"}


def research_view(evidence: Evidence, digests: Sequence[ModelDigest]) -> dict[str, object]:
    """The figures by question. `least_datasets`: so many an interval needs."""
    study = Study(evidence, digests)
    generated = evidence.tests("code_generation")
    return {
        "translation": scenario_columns(study, "code_translation"),
        "generation": scenario_columns(study, "code_generation"),
        "documentation": scenario_columns(study, "code_documentation"),
        "idioms": shares(study, IDIOM_TAGS, dict.fromkeys(IDIOM_TAGS, generated)),
        "defects": defect_shares(study),
        "following": following_view(study),
        "matrix": matrix_of(study),
        "classes": {
            "Complexity": grouping(study, lambda metrics: metrics.complexity_class),
            "Size": grouping(study, lambda metrics: metrics.size_class),
        },
        "change": change_view(study),
        "real": len(study.real),
        "is_built_in": not any(digest.was_asked for digest in digests),
        "least_datasets": LEAST_CLUSTERS,
    }


def scenario_columns(study: Study, category: str) -> tuple[ShareColumn, ...]:
    """All tests of the category, then those of each scenario; none without a test."""
    tests = study.evidence.tests(category)
    groups = grouped(tests, lambda test: study.prompts[test].scenario)
    columns = {"all scenarios": tests, **groups} if tests else {}
    return tuple(study.column(name, of_name) for name, of_name in columns.items())
