"""A judge that is asked again: what is asked, what is paid, and that no score notices."""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from assay.config import paths
from assay.ledger.paid_calls import Ledger
from assay.ledger.request import CallError
from assay.missing import read_gaps
from assay.records.jsonl import read_records
from assay.records.pipeline import Judgement, Prompt, Response
from assay.records.repeat_records import Repeated
from stages.extract import __main__ as extract
from stages.generate import __main__ as generate
from stages.judge import __main__ as judge_stage
from stages.judge.asking_again import ATTEMPT, Repeat, counting, sampled_tests
from stages.judge.case import Case
from tests.ask_forked import KILLED
from tests.assay.judging.test_question import answer, prompt
from tests.conftest import FakeServer
from tests.forked import Forked
from tests.ledgers import forget_paid, paid
from tests.project import Project
from tests.stages.generate.test_main import mini, run, run_in_forks
from tests.stages.judge.test_panel import (
    CRITERIA,
    IDS,
    Provider,
    judge_of,
    judged,
    ledger,
    open_in,
    report,
)
from tests.stages.judge.test_verdicts_plan import CRITERIA as IN_ALL
from tests.stages.judge.test_verdicts_plan import plan_of
from tests.stages.validity.small_run import prompt as prompt_of

__all__ = ["ledger", "mini"]


def again(
    ledger: Ledger, provider: Provider, times: int = 1, seed: int = 1, **more: Any
) -> list[Repeated]:
    """Judge one answer and repeat that: the verdicts that count, then each repeat."""
    judge = judge_of(ledger, provider, repeat_seed=seed, **more)
    case = Case.of(prompt(), answer(), CRITERIA, judge.judging)
    asyncio.run(judge.ask(case))
    repeats = [Repeat(judge, number) for number in range(1, times + 1)]
    made = [repeat.record(case, asyncio.run(repeat.ask(case))) for repeat in repeats]
    return [counting(judge, case), *made]


def first_half(ids: list[str]) -> str:
    """A judge that passes what stands in the first half of the list, whatever it is."""
    half = len(ids) // 2
    return report(ids[:half])[:-2] + ", " + report(ids[half:], passed=False)[14:]


def passed(item: Repeated) -> dict[str, bool]:
    return {verdict.criterion: verdict.passed for verdict in item.verdicts}


def test_a_repeat_asks_about_the_same_criteria_in_another_order(ledger: Ledger) -> None:
    provider = Provider(first_half)
    first_verdicts, one, two = again(ledger, provider, times=2)
    first, second, third = provider.asked
    assert first == IDS and sorted(second) == sorted(third) == IDS
    assert len({tuple(first), tuple(second), tuple(third)}) == 3
    assert [request.attempt for request in provider.requests] == [1, ATTEMPT, 2 * ATTEMPT]
    places = {verdict.criterion: verdict.place for verdict in one.verdicts}
    assert sorted(places, key=lambda id_: places[id_] or 0) == second
    assert [min(map(float, places.values())), max(map(float, places.values()))] == [0, 1]
    assert passed(one) == {id_: second.index(id_) < 6 for id_ in IDS}
    assert (first_verdicts.repeat, first_verdicts.calls) == (0, 0), (
        "its cost stands with the verdicts"
    )
    assert (one.repeat, one.calls, two.repeat, two.calls) == (1, 1, 2, 1)


def test_a_second_run_asks_nothing_and_another_seed_asks_nothing_again(ledger: Ledger) -> None:
    first = again(ledger, Provider(first_half), times=2)
    second = Provider(first_half)
    assert again(ledger, second, times=2) == first and second.asked == []
    other_seed = Provider(first_half)
    assert again(ledger, other_seed, times=2, seed=2) == first and other_seed.asked == []
    more = Provider(first_half)
    assert again(ledger, more, times=3)[:3] == first and len(more.asked) == 1


def test_repeats_never_become_the_verdicts_that_count(ledger: Ledger) -> None:
    before = judged(ledger, Provider(report))
    contrary = Provider(lambda ids: report(ids, passed=False))
    repeats = again(ledger, contrary, times=3)[1:]
    assert len(contrary.asked) == 3
    assert not any(any(passed(repeat).values()) for repeat in repeats)
    assert judged(ledger, Provider(report)) == before
    assert all(verdict.passed for verdict in before.verdicts)


def test_what_a_repeat_leaves_out_is_missing_and_not_asked_for(ledger: Ledger) -> None:
    provider = Provider(lambda ids: report(ids if ids == IDS else ids[:4]))
    _, one = again(ledger, provider)
    assert len(provider.asked) == 2 and list(passed(one)) == sorted(provider.asked[1][:4])
    silent = Provider(report)
    again(ledger, silent)
    assert silent.asked == [], "what came of it is known"


def test_only_criteria_with_a_verdict_are_asked_about_again(ledger: Ledger) -> None:
    provider = Provider(lambda ids: report([id_ for id_ in ids if id_ not in IDS[:3]]))
    decided, one = again(ledger, provider)
    assert sorted(provider.asked[-1]) == IDS[3:] == sorted(passed(one)) == sorted(passed(decided))


def test_a_question_has_no_more_criteria_in_a_repeat_than_it_had(ledger: Ledger) -> None:
    provider = Provider(report)
    again(ledger, provider, question="metric", batch=5)
    assert [len(ids) for ids in provider.asked] == [5, 3, 4, 5, 3, 4]
    assert sorted(provider.asked[3] + provider.asked[4]) == IDS[:8]

    alone = Provider(report)
    _, one = again(ledger, alone, question="criterion")
    assert {verdict.place for verdict in one.verdicts} == {None}


def test_a_list_that_a_reply_could_not_hold_is_not_asked_for_again(ledger: Ledger) -> None:
    def capped(ids: list[str]) -> Response:
        whole = report(ids)
        if len(ids) <= 5:
            return Response(text=whole)
        return Response(text=whole[: whole.index(ids[5]) + 20], finish_reason="length")

    provider = Provider(capped)
    _, one = again(ledger, provider)
    assert [len(ids) for ids in provider.asked] == [12, 5, 2, 5, 5, 2]
    assert sorted(passed(one)) == IDS


def test_a_failed_repeat_is_named_and_asked_again_in_the_next_run(ledger: Ledger) -> None:
    def failing(ids: list[str]) -> str | Exception:
        return report(ids) if ids == IDS else CallError("503")

    decided, one = again(ledger, Provider(failing))
    assert "503" in one.error and one.verdicts == () and len(decided.verdicts) == 12
    later = Provider(report)
    _, one = again(ledger, later)
    assert one.error == "" and len(later.asked) == 1


def prompts(*tests: str) -> list[Prompt]:
    return [prompt_of(test) for test in tests]


def test_the_sample_takes_every_data_set_before_it_takes_one_twice() -> None:
    suite = prompts("A-One", "B-One", "C-One", "A-Two", "B-Two", "Alone", "Other")
    for seed in range(20):
        four = sampled_tests(suite, seed, 4)
        datasets = Counter(test.partition("-")[2] or test for test in four)
        assert set(datasets) == {"One", "Two", "Alone", "Other"}
        assert four < sampled_tests(suite, seed, 5) <= sampled_tests(list(reversed(suite)), seed, 5)
    assert len({sampled_tests(suite, seed, 4) for seed in range(20)}) > 1
    assert len(sampled_tests(suite, 1, 99)) == 7


# The stage, with the fake server


@pytest.fixture
def panel(mini: Project, monkeypatch: pytest.MonkeyPatch, server: FakeServer) -> Project:
    """Three answers, two judges, nothing judged yet."""
    for name in ("judge-literal", "judge-first"):
        mini.remote("judge", name)
    mini.params(models=["strong"], panel=["judge-literal", "judge-first", "checks"])
    assert run(generate.main, monkeypatch, "models=[strong]") == 0
    assert run(extract.main, monkeypatch, "models=[strong]") == 0
    server.mark()
    return mini


def judge(monkeypatch: pytest.MonkeyPatch, *overrides: str) -> int:
    return run(judge_stage.main, monkeypatch, "models=[strong]", *overrides)


TWICE = ("judging.repeats=2", "judging.repeat_tests=2")


def repeated() -> Sequence[Repeated]:
    return read_records(paths.repeats("strong"), Repeated)


@pytest.mark.slow
def test_repeats_take_as_many_calls_as_were_planned_and_none_the_second_time(
    panel: Project,
    server: FakeServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert judge(monkeypatch) == 0
    assert server.count() == {"judge-literal": 3, "judge-first": 3}
    assert repeated() == ()
    verdicts = paths.verdicts("strong").read_bytes()
    server.mark()

    assert judge(monkeypatch, *TWICE) == 0
    assert server.count() == {"judge-literal": 4, "judge-first": 4}, "2 repeats × 2 tests"
    assert paths.verdicts("strong").read_bytes() == verdicts
    first = paths.repeats("strong").read_bytes()
    assert Counter(item.repeat for item in repeated()) == {0: 4, 1: 4, 2: 4}
    assert len({item.test for item in repeated()}) == 2
    literal = [item for item in repeated() if item.judge == "judge-literal"]
    by_test = {
        item.test: [passed(one) for one in literal if one.test == item.test] for item in literal
    }
    assert all(one == ones[0] for ones in by_test.values() for one in ones)
    server.mark()

    capsys.readouterr()
    assert judge(monkeypatch, *TWICE) == 0
    assert server.count() == {} and paths.repeats("strong").read_bytes() == first
    assert judge(monkeypatch, *TWICE, "calls.mode=replay") == 0
    assert judge(monkeypatch, "judging.repeats=3", "calls.mode=replay") == 1
    assert "the ledger has no answer for" in capsys.readouterr().err
    assert judge(monkeypatch) == 0
    assert repeated() == () and paths.verdicts("strong").read_bytes() == verdicts


def test_the_plan_counts_repeats_before_and_after(
    panel: Project, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.params(panel=["judge-literal"])
    panel.replace("conf/judging/default.yaml", "repeats: 0", "repeats: 2")
    panel.replace("conf/judging/default.yaml", "repeat_tests: 10", "repeat_tests: 2")
    assert plan_of(monkeypatch)["calls"] == [3 + 4, 3 + 4]
    assert judge(monkeypatch) == 0
    assert server.count() == {"judge-literal": 7}
    after = plan_of(monkeypatch)
    assert after["calls"] == [0, 0] and after["reused"] == IN_ALL
    for path in Path("outputs/answers").rglob("*.jsonl"):
        path.unlink()
    forget_paid()
    assert plan_of(monkeypatch)["calls"] == [7, 7], "answers to come are repeated, too"


def test_a_limit_is_spent_on_the_verdicts_that_count_first(
    panel: Project, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.params(panel=["judge-first"])
    made_before = 7  # by generate
    limit = f"mode: live\nmax_retries: 0\nmax_calls: {made_before + 4}\n"
    panel.write("conf/calls/default.yaml", limit)
    assert judge(monkeypatch, *TWICE) == 1
    assert server.count() == {"judge-first": 4}
    panel.write("conf/calls/default.yaml", "mode: live\nmax_retries: 0\n")
    assert judge(monkeypatch, "calls.mode=replay") == 0, "all verdicts that count are there"
    assert judge(monkeypatch, *TWICE) == 0
    assert server.count() == {"judge-first": 7}


def test_a_failed_repeat_is_a_gap_that_a_retry_fills(
    panel: Project,
    server: FakeServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    panel.params(panel=["judge-first"])
    assert judge(monkeypatch) == 0
    server.settings(failing=["judge-first"])
    assert judge(monkeypatch, *TWICE) == 0
    assert "judge-first, repeat 1, on strong: 2 missing: " in capsys.readouterr().err
    judgements = read_records(paths.verdicts("strong"), Judgement)
    assert [item.status for item in judgements] == ["judged"] * 3
    assert sum(bool(item.error) for item in repeated()) == 4
    assert {gap.model for gap in read_gaps("judge")} == {"strong"}
    server.settings(failing=[])
    server.mark()
    assert judge(monkeypatch, *TWICE) == 0
    assert server.count() == {"judge-first": 4}
    assert read_gaps("judge") == ()


@pytest.mark.slow
def test_a_kill_among_the_repeats_pays_nothing_twice(
    panel: Project, server: FakeServer, forked: Forked
) -> None:
    run_in_forks(panel, forked)
    server.settings(latency_s=0.3)
    panel.params(panel=["judge-first"])
    panel.write("conf/calls/default.yaml", "mode: live\nmax_retries: 0\nconcurrency: 1\n")
    overrides = ("models=[strong]", "judging.repeats=4", "judging.repeat_tests=3")
    killed = panel.started("judge", *overrides)
    deadline = time.monotonic() + 60
    while sum(call["done"] for call in server.calls()) < 6:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    forked.stage_in(panel.root).kill()
    assert killed.wait() == KILLED
    server.settings(latency_s=0)
    time.sleep(0.5)
    before = server.calls()
    completed = sum(call["done"] for call in before)
    assert 6 <= completed < 15, "among the repeats"
    panel.stage("judge", *overrides, check=True)
    # 3 answers × (1 + 4 repeats). A call that was under way may be asked once more.
    assert 15 <= len(server.calls()) <= 15 + len(before) - completed + 1
    assert len(paid(stage="judge")) == 15
    assert all(not item.error and item.verdicts for item in repeated())


def test_a_ledger_line_of_a_repeat_says_so(ledger: Ledger) -> None:
    provider = Provider(report)
    again(ledger, provider, times=2)
    purposes = [entry.purpose for entry in ledger.entries()]
    assert sorted(purpose.repeat for purpose in purposes) == [0, 1, 2]
    assert len({purpose.judge for purpose in purposes}) == 3
    usual = next(purpose for purpose in purposes if not purpose.repeat)
    assert "repeat" not in usual.model_dump(), "other lines stay as they were"
    assert open_in(judged(ledger, Provider(report))) == []
