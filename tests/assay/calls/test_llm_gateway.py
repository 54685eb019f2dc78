"""A model behind a gateway: what the real request has, and what neither ledger nor message has."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from assay.config.settings import RemoteModel
from assay.errors import AssayError
from assay.ledger.request import CallFailed, Request, sampling_params
from tests.assay.calls.test_llm import ask, config, folder, kept, request
from tests.conftest import FakeServer

__all__ = ["folder"]
SECRET = "team-secret-0123456789"


def asked(model: RemoteModel, number: int = 0) -> Request:
    """A request as the stages build it."""
    return request(number, model=model.litellm_model, params=sampling_params(model))


def ask_once(model: RemoteModel, number: int = 0) -> None:
    ask(model, asked(model, number))


def test_what_can_change_an_answer_is_in_the_request_and_in_the_ledgers_key(
    server: FakeServer, capfd: pytest.CaptureFixture[str]
) -> None:
    sampling = {"seed": 7, "stop": ["END", "STOP"], "top_k": 5}
    model = RemoteModel.model_validate(
        {
            "litellm_model": "openai/strong",
            "api_base": f"{server.url}/v1",
            "sampling": sampling,
            "extra_body": {"guardrails": {"mode": "off"}, "min_p": 0.1},
        }
    )
    ask_once(model)
    (call,) = server.calls()
    sent = call["body"]
    assert {name: sent[name] for name in sampling} == sampling
    assert (sent["guardrails"], sent["min_p"]) == ({"mode": "off"}, 0.1)
    assert "extra_body" not in sent
    assert "not taken" not in capfd.readouterr().err

    ask_once(model)
    assert len(server.calls()) == 1, "the ledger answers the same request"
    changes: list[dict[str, Any]] = [
        {"extra_body": {"min_p": 0.2}},
        *({"sampling": model.sampling.model_copy(update={name: None})} for name in sampling),
    ]
    keys = {asked(model.model_copy(update=change)).key for change in changes}
    assert len(keys - {asked(model).key}) == 4


def test_without_these_settings_the_ledgers_keys_are_as_before() -> None:
    assert sampling_params(RemoteModel(litellm_model="openai/strong")) == {}


def test_headers_are_sent_and_enter_neither_key_nor_ledger(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEAM_KEY", SECRET)
    plain = config(server)
    model = config(
        server, extra_headers={"X-Team": "payments"}, extra_headers_env={"X-Team-Key": "TEAM_KEY"}
    )
    ask_once(model)
    (call,) = server.calls()
    assert call["headers"]["x-team"] == "payments"
    assert call["headers"]["x-team-key"] == SECRET
    assert asked(model).key == asked(plain).key
    assert SECRET not in kept()
    assert "payments" not in kept()


@pytest.mark.parametrize("status", [401, 500])
def test_a_secret_header_that_the_gateway_echoes_shows_nowhere(
    server: FakeServer,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    status: int,
) -> None:
    monkeypatch.setenv("TEAM_KEY", SECRET)
    model = config(server, extra_headers_env={"X-Team-Key": "TEAM_KEY"})
    server.settings(failing=["strong"], status=status, error=f"wrong {SECRET}")
    with pytest.raises((AssayError, CallFailed)) as caught:
        ask_once(model)
    assert "wrong <key>" in str(caught.value)
    out = capfd.readouterr()
    assert SECRET not in kept() + out.out + out.err


def test_a_missing_variable_of_a_header_is_named_before_any_call(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TEAM_KEY", raising=False)
    with pytest.raises(AssayError, match=r"^conf/model/m.yaml: .* TEAM_KEY is not set: .*No call"):
        ask_once(config(server, extra_headers_env={"X-Team-Key": "TEAM_KEY"}))
    assert server.calls() == []


def test_the_api_version_is_in_the_address_and_not_in_the_key(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZURE_KEY", SECRET)
    model = RemoteModel(
        litellm_model="azure/strong",
        api_base=server.url,
        api_version="2026-01-01",
        api_key_env="AZURE_KEY",
    )
    ask_once(model)
    (call,) = server.calls()
    assert call["address"] == ("/openai/deployments/strong/chat/completions?api-version=2026-01-01")
    newer = model.model_copy(update={"api_version": "2026-06-01"})
    assert asked(newer).key == asked(model).key


def test_the_commands_output_is_the_key_and_the_command_runs_once(
    server: FakeServer, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    runs = tmp_path.parent / f"{tmp_path.name}-runs"
    command = f"sh -c 'echo run >> {runs}; echo; echo {SECRET}'"
    model = config(server, api_key_command=command)
    ask(model, *(asked(model, number) for number in range(3)))
    ask_once(model, 4)
    assert {call["authorization"] for call in server.calls()} == {f"Bearer {SECRET}"}
    assert runs.read_text() == "run\n"
    assert asked(model).key == asked(config(server)).key
    server.settings(failing=["strong"], status=401, error="wrong AUTHORIZATION")
    with pytest.raises(AssayError, match="wrong Bearer <key>"):
        ask_once(model, 5)
    out = capfd.readouterr()
    assert SECRET not in kept() + out.out + out.err


@pytest.mark.parametrize(
    "wrong",
    [
        {"extra_headers": {"Authorization": "Bearer x"}},
        {"extra_headers": {"X-Team-Key-Token": "x"}},
        {"extra_headers": {"X-Team": "${oc.env:TEAM_KEY}"}},
        {"extra_headers_env": {"X-Team-Key": SECRET}},
        {"extra_body": {"messages": []}},
        {"api_key_env": "A_KEY", "api_key_command": "print-token"},
    ],
    ids=json.dumps,
)
def test_a_secret_in_the_file_or_a_setting_that_assay_decides_is_refused(
    wrong: dict[str, Any],
) -> None:
    with pytest.raises(ValidationError):
        RemoteModel.model_validate({"litellm_model": "openai/strong"} | wrong)
