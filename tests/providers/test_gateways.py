"""Gateways before each protocol: what headers, body and sampling become in the real request."""

from contextlib import suppress
from typing import Any

import pytest
from pydantic import ValidationError

from assay.ledger.request import CallError, Request, sampling_params
from tests.providers.models import PROTOCOLS
from tests.providers.service import Service
from tests.providers.setups import KEY, KEY_ENV, TALK, answer_of, provider_of


def sent(service: Service, protocol: str, **settings: Any) -> dict[str, Any]:
    """The one call that a model with these settings makes; the service may refuse it."""
    setup = PROTOCOLS[protocol]
    provider = provider_of(service.url, setup, **settings)
    params = {"max_tokens": 9000, **sampling_params(provider.config)}
    with suppress(CallError):
        answer_of(provider, Request(model=setup.model, messages=TALK, params=params))
    return dict(service.calls[-1])


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_extra_headers_arrive_by_every_protocol(service: Service, protocol: str) -> None:
    plain, hidden = {"x-team": "payments"}, {"x-team-key": KEY_ENV}
    call = sent(service, protocol, extra_headers=plain, extra_headers_env=hidden)
    assert (call["headers"]["x-team"], call["headers"]["x-team-key"]) == ("payments", KEY)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_extra_fields_of_the_body_arrive_or_are_refused(service: Service, protocol: str) -> None:
    if protocol in ("anthropic", "responses"):
        with pytest.raises(ValidationError, match="does not pass `extra_body` on"):
            sent(service, protocol, extra_body={"guardrail": "off"})
    else:
        call = sent(service, protocol, extra_body={"guardrail": {"mode": "off"}})
        assert call["body"]["guardrail"] == {"mode": "off"}


SAMPLING: dict[str, Any] = {"seed": 7, "stop": ["END"], "top_k": 5}
NOT_TAKEN = {"anthropic": {"seed"}, "responses": {"seed", "stop", "top_k"}}
OTHER_NAMES = {("anthropic", "stop"): "stop_sequences", ("gemini", "stop"): "stop_sequences"}


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("name", SAMPLING)
def test_a_sampling_parameter_arrives_or_is_reported(
    service: Service, capfd: pytest.CaptureFixture[str], protocol: str, name: str
) -> None:
    body = sent(service, protocol, sampling={name: SAMPLING[name]})["body"]
    fields = {**body, **body.get("generationConfig", {})}
    arrived = fields.get(OTHER_NAMES.get((protocol, name), name))
    reported = f"is asked without {name}=" in capfd.readouterr().err
    taken = name not in NOT_TAKEN.get(protocol, ())
    assert (arrived, reported) == ((SAMPLING[name], False) if taken else (None, True))
