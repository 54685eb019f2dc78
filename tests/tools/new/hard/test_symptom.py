"""The verdicts of a planted program: each cause for itself, regressions, the size of a change."""

import re

import pytest

from tests.tools.new.hard.conftest import cases_of
from tools.new.hard.content import Content
from tools.new.hard.program import level_of
from tools.new.hard.suite_runs import failing
from tools.new.hard.symptom import symptom

pytestmark = pytest.mark.slow


@pytest.fixture
def instance(made: dict[str, Content]) -> Content:
    if not made:
        made["3"] = symptom(level_of(1), "3", "Broken")
    return made["3"]


def failed(instance: Content, answer: dict[str, str]) -> set[str]:
    """The verdicts that the answer does not get."""
    source = {path: text for path, text in instance.source.items() if path.endswith(".py")}
    titles = failing({**source, **answer}, cases_of(instance, "Broken"))
    return {title.rpartition("::")[2] for title in titles if "test_verdicts" in title}


CAUSES = {"test_cause_1_is_gone", "test_cause_2_is_gone"}
REST = {"test_nothing_else_broke", "test_the_change_is_small"}


def test_the_planted_program_gets_no_verdict_and_gold_all(instance: Content) -> None:
    assert failed(instance, {}) == CAUSES | REST
    assert failed(instance, dict(instance.gold)) == set()


def test_each_cause_counts_for_itself(instance: Content) -> None:
    ((path, text),) = instance.gold.items()
    half = text.replace("is_member and", "False and")
    other = re.sub(r"units < (\d)", r"units <= \1", text)
    verdicts = [failed(instance, {path: each}) for each in (half, other)]
    assert sorted(verdicts, key=sorted) == [{"test_cause_1_is_gone"}, {"test_cause_2_is_gone"}]


def test_what_breaks_something_else_or_is_large_is_seen(instance: Content) -> None:
    ((path, text),) = instance.gold.items()
    longer = text + "".join(f"\n\nUNUSED_{number} = {number}\n" for number in range(40))
    assert failed(instance, {path: longer}) == {"test_the_change_is_small"}
    broken = text.replace("return price", "return price + (units == 9)")
    assert "test_nothing_else_broke" in failed(instance, {path: broken})


def test_the_report_says_what_users_see_and_no_name_of_a_fault(instance: Content) -> None:
    told = instance.source["REPORT.md"]
    assert "It is free at times." in told and "Dear." in told
    assert "members pay as others" not in told
