"""One call through a ledger: what is sent, kept, retried and fatal, and what no message shows."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from assay.calls.client import Client
from assay.calls.credentials import credentials
from assay.calls.remote import open_gates, remote_client
from assay.config.settings import CallsConfig, Price, RemoteModel, Sampling
from assay.errors import AssayError
from assay.ledger.paid_calls import open_ledger
from assay.ledger.request import CallFailed, CallPurpose, Request, sampling_params
from assay.records.pipeline import Response
from stages.generate.dialogue.tools import TOOLS
from tests.conftest import FakeServer

KEY = "plain-secret-0123456789"
HEADER = "team-secret-0123456789"
CALLS = CallsConfig(max_retries=2, retry_wait_s=0, timeout_s=20)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TEAM_KEY", HEADER)


def config(server: FakeServer, **more: Any) -> RemoteModel:
    given = {"litellm_model": "openai/strong", "api_base": f"{server.url}/v1"} | more
    return RemoteModel(**{"price": Price(input=1.0, output=2.0, cached_input=0.5)} | given)


def request(number: int = 0, **more: Any) -> Request:
    messages = (
        {"role": "system", "content": "You answer with files."},
        {"role": "user", "content": f"Port {number}"},
    )
    return Request(**{"model": "openai/strong", "messages": messages} | more)


def as_sent(model: RemoteModel, number: int = 0) -> Request:
    """A request as the stages build it."""
    return request(number, model=model.litellm_model, params=sampling_params(model))


def ask(model: RemoteModel, *requests: Request, calls: CallsConfig = CALLS) -> list[Response]:
    """The answers, asked at once, through a ledger as a stage does it."""

    async def all_of(client: Client) -> list[Response]:
        purpose = CallPurpose(test="T", attempt=1, prompt="p")
        asked = (client.complete(one, purpose) for one in requests)
        found = await asyncio.gather(*asked, return_exceptions=True)
        for one in found:
            if isinstance(one, BaseException):
                raise one
        return [one for one in found if isinstance(one, Response)]

    with open_ledger() as ledger, open_gates(calls) as gates:
        return asyncio.run(all_of(remote_client(model, calls, "conf/model/m.yaml", ledger, gates)))


def kept() -> str:
    """All that is on disk, segments unpacked."""
    texts = []
    for path in Path().rglob("*"):
        if path.is_file():
            packed = path.suffix == ".gz"
            data = gzip.decompress(path.read_bytes()) if packed else path.read_bytes()
            texts.append(data.decode("utf-8", "replace"))
    return "".join(texts)


def test_one_request_is_paid_once_also_at_once_and_for_another_address(server: FakeServer) -> None:
    first, second = ask(config(server), request(), request())
    elsewhere = config(server, api_base="http://127.0.0.1:9/v1", api_key_env="NOT_SET_API_KEY")
    (third,) = ask(elsewhere, request())
    assert first == second == third and len(server.calls()) == 1
    assert first.latency_s > 0 and first.time


def test_what_changes_an_answer_is_in_the_request_and_the_ledgers_key(server: FakeServer) -> None:
    sampling = {"seed": 7, "stop": ["END", "STOP"], "top_k": 5}
    body = {"guardrails": {"mode": "off"}, "min_p": 0.1}
    model = config(server, sampling=Sampling.model_validate(sampling), extra_body=body)
    ask(model, as_sent(model))
    (call,) = server.calls()
    assert {name: call["body"][name] for name in (*sampling, *body)} == sampling | body
    assert "extra_body" not in call["body"]
    others = [
        {name: value for name, value in sampling.items() if name != gone} for gone in sampling
    ]
    changed = [config(server, sampling=one, extra_body=body) for one in others]
    changed.append(config(server, sampling=sampling, extra_body={"min_p": 0.2}))
    assert len({as_sent(one).key for one in (*changed, model)}) == 5
    assert sampling_params(config(server)) == {}, "without these settings the keys are as before"
    thinks = config(server, sampling={"thinking_budget": 2048})
    assert sampling_params(thinks) == {"thinking": {"type": "enabled", "budget_tokens": 2048}}


@pytest.mark.parametrize(
    ("status", "calls"), [(429, 1 + CALLS.max_retries), (503, 1 + CALLS.max_retries), (400, 1)]
)
def test_what_stays_failed_is_a_gap_after_bounded_retries_if_any_and_never_kept(
    server: FakeServer, status: int, calls: int
) -> None:
    server.settings(failing=["strong"], status=status, error="no luck")
    with pytest.raises(CallFailed, match="no luck"):
        ask(config(server), request())
    assert len(server.calls()) == calls
    assert '"response"' not in kept()


def test_a_model_of_no_known_provider_stops_the_stage() -> None:
    with pytest.raises(AssayError, match=r"^conf/model/m.yaml: .*'oops/x'"):
        ask(RemoteModel(litellm_model="oops/x"), request(model="oops/x"))


@pytest.mark.parametrize("status", [401, 500])
@pytest.mark.parametrize("echo", ["AUTHORIZATION", HEADER])
@pytest.mark.parametrize("key", [KEY, "sk-abcdefghijklmnop"])
def test_a_key_or_secret_header_that_the_server_echoes_shows_nowhere_nor_enters_the_ledgers_key(
    server: FakeServer,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    status: int,
    echo: str,
    key: str,
) -> None:
    monkeypatch.setenv("FAKE_API_KEY", key)
    hidden = {"X-Team-Key": "TEAM_KEY"}
    shown = {"X-Team": "payments"}
    model = config(
        server, api_key_env="FAKE_API_KEY", extra_headers=shown, extra_headers_env=hidden
    )
    ask(model, request(1))
    assert "Port 1" in kept() and '"response"' in kept()
    (call,) = server.calls()
    assert (call["headers"]["x-team"], call["headers"]["x-team-key"]) == ("payments", HEADER)
    assert call["authorization"] == f"Bearer {key}"
    assert as_sent(model).key == as_sent(config(server)).key
    server.settings(failing=["strong"], status=status, error=f"wrong {echo}")
    with pytest.raises((AssayError, CallFailed)) as caught:
        ask(model, request(2))
    assert "<key>" in str(caught.value) and caught.value.__suppress_context__
    out = capfd.readouterr()
    everything = f"{caught.value}{caught.value.__cause__}{kept()}{out.out}{out.err}"
    assert key not in everything and HEADER not in everything and "payments" not in everything


def test_a_key_is_read_from_environment_before_env_file(monkeypatch: pytest.MonkeyPatch) -> None:
    model = RemoteModel(api_key_env="FAKE_API_KEY")
    monkeypatch.delenv("FAKE_API_KEY", raising=False)
    unset = r"^here: the environment variable FAKE_API_KEY is not set: .*No call was made"
    with pytest.raises(AssayError, match=unset):
        credentials(model, "here")
    Path(".env").write_text("FAKE_API_KEY=of-the-file\n")
    assert credentials(model, "here").key == "of-the-file"
    Path(".env").write_text("FAKE_API_KEY=changed\n")
    assert credentials(model, "here").key == "changed"
    monkeypatch.setenv("FAKE_API_KEY", "of-the-environment")
    assert credentials(model, "here").key == "of-the-environment"
    assert credentials(RemoteModel(), "here").key is None


def test_a_missing_variable_of_a_header_is_named_before_any_call(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TEAM_KEY")
    with pytest.raises(AssayError, match=r"^conf/model/m.yaml: .* TEAM_KEY is not set: .*No call"):
        ask(config(server, extra_headers_env={"X-Team-Key": "TEAM_KEY"}), request())
    assert server.calls() == []


def test_the_api_version_is_in_the_address_and_not_in_the_key(server: FakeServer) -> None:
    azure = {"litellm_model": "azure/strong", "api_base": server.url, "api_key_env": "TEAM_KEY"}
    model = config(server, **azure, api_version="2026-01-01")
    ask(model, as_sent(model))
    (call,) = server.calls()
    assert call["address"] == "/openai/deployments/strong/chat/completions?api-version=2026-01-01"
    newer = model.model_copy(update={"api_version": "2026-06-01"})
    assert as_sent(newer).key == as_sent(model).key


@pytest.mark.parametrize(
    "wrong",
    [
        {"extra_headers": {"Authorization": "Bearer x"}},
        {"extra_headers": {"X-Team-Key-Token": "x"}},
        {"extra_headers": {"X-Team": "${oc.env:TEAM_KEY}"}},
        {"extra_headers_env": {"X-Team-Key": HEADER}},
        {"extra_body": {"messages": []}},
    ],
    ids=str,
)
def test_a_secret_in_the_file_or_a_setting_of_assays_own_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        RemoteModel.model_validate({"litellm_model": "openai/strong"} | wrong)


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
    assert max(call["active"] for call in server.calls()) <= concurrency


def test_what_litellm_changes_are_copies_so_that_the_key_of_the_next_turn_stays() -> None:
    """For Gemini it changes the tools that it is given."""
    model = "gemini/gemini-2.5-pro"
    asked = request(model=model, tools=TOOLS, response_format={"type": "json_object"})
    key, tools = asked.key, str(TOOLS)
    nobody = RemoteModel(litellm_model=model, api_base="http://127.0.0.1:9")
    with pytest.raises((AssayError, CallFailed)):
        ask(nobody, asked, calls=CallsConfig(max_retries=0))
    assert asked.key == key and str(TOOLS) == tools
