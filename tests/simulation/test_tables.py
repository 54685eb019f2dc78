"""The tables in the page are those that the simulations give today."""

from tests.simulation import planted_faults
from tests.simulation.tables import CONTESTS, JUDGES, saved


def test_the_findings_of_the_page_are_those_of_the_simulation_today() -> None:
    assert saved(JUDGES) == [list(row) for row in planted_faults.rows()]


def test_comparisons_err_no_more_and_find_no_less_than_docs_say() -> None:
    """Chance is allowed for: of all cells together 3.3 standard errors of the number of runs, of
    the cells with as many models 2."""
    false_of: dict[str, list[tuple[int, float]]] = {}
    for _, _, models, _, count, false, _, pairs, scores in saved(CONTESTS):
        runs = int(count)
        chance = (5 * 95 / runs) ** 0.5
        assert min(float(pairs), float(scores)) >= 93 - 2 * chance
        if false != "–":
            assert float(false) <= 5 + 3.3 * chance
            false_of.setdefault(models, []).append((runs, float(false)))
    assert set(false_of) == {"3", "10", "38"}
    for cells in false_of.values():
        runs = sum(count for count, _ in cells)
        mean = sum(count * share for count, share in cells) / runs
        assert mean <= 5 + 2 * (5 * 95 / runs) ** 0.5
