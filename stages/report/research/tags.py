"""The share of criteria with a tag that models meet, over some tests."""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import NamedTuple

from assay.content.criteria import Criterion
from assay.records.pipeline import CHECKS
from stages.report.research.study import Mean, Study, bounded, mean_of_models


class Share(NamedTuple):
    """Percent of a tag's criteria that are met, by weight. `by_model`: by rank."""

    name: str
    criteria: int
    all_models: Mean | None
    by_model: tuple[Mean | None, ...]


def share(study: Study, name: str, tag: str, tests: Sequence[str]) -> Share:
    """The criteria with the tag in these tests; a test weighs what its criteria weigh."""
    criteria = {test: _decidable(study, tag, test) for test in tests}
    weights = {test: fsum(item.weight for item in criteria[test]) for test in tests}
    chosen = [test for test in tests if weights[test]]
    by_model = {digest.model: digest.shares.of_tag(tag, chosen) for digest in study.digests}
    everybody = mean_of_models(by_model[model] for model in study.real)
    return Share(
        name=name,
        criteria=sum(len(criteria[test]) for test in chosen),
        all_models=bounded(study.mean(everybody, weights)),
        by_model=tuple(bounded(study.mean(met, weights)) for met in by_model.values()),
    )


def shares(
    study: Study, tags: Mapping[str, str], tests: Mapping[str, Sequence[str]]
) -> tuple[Share, ...]:
    """A share for each name with its tag in its tests; those without criteria are left out."""
    found = [share(study, name, tag, tests[name]) for name, tag in tags.items()]
    return tuple(each for each in found if each.criteria)


def _decidable(study: Study, tag: str, test: str) -> list[Criterion]:
    """Those with the tag that the leading judge group can decide."""
    by_checks = study.evidence.judge_group == CHECKS
    return [
        item
        for item in study.evidence.criteria[test]
        if tag in item.tags and (item.check is not None or item.run or not by_checks)
    ]
