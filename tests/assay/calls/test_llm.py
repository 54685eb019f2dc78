"""One call: what is sent, kept, retried and fatal, and what no message shows."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assay.calls.client import Client, require_nothing_missing
from assay.calls.llm import _optional, api_key
from assay.calls.remote import open_gates, remote_client
from assay.config.settings import CallsConfig, Price, RemoteModel, Sampling
from assay.errors import AssayError
from assay.ledger.request import CallFailed, CallPurpose, Request
from assay.ledger.store import open_ledger
from assay.records.pipeline import Response
from stages.generate.dialogue.tools import TOOLS
from tests.conftest import FakeServer

KEY = "plain-secret-0123456789"
CALLS = CallsConfig(max_retries=2, retry_wait_s=0, timeout_s=20)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: FakeServer) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield
    server.settings(latency_s=0, failing=[], fail_times=0, status=503, error="overloaded")


def config(server: FakeServer, **more: Any) -> RemoteModel:
    given = {"litellm_model": "openai/strong", "api_base": f"{server.url}/v1"} | more
    return RemoteModel(**{"price": Price(input=1.0, output=2.0, cached_input=0.5)} | given)


def request(number: int = 0, **more: Any) -> Request:
    messages = (
        {"role": "system", "content": "You answer with files."},
        {"role": "user", "content": f"Port {number}"},
    )
    return Request(**{"model": "openai/strong", "messages": messages} | more)


def ask(model: RemoteModel, *requests: Request, calls: CallsConfig = CALLS) -> list[Response]:
    """The answers, asked at once, through a ledger as a stage does it."""

    async def all_of(client: Client) -> list[Response]:
        asked = (
            client.complete(one, CallPurpose(test="T", attempt=1, prompt="p")) for one in requests
        )
        found = await asyncio.gather(*asked, return_exceptions=True)
        require_nothing_missing([client])
        for one in found:
            if isinstance(one, BaseException):
                raise one
        return [one for one in found if isinstance(one, Response)]

    with open_ledger() as ledger, open_gates(calls) as gates:
        return asyncio.run(all_of(remote_client(model, calls, "conf/model/m.yaml", ledger, gates)))


def kept() -> str:
    """All that is on disk."""
    return "".join(
        path.read_bytes().decode("utf-8", "replace") for path in Path().rglob("*") if path.is_file()
    )


def test_usage_and_cost_are_what_the_server_billed_at_our_own_prices(server: FakeServer) -> None:
    (response,) = ask(config(server), request())
    sent = server.calls()[0]["usage"]
    cached = sent["prompt_tokens_details"]["cached_tokens"]
    used = response.usage
    assert cached > 0
    assert (used.input, used.cached, used.output) == (
        sent["prompt_tokens"],
        cached,
        sent["completion_tokens"],
    )
    assert used.reasoning == sent["completion_tokens_details"]["reasoning_tokens"]
    dollars = (used.input - cached) * 1.0 + cached * 0.5 + used.output * 2.0
    assert response.cost_usd == pytest.approx(dollars / 1e6) and response.prices == "config"
    assert response.reported_model == "strong-2026" and response.latency_s > 0 and response.time


def test_the_same_request_twice_at_once_is_one_call(server: FakeServer) -> None:
    first, second = ask(config(server), request(), request())
    assert first == second and len(server.calls()) == 1


def test_after_a_refused_key_no_further_call_starts(server: FakeServer) -> None:
    server.settings(failing=["strong"], status=401)
    with pytest.raises(AssayError):
        ask(
            config(server),
            *map(request, range(20)),
            calls=CallsConfig(concurrency=2, max_retries=0),
        )
    assert len(server.calls()) <= 2


def test_cached_tokens_cost_as_much_as_others_unless_a_price_says_otherwise(
    server: FakeServer,
) -> None:
    (response,) = ask(config(server, price=Price(input=1.0, output=0.0)), request())
    assert response.cost_usd == pytest.approx(response.usage.input / 1e6)


def test_a_model_without_a_known_price_has_no_cost_rather_than_none_at_all(
    server: FakeServer,
) -> None:
    (response,) = ask(config(server, price=None), request())
    assert response.cost_usd is None and response.prices == ""


def test_the_same_request_is_paid_once_even_for_another_address(server: FakeServer) -> None:
    (first,) = ask(config(server), request())
    (second,) = ask(
        config(server, api_base="http://127.0.0.1:9/v1", api_key_env="NOT_SET_API_KEY"), request()
    )
    assert first == second and len(server.calls()) == 1


def test_another_attempt_parameter_or_tool_is_another_request() -> None:
    requests = [
        request(), request(1), request(attempt=2), request(params={"temperature": 0}),
        request(tools=TOOLS[:1])
    ]  # fmt: skip
    assert len({one.key for one in requests}) == len(requests)
    assert request(params={"a": 1, "b": 2}).key == request(params={"b": 2, "a": 1}).key


def test_an_overloaded_server_is_asked_again_until_it_answers(server: FakeServer) -> None:
    server.settings(fail_times=2)
    (response,) = ask(config(server), request())
    assert response.text and len(server.calls()) == 3


@pytest.mark.parametrize("status", [429, 500, 502, 503])
def test_what_stays_failed_is_a_gap_after_bounded_retries_and_never_kept(
    server: FakeServer, status: int
) -> None:
    server.settings(failing=["strong"], status=status)
    with pytest.raises(CallFailed, match="overloaded"):
        ask(config(server), request())
    assert len(server.calls()) == 1 + CALLS.max_retries
    assert '"entry"' not in kept()


def test_a_request_that_the_provider_finds_bad_is_one_gap_without_retries(
    server: FakeServer,
) -> None:
    server.settings(failing=["strong"], status=400, error="context too long")
    with pytest.raises(CallFailed, match="context too long"):
        ask(config(server), request())
    assert len(server.calls()) == 1


def test_a_model_of_no_known_provider_stops_the_stage() -> None:
    with pytest.raises(AssayError, match=r"^conf/model/m.yaml: .*'oops/x'"):
        ask(RemoteModel(litellm_model="oops/x"), request().model_copy(update={"model": "oops/x"}))


def test_a_replay_answers_from_the_ledger_and_names_what_is_missing(server: FakeServer) -> None:
    ask(config(server), request(1))
    replay = CallsConfig(mode="replay")
    assert len(ask(config(server), request(1), calls=replay)) == 1
    with pytest.raises(
        AssayError,
        match=r"calls.mode=replay, but the ledger has no answer for 2 calls: T .*; T .*dvc pull",
    ):
        ask(config(server), request(1), request(2), request(3), calls=replay)
    assert len(server.calls()) == 1


@pytest.mark.parametrize("status", [401, 500])
@pytest.mark.parametrize("key", [KEY, "sk-abcdefghijklmnop"])
def test_a_key_that_the_server_echoes_shows_nowhere(
    server: FakeServer,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    status: int,
    key: str,
) -> None:
    monkeypatch.setenv("FAKE_API_KEY", key)
    model = config(server, api_key_env="FAKE_API_KEY")
    ask(model, request(1))
    server.settings(failing=["strong"], status=status, error="wrong AUTHORIZATION")
    with pytest.raises((AssayError, CallFailed)) as caught:
        ask(model, request(2))
    assert server.calls()[0]["authorization"] == f"Bearer {key}"
    assert "wrong Bearer <key>" in str(caught.value)
    out = capfd.readouterr()
    assert key not in str(caught.value) + kept() + out.out + out.err
    assert key not in str(caught.value.__cause__) and caught.value.__suppress_context__


def test_a_key_is_read_from_the_environment_before_the_env_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = RemoteModel(api_key_env="FAKE_API_KEY")
    monkeypatch.delenv("FAKE_API_KEY", raising=False)
    with pytest.raises(
        AssayError,
        match=r"^here: the environment variable FAKE_API_KEY is not set: .*No call was made",
    ):
        api_key(model, "here")
    Path(".env").write_text("FAKE_API_KEY=of-the-file\n")
    assert api_key(model, "here") == "of-the-file"
    Path(".env").write_text("FAKE_API_KEY=changed\n")
    os.utime(".env", ns=(1, 1))
    assert api_key(model, "here") == "changed"
    monkeypatch.setenv("FAKE_API_KEY", "of-the-environment")
    assert api_key(model, "here") == "of-the-environment"
    assert api_key(RemoteModel(), "here") is None


def test_no_more_calls_are_made_at_once_than_allowed(server: FakeServer) -> None:
    server.settings(latency_s=0.05)
    requests = [request(number) for number in range(9)]
    responses = ask(config(server), *requests, calls=CallsConfig(concurrency=3))
    assert len(responses) == 9 and max(call["active"] for call in server.calls()) == 3


@pytest.mark.parametrize(("concurrency", "calls", "verb"), [(1, 1, ""), (3, 3, "was passed: ")])
def test_a_bill_above_its_estimate_keeps_the_next_calls_from_passing_the_budget(
    server: FakeServer, concurrency: int, calls: int, verb: str
) -> None:
    model = config(server, price=Price(input=0, output=1e4), sampling=Sampling(max_tokens=1))
    (first,) = ask(model, request(99))
    bill = first.cost_usd or 0.0
    assert bill > 0.1, "a call writes more than its limit of one token"
    limits = CallsConfig(concurrency=concurrency, budget_usd=2.5 * bill)  # one bill is spent
    server.settings(latency_s=0.2)
    with pytest.raises(AssayError, match=rf"limit: (the budget )?{verb}\$"):
        ask(model, *map(request, range(9)), calls=limits)
    assert len(server.calls()) == 1 + calls


@pytest.mark.parametrize("model", ["gemini/gemini-2.5-pro", "anthropic/claude-sonnet-4-5"])
def test_what_litellm_changes_are_copies_so_that_the_key_of_the_next_turn_stays(model: str) -> None:
    asked = request(model=model, tools=TOOLS, response_format={"type": "json_object"})
    key = asked.key
    sent = _optional(asked)
    sent["tools"][0]["function"]["parameters"]["changed"] = True
    sent["response_format"]["changed"] = True
    with pytest.raises((AssayError, CallFailed)):
        ask(
            RemoteModel(litellm_model=model, api_base="http://127.0.0.1:9"),
            asked,
            calls=CallsConfig(max_retries=0),
        )
    assert asked.key == key and "changed" not in str(TOOLS)
