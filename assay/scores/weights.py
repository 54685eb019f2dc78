"""What each test weighs in the overall score, which is linear in the scores of the tests."""

from collections import Counter
from collections.abc import Iterable, Mapping

from assay.records.pipeline import LCIF


def scenario_of(test: str) -> str:
    """The scenario's name in a test id `Scenario` or `Scenario-Dataset`."""
    return test.split("-", 1)[0]


def weights_of(
    tests: Iterable[str], categories: Mapping[str, str], lcif_weights: Mapping[str, float]
) -> dict[str, float]:
    """The weight of each test: overall score = sum of weight × (accuracy + completeness) / 2.

    A category weighs as much as any other, and its tests alike. The dialogues have the weights of
    their scenarios, scaled to 1 over those present. The weights add up to 1, unless there is
    nothing to weigh.
    """
    weighed = sorted(
        test for test in tests if categories[test] != LCIF or scenario_of(test) in lcif_weights
    )
    sizes = Counter(categories[test] for test in weighed)
    of_scenario = Counter(scenario_of(test) for test in weighed if categories[test] == LCIF)
    total = sum(lcif_weights[name] for name in sorted(of_scenario))

    def share(test: str) -> float:
        """What the test weighs in its category."""
        if categories[test] != LCIF:
            return 1 / sizes[categories[test]]
        scenario = scenario_of(test)
        return lcif_weights[scenario] / total / of_scenario[scenario]

    return {test: share(test) / len(sizes) for test in weighed}
