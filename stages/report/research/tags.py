"""The share of criteria with a tag that models meet, over some tests."""

from collections.abc import Iterable, Sequence
from itertools import product
from math import fsum
from typing import NamedTuple

from assay.content.criteria import Criterion
from assay.records.pipeline import CHECKS, Judgement, Verdict
from assay.scores.majority import by_majority
from assay.scores.scores import judged_by
from assay.statistics.means import mean
from stages.report.research.study import Mean, Study, bounded, mean_of_models


class Share(NamedTuple):
    """Percent of a tag's criteria that are met, by weight."""

    name: str
    criteria: int
    all_models: Mean | None
    by_model: tuple[Mean | None, ...]


class TagShares:
    """Shares by tag, with the judgements of each model read once."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._judged = {model: _judged(study, model) for model in study.models}

    def share(self, name: str, tag: str, tests: Sequence[str]) -> Share:
        """The criteria with the tag in these tests; a test weighs what its criteria weigh."""
        weights = self._weights(tag, tests)
        chosen = [test for test in tests if weights[test]]
        by_model = {model: self._percent(model, tag, chosen) for model in self._study.models}
        everybody = mean_of_models(by_model[model] for model in self._study.real)
        return Share(
            name=name,
            criteria=self._count(tag, chosen),
            all_models=bounded(self._study.mean(everybody, weights)),
            by_model=tuple(
                bounded(self._study.mean(figures, weights)) for figures in by_model.values()
            ),
        )

    def by_criterion(self, tag: str, tests: Iterable[str]) -> dict[tuple[str, str], list[float]]:
        """By test and criterion with the tag: of each answer of the real models, 0 to 1.

        It is the share of judges that pass the criterion.
        """
        found: dict[tuple[str, str], dict[tuple[str, int], list[float]]] = {}
        for model, test in product(self._study.real, tests):
            for judgement in self._judged[model].get(test, ()):
                for verdict in _decided(judgement, tag):
                    answers = found.setdefault((test, verdict.criterion), {})
                    passed = answers.setdefault((model, judgement.attempt), [])
                    passed.append(float(verdict.passed is True))
        return {key: [mean(each) for each in answers.values()] for key, answers in found.items()}

    def _percent(self, model: str, tag: str, tests: Iterable[str]) -> dict[str, float]:
        """By test: weight passed / weight judged, over the judges and attempts."""
        judged = self._judged[model]
        found = {}
        for test in tests:
            share = passed_share(judged.get(test, ()), tag)
            if share is not None:
                found[test] = share
        return found

    def _weights(self, tag: str, tests: Iterable[str]) -> dict[str, float]:
        return {test: fsum(item.weight for item in self._criteria(tag, test)) for test in tests}

    def _count(self, tag: str, tests: Iterable[str]) -> int:
        return sum(len(self._criteria(tag, test)) for test in tests)

    def _criteria(self, tag: str, test: str) -> list[Criterion]:
        """Those with the tag that the leading judge group can decide."""
        by_checks = self._study.evidence.judge_group == CHECKS
        return [
            item
            for item in self._study.evidence.criteria[test]
            if tag in item.tags and (item.check is not None or item.run or not by_checks)
        ]


def _judged(study: Study, model: str) -> dict[str, list[Judgement]]:
    """The judgements of the leading judge group, by test."""
    group = study.evidence.judge_group
    judgements = judged_by(group, study.evidence.judgements[model])
    if group == "llm" and study.config.aggregation == "majority":
        judgements = by_majority(judgements)
    by_test: dict[str, list[Judgement]] = {}
    for judgement in judgements:
        by_test.setdefault(judgement.test, []).append(judgement)
    return by_test


def passed_share(judgements: Iterable[Judgement], tag: str) -> float | None:
    """Percent of the judged weight of criteria with the tag; None where none was judged."""
    passed = []
    judged = []
    for judgement in judgements:
        for verdict in _decided(judgement, tag):
            judged.append(verdict.weight)
            passed.append(verdict.weight if verdict.passed else 0.0)
    return 100 * fsum(passed) / fsum(judged) if judged else None


def _decided(judgement: Judgement, tag: str) -> list[Verdict]:
    """The verdicts on criteria with the tag, without those that were not judged."""
    return [item for item in judgement.verdicts if tag in item.tags and item.passed is not None]
