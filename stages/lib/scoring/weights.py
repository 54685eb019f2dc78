"""What each test weighs in the overall score, which is linear in the scores of the tests."""

from collections import Counter
from collections.abc import Iterable, Mapping

from stages.lib.base.records import LCIF
from stages.lib.scoring.scores import scenario_of


def weights_of(
    tests: Iterable[str], categories: Mapping[str, str], lcif_weights: Mapping[str, float]
) -> dict[str, float]:
    """The weight of each test: overall score = sum of weight × (accuracy + completeness) / 2.

    A category weighs as much as any other, and its tests alike; the dialogues have the weights of their scenarios,
    scaled to 1 over those present. The weights add up to 1, unless there is nothing to weigh.
    """
    chosen = [
        test for test in tests if categories[test] != LCIF or scenario_of(test) in lcif_weights
    ]
    sizes = Counter(categories[test] for test in chosen)
    twins = Counter(scenario_of(test) for test in chosen if categories[test] == LCIF)
    total = sum(lcif_weights[name] for name in sorted(twins))
    shares = {
        test: lcif_weights[scenario_of(test)] / total / twins[scenario_of(test)]
        if categories[test] == LCIF
        else 1 / sizes[categories[test]]
        for test in sorted(chosen)
    }
    return {test: share / len(sizes) for test, share in shares.items()}
