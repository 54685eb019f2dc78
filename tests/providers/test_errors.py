"""Errors of providers: which are fatal, which are retryable, and how long a call waits."""

import socket
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Literal

import pytest

from assay.calls.call_errors import classify_error
from assay.calls.exchange import Exchange
from assay.ledger.request import CallError, Request
from tests.providers.models import (
    CHAT,
    CLAUDE,
    GEMINI,
    GENERIC,
    PROTOCOLS,
    RESPONSES,
    Setup,
    every_protocol,
    two_protocols,
)
from tests.providers.replies import Failure, ModelReply, Trouble
from tests.providers.service import Service
from tests.providers.setups import TALK, ask, ends, failed, provider_of, stopped

REFUSED = "the provider refuses '{}': "
TOO_SMALL = "the context window of '{}' is too small for this prompt: "
UNPAID = "the account that pays for '{}' has nothing left: "
QUOTA = "You exceeded your current quota, please check your plan and billing details."
FLAGGED = "Invalid prompt: flagged as potentially violating our usage policy."
FATAL = [
    *((setup, Failure(401, "no such thing here"), REFUSED) for setup in PROTOCOLS.values()),
    (CHAT, Failure(403, "no such thing here"), REFUSED),
    (CLAUDE, Failure(404, "no such thing here"), REFUSED),
    (GEMINI, Failure(400, "API key not valid. Please pass one.", "API_KEY_INVALID"), REFUSED),
    (CHAT, Failure(400, "maximum context length is 8192", "context_length_exceeded"), TOO_SMALL),
    (RESPONSES, Failure(400, "Your input exceeds the context window of this model."), TOO_SMALL),
    (CLAUDE, Failure(400, "prompt is too long: 210000 tokens > 200000 maximum"), TOO_SMALL),
    (CLAUDE, Failure(400, "input length and `max_tokens` exceed context limit: 9 > 8"), TOO_SMALL),
    (
        GEMINI,
        Failure(400, "The input token count (9) exceeds the maximum number of tokens allowed (8)."),
        TOO_SMALL,
    ),
    (GENERIC, Failure(400, "This model's maximum context length is 4096 tokens."), TOO_SMALL),
    (GENERIC, Failure(400, "longer than the maximum model length of 8."), TOO_SMALL),
    (GENERIC, Failure(400, "the request exceeds the available context size."), TOO_SMALL),
    (GENERIC, Failure(400, "loaded with context length of only 4096 tokens"), TOO_SMALL),
    (CHAT, Failure(429, QUOTA, "insufficient_quota"), UNPAID),
    (RESPONSES, Failure(429, QUOTA, "insufficient_quota"), UNPAID),
    (CLAUDE, Failure(400, "Your credit balance is too low to access the API."), UNPAID),
    (GENERIC, Failure(402, "Insufficient Balance"), UNPAID),
]


@pytest.mark.parametrize(("setup", "failure", "reason"), FATAL)
def test_what_no_further_call_can_mend_stops_the_stage_with_one_line(
    service: Service, setup: Setup, failure: Failure, reason: str
) -> None:
    service.reset(failure)
    line = stopped(service, setup)
    assert line.startswith(f"conf/model/m.yaml: {reason.format(setup.model)}")
    assert line.endswith(failure.text) and len(service.calls) == 1


@pytest.mark.parametrize(
    ("setup", "failure"),
    [
        (CLAUDE, Failure(400, "Output blocked by content filtering policy")),
        (CHAT, Failure(400, FLAGGED, "invalid_prompt")),
        (RESPONSES, Failure(400, FLAGGED)),
        (GENERIC, Failure(403, "Content violates usage guidelines.")),
    ],
)
def test_a_refusal_that_comes_as_an_error_is_an_answer_that_refuses(
    service: Service, setup: Setup, failure: Failure
) -> None:
    service.reset(failure)
    response = ask(service, setup)
    assert (response.text, response.finish_reason) == ("", "content_filter")


@every_protocol
@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_bad_request_is_not_asked_again(service: Service, setup: Setup, status: int) -> None:
    service.reset(Failure(status, "this is wrong"))
    error = failed(service, setup)
    assert not error.retryable and not error.rate_limited and str(error).endswith("this is wrong")


@every_protocol
@pytest.mark.parametrize("status", [429, 503, 529, 500, 502, 504, 408])
def test_what_passes_is_asked_again_and_overload_is_told_apart(
    service: Service, setup: Setup, status: int
) -> None:
    service.reset(Failure(status, "Overloaded" if status == 529 else "not now"))
    error = failed(service, setup)
    assert error.retryable and not error.charged and error.retry_after_s is None
    assert error.rate_limited == (status in (429, 503, 529))
    assert len(service.calls) == 1  # neither litellm nor the client below it asks again by itself


PAST = "Wed, 21 Oct 2015 07:28:00 GMT"


@two_protocols
@pytest.mark.parametrize("status", [429, 503, 529])
@pytest.mark.parametrize(
    ("value", "seconds"),
    [("17", 17), (PAST, 0), ("-5", 0), ("0.25", 0.25), ("soon", None), ("inf", None), ("", None)],
)
def test_how_long_an_overloaded_service_wants_to_be_left_alone_is_read_from_its_headers(
    service: Service, setup: Setup, status: int, value: str, seconds: float | None
) -> None:
    service.reset(Failure(status, headers=(("retry-after", value),)))
    assert failed(service, setup).retry_after_s == seconds


def test_retry_after_may_be_a_date(service: Service) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    service.reset(Failure(429, "slow down", headers=(("Retry-After", date),)))
    seconds = failed(service, CHAT).retry_after_s
    assert seconds is not None and 3000 < seconds <= 3600


def test_geminis_limit_of_a_minute_is_no_empty_account_and_says_how_long(service: Service) -> None:
    service.reset(Failure(429, QUOTA, "retry_info"))
    error = failed(service, GEMINI)
    assert error.rate_limited and error.retry_after_s == 34


@pytest.mark.parametrize("kind", ["close", "reset"])
@every_protocol
def test_a_connection_that_is_cut_is_asked_again_and_may_cost(
    service: Service, setup: Setup, kind: Literal["close", "reset"]
) -> None:
    service.reset(Trouble(kind))
    error = failed(service, setup)
    assert error.retryable and not error.rate_limited and error.charged
    service.reset(ModelReply())
    assert ask(service, setup).text == "Hello."  # the client is not left broken


def is_free(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) != 0


@every_protocol
def test_a_refused_connection_is_asked_again_and_its_port_is_not_taken_for_a_status(
    service: Service, setup: Setup
) -> None:
    port = next(port for port in range(40300, 40400) if is_free(port))
    error = failed(service, setup, url=f"http://127.0.0.1:{port}")
    assert error.retryable and not error.rate_limited and not error.charged
    assert "onnect" in str(error) and "\n" not in str(error)


def test_a_reply_after_a_failed_connection_keeps_its_status(service: Service) -> None:
    """litellm tries Gemini's connection twice by itself."""
    service.reset(Trouble("reset"), Failure(400, "bad field"))
    error = failed(service, GEMINI)
    assert len(service.calls) == 2
    assert not error.retryable and not error.charged


@two_protocols
@pytest.mark.parametrize("trouble", [Trouble("silence"), Trouble("drip")])
def test_a_late_reply_is_asked_for_again(service: Service, setup: Setup, trouble: Trouble) -> None:
    service.reset(trouble)
    error = failed(service, setup, timeout_s=0.3)
    assert error.retryable and not error.rate_limited and error.charged
    assert "time" in str(error).lower()


def test_a_missing_package_stops_the_stage_and_is_named() -> None:
    error = RuntimeError("APIConnectionError: No module named 'boto9'")
    error.__context__ = ModuleNotFoundError("No module named 'boto9'")  # as litellm leaves it
    line = str(classify_error(error, "bedrock/x", "conf/model/m.yaml", Exchange()))
    reason = "litellm needs a package that is not installed to call 'bedrock/x': "
    assert line.startswith(f"conf/model/m.yaml: {reason}") and "boto9" in line


@two_protocols
def test_calls_wait_side_by_side_and_none_holds_up_others(service: Service, setup: Setup) -> None:
    service.reset(Trouble("silence"))
    provider = provider_of(service.url, setup, timeout_s=1)
    began = time.monotonic()
    found = ends(provider, *[Request(model=setup.model, messages=TALK)] * 8)
    assert all(isinstance(end, CallError) and "time-out of 1 s" in str(end) for end in found)
    assert time.monotonic() - began < 6, "one after another they take eight seconds and more"
    assert len(service.calls) == 8
