"""What the figures about a judge against itself show of simulated judges."""

import pytest

from tools.simulation.asked_again import JUDGES, over_runs

RUNS = 20


def test_an_impartial_judge_shows_no_effect_of_the_place() -> None:
    found = over_runs(JUDGES["impartial"][0], RUNS, models=3)
    assert found.without_zero <= 0.2 and abs(found.place) < 0.01
    assert found.same == pytest.approx(1 - 2 * 0.95 * 0.05, abs=0.01)
    assert found.same_width < 0.03, "what thirty answers tell"


@pytest.mark.parametrize(("name", "least"), [("tired", 0.8), ("by place alone", 1.0)])
def test_a_judge_that_the_place_moves_shows_it_with_its_size(name: str, least: float) -> None:
    chance, planted = JUDGES[name]
    found = over_runs(chance, RUNS, models=3)
    assert found.without_zero >= least
    assert found.place == pytest.approx(planted, abs=0.03)


def test_a_judge_that_decides_at_random_does_not_agree_with_itself() -> None:
    found = over_runs(lambda _good, _place: 0.5, 1, models=3)
    assert abs(found.ac1) < 0.1 and found.same == pytest.approx(0.5, abs=0.05)
