"""The share of criteria with a tag that models meet, such as the known defects of a code base."""

from collections.abc import Mapping, Sequence
from math import fsum

from assay.content.criteria import Criterion
from assay.records.pipeline import CHECKS
from assay.scores.model_metrics import ANALYSIS, DEFECT
from stages.report.research.study import ShareColumn, Study, mean_of_models


def share(study: Study, name: str, tag: str, tests: Sequence[str]) -> ShareColumn | None:
    """Percent of the criteria with the tag in these tests that are met, by weight.

    A test weighs what its criteria weigh. None without such criteria.
    """
    criteria = {test: _decidable(study, tag, test) for test in tests}
    chosen = [test for test in tests if criteria[test]]
    if not chosen:
        return None
    weights = {test: fsum(item.weight for item in criteria[test]) for test in chosen}
    by_model = {digest.model: _met(digest.tags, tag, chosen) for digest in study.digests}
    everybody = mean_of_models(by_model[model] for model in study.real)
    return ShareColumn(
        name=name,
        over=f"{sum(map(len, criteria.values()))} criteria",
        all_models=study.mean(everybody, weights),
        by_model=tuple(study.mean(met, weights) for met in by_model.values()),
    )


def _met(
    tags: Mapping[str, Mapping[str, float]], tag: str, tests: Sequence[str]
) -> dict[str, float]:
    """The share met of the criteria with the tag, by test that has one. `tags`: by test and tag."""
    return {test: tags[test][tag] for test in tests if tag in tags.get(test, {})}


def shares(
    study: Study, tags: Mapping[str, str], tests: Mapping[str, Sequence[str]]
) -> tuple[ShareColumn, ...]:
    """A share for each name with its tag in its tests; those without criteria are left out."""
    found = [share(study, name, tag, tests[name]) for name, tag in tags.items()]
    return tuple(filter(None, found))


def _decidable(study: Study, tag: str, test: str) -> list[Criterion]:
    by_checks = study.evidence.judge_group == CHECKS
    if by_checks and study.prompts[test].answer == "document":
        return []
    return [
        item
        for item in study.evidence.criteria[test]
        if tag in item.tags and (item.check is not None or item.run or not by_checks)
    ]


def defect_shares(study: Study) -> tuple[ShareColumn, ...]:
    """How many of the known defects of a code base reviews name; empty where none is known.

    Over all reviews, then of each of them if there are several.
    """
    tests = study.tests(lambda prompt: prompt.type == ANALYSIS)
    overall = share(study, "all reviews", DEFECT, tests)
    if overall is None:
        return ()
    names = {study.prompts[test].dataset or test: [test] for test in tests}
    by_test = shares(study, dict.fromkeys(names, DEFECT), names)
    return (overall, *(by_test if len(by_test) > 1 else ()))
