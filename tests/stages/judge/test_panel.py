"""One judge and one answer: how often it is asked, about what, and what a reply gives."""

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from assay.calls.client import Client
from assay.config.settings import CallsConfig
from assay.judging.question import statements, text_of
from assay.ledger.paid_calls import Ledger, open_ledger
from assay.ledger.request import CallError, ContextTooLong, Request
from assay.records.pipeline import METRICS, Judgement, Response
from stages.judge.case import Case
from stages.judge.memory import call_of
from stages.judge.panel import LlmJudge
from tests.assay.judging.test_question import answer, judge, judging, prompt
from tests.ledgers import keep_paid
from tests.stages.validity.small_run import criterion

CRITERIA = tuple(criterion(f"{number:012x}", metric=METRICS[number >= 8]) for number in range(12))
IDS = [one.id for one in CRITERIA]
Reply = Callable[[list[str]], str | Response | Exception]


class Provider:
    """Answers every question by `reply`, which gets the ids asked about; keeps what was asked."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.asked: list[list[str]] = []
        self.requests: list[Request] = []

    async def __call__(self, request: Request) -> Response:
        ids = re.findall(r"^([0-9a-f]{12}): ", text_of(request.messages), re.M)
        self.asked.append(ids)
        self.requests.append(request)
        given = self.reply(ids)
        if isinstance(given, Exception):
            raise given
        return Response(text=given) if isinstance(given, str) else given


def judge_of(
    ledger: Ledger, provider: Provider, max_tokens: int | None = None, **more: Any
) -> LlmJudge:
    client = Client(provider, ledger, CallsConfig(max_retries=0))
    config = judge(sampling={"max_tokens": max_tokens})
    return LlmJudge(config, client, ledger, judging(**more))


def judged(ledger: Ledger, provider: Provider, text: str = "the answer", **more: Any) -> Judgement:
    one = judge_of(ledger, provider, **more)
    case = Case.of(prompt(), answer(text), CRITERIA, one.judging)
    return one.judgement(case, asyncio.run(one.ask(case)))


def report(ids: list[str], passed: bool = True, **more: Any) -> str:
    verdicts = [{"id": id_, "passed": passed, "confidence": 80, **more} for id_ in ids]
    return json.dumps({"verdicts": verdicts})


def capped(most: int) -> Reply:
    """A judge whose replies are cut off within the verdict after the first `most`."""

    def reply(ids: list[str]) -> Response:
        whole = report(ids)
        if len(ids) <= most:
            return Response(text=whole)
        return Response(text=whole[: whole.index(ids[most]) + 20], finish_reason="length")

    return reply


def open_in(judgement: Judgement) -> list[str]:
    return [verdict.criterion for verdict in judgement.verdicts if verdict.passed is None]


def test_all_criteria_are_one_question_in_their_order(ledger: Ledger) -> None:
    provider = Provider(report)
    found = judged(ledger, provider)
    assert provider.asked == [IDS]
    assert [verdict.criterion for verdict in found.verdicts] == IDS
    assert (found.calls, found.rounds, found.truncated, found.refused, found.cut) == (1, 1, 0, 0, 0)


def test_one_question_a_metric_and_one_a_criterion(ledger: Ledger) -> None:
    by_metric = Provider(report)
    judged(ledger, by_metric, question="metric")
    assert by_metric.asked == [IDS[:8], IDS[8:]]
    alone = Provider(report)
    judged(ledger, alone, question="criterion")
    assert alone.asked == [[id_] for id_ in IDS], "nothing is taken from the other modes' verdicts"


def test_no_question_has_more_criteria_than_a_batch(ledger: Ledger) -> None:
    provider = Provider(report)
    judged(ledger, provider, question="metric", batch=5)
    assert provider.asked == [IDS[:5], IDS[5:8], IDS[8:]]


def test_part_that_several_questions_share_is_marked_and_no_other(ledger: Ledger) -> None:
    one, several = Provider(report), Provider(report)
    judged(ledger, one)
    judged(ledger, several, question="metric")
    assert [request.shared for request in one.requests] == [0]
    first, second = several.requests
    shared = text_of(first.messages)[: first.shared]
    assert shared.rstrip().endswith(">") and text_of(second.messages).startswith(shared)
    assert text_of(first.messages)[first.shared :].startswith("The criteria, one a line")


def test_what_a_token_cap_cut_off_is_asked_again_in_questions_that_fit(ledger: Ledger) -> None:
    provider = Provider(capped(5))
    found = judged(ledger, provider)
    assert provider.asked == [IDS, IDS[5:10], IDS[10:]]
    assert open_in(found) == [] and found.truncated == 1


def test_reply_cut_off_before_its_first_verdict_is_asked_again_in_halves(ledger: Ledger) -> None:
    cut = Response(text="Let me", finish_reason="length")
    provider = Provider(lambda ids: report(ids) if len(ids) < 4 else cut)
    found = judged(ledger, provider)
    assert [len(ids) for ids in provider.asked] == [12, 6, 6, 3, 3, 3, 3]
    assert open_in(found) == [] and (found.truncated, found.rounds) == (3, 3)


def test_what_stays_cut_off_is_not_judged_and_counted(ledger: Ledger) -> None:
    provider = Provider(lambda ids: Response(text=report(ids)[:30], finish_reason="length"))
    found = judged(ledger, provider, max_rounds=2)
    assert open_in(found) == IDS and found.status == "judged"
    assert found.truncated == found.calls == 3
    again = Provider(report)
    assert open_in(judged(ledger, again, max_rounds=2)) == IDS
    assert again.asked == [], "the bound holds over runs"


def test_raising_the_token_cap_asks_again_only_what_was_cut_off(ledger: Ledger) -> None:
    """The stage's note says to raise max_tokens: it must not cost the verdicts that are there."""
    first = Provider(capped(5))
    found = judged(ledger, first, max_tokens=100, max_rounds=1)
    assert open_in(found) == IDS[5:] and found.truncated == 1
    raised = Provider(report)
    found = judged(ledger, raised, max_tokens=200, max_rounds=1)
    assert raised.asked == [IDS[5:]] and open_in(found) == []
    assert (found.truncated, found.rounds) == (0, 1)
    for max_tokens in (50, 200, 4000, None):
        later = Provider(report)
        assert open_in(judged(ledger, later, max_tokens=max_tokens)) == []
        assert later.asked == []


def test_reply_that_the_same_or_a_larger_cap_cut_off_is_not_asked_for_ever(ledger: Ledger) -> None:
    judged(ledger, Provider(capped(0)), max_tokens=100, max_rounds=2)
    again = Provider(report)
    judged(ledger, again, max_tokens=100, max_rounds=2)
    judged(ledger, again, max_tokens=60, max_rounds=2)
    assert again.asked == []


def test_later_round_says_how_to_reply_and_the_first_says_nothing(ledger: Ledger) -> None:
    replies = ["", "I cannot do that.", json.dumps([{"id": "x", "passed": True}]), report(IDS)]
    provider = Provider(lambda _: replies[len(provider.asked) - 1])
    assert open_in(judged(ledger, provider, max_rounds=4)) == []
    first, *later = [text_of(request.messages) for request in provider.requests]
    shared = first[: first.index("The criteria, one a line")]
    assert all(text.startswith(shared) for text in later), "the cached beginning stays the same"
    notes = [text[len(shared) :].split("The criteria, one a line")[0] for text in later]
    assert "once before" in notes[0] and "2 times before" in notes[1]
    assert all("copied letter by letter" in note for note in notes)
    assert all(statements(text, IDS) == statements(first, IDS) for text in later)


def test_later_round_is_the_same_question_when_an_interrupted_run_goes_on(ledger: Ledger) -> None:
    stopped = Provider(lambda _: CallError("503") if len(stopped.asked) > 1 else "")
    assert judged(ledger, stopped).status == "gap"
    resumed = Provider(report)
    assert open_in(judged(ledger, resumed)) == []
    assert [request.key for request in resumed.requests] == [stopped.requests[1].key]


def test_only_what_is_missing_is_asked_again(ledger: Ledger) -> None:
    provider = Provider(lambda ids: report(ids[:-1]) if len(ids) > 1 else report(ids))
    assert open_in(judged(ledger, provider)) == []
    assert provider.asked == [IDS, IDS[-1:]]


@pytest.mark.parametrize(
    "reply",
    [
        "",
        report(IDS) + report(IDS, passed=False),
        Response(text="", finish_reason="content_filter"),
    ],
)
def test_useless_replies_are_asked_again_a_few_times(ledger: Ledger, reply: str | Response) -> None:
    provider = Provider(lambda _: reply)
    found = judged(ledger, provider)
    assert provider.asked == [IDS] * 3
    assert len({request.key for request in provider.requests}) == 3, "another is a new request"
    assert open_in(found) == IDS and found.status == "judged"
    assert found.refused == (3 if isinstance(reply, Response) else 0)


def test_rounds_that_left_the_ledger_are_made_up_for_and_the_asking_ends(ledger: Ledger) -> None:
    """A ledger may have lost early rounds: later ones stay, and count as asked."""
    before = Provider(lambda _: "")
    judged(ledger, before)
    ledger.close()
    keep_paid(lambda entry: entry.key != before.requests[0].key)
    with open_ledger() as pruned:
        again = Provider(lambda _: "")
        assert open_in(judged(pruned, again)) == IDS
    assert again.asked == [IDS]
    assert again.requests[0].key not in {request.key for request in before.requests[1:]}


def test_of_several_verdicts_that_of_the_lowest_key_counts(ledger: Ledger) -> None:
    """Two clones may have asked about the same criterion, among others."""
    memory = judge_of(ledger, Provider(report)).memory
    for key, passed in (("b", True), ("a", False), ("c", True)):
        reply = Response(text=report(IDS[:1], passed))
        memory.calls_on("subject")[key] = call_of(IDS[:1], "", None, reply)
    found = memory.verdict("subject", IDS[0])
    assert found is not None and not found.passed
    assert list(memory.took("subject", frozenset(IDS))) == ["a", "b", "c"]


def test_answer_over_the_ceiling_is_shown_cut_and_known_by_what_was_shown(ledger: Ledger) -> None:
    provider = Provider(report)
    found = judged(ledger, provider, text="a" * 1_000_000, max_answer_chars=1000)
    assert found.cut == 999_000
    assert len(text_of(provider.requests[0].messages)) < 3000


def test_question_too_long_for_a_judge_is_a_gap_and_no_end_for_the_others(ledger: Ledger) -> None:
    too_long = ContextTooLong("conf/judge/j.yaml: too small")
    provider = Provider(lambda _: too_long if len(provider.asked) == 1 else report(IDS))
    one = judge_of(ledger, provider)
    cases = [Case.of(prompt(), answer(text), CRITERIA, one.judging) for text in ("long", "short")]
    errors = [asyncio.run(one.ask(case)) for case in cases]
    found = [one.judgement(case, error) for case, error in zip(cases, errors, strict=True)]
    assert [item.status for item in found] == ["gap", "judged"]
    assert "too small" in found[0].error and open_in(found[0]) == IDS


def test_call_that_stays_failed_keeps_what_came_before(ledger: Ledger) -> None:
    provider = Provider(lambda ids: report(ids) if len(provider.asked) == 1 else CallError("503"))
    found = judged(ledger, provider, batch=6)
    assert found.status == "gap" and open_in(found) == IDS[6:]


def test_evidence_is_looked_up_in_the_answer_and_takes_no_verdict_away(ledger: Ledger) -> None:
    """It may be elided, and set in other lines."""
    quotes = {
        "const  a = 1;\n  const b": True,
        "const c": False,
        "Const a": False,
        "const a … f(b)": True,
        "const a...f(b)": True,
        "f({...b})": False,
        "const a … g()": False,
        " \n": None,
        "…": None,
    }
    pairs = zip(IDS, quotes, strict=False)
    items = [{"id": id_, "passed": True, "evidence": quote} for id_, quote in pairs]
    provider = Provider(lambda _: json.dumps(items))
    found = judged(ledger, provider, text="const a = 1;\nconst b;\nf(b)")
    assert [verdict.evidence_found for verdict in found.verdicts] == [*quotes.values(), *[None] * 3]
    assert [verdict.passed for verdict in found.verdicts] == [*[True] * len(quotes), *[None] * 3]
