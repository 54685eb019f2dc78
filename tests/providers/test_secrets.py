"""Keys in headers, addresses and replies, whole or in part, show in no message."""

import pytest

from assay.calls.call_errors import redacted
from tests.providers.models import Setup, every_protocol
from tests.providers.replies import Failure, Raw
from tests.providers.service import Service
from tests.providers.setups import KEY, failed, stopped

ECHOES = {
    "a header": f"Incorrect Authorization: Bearer {KEY}",
    "another header": f"bad x-api-key: {KEY}",
    "an address": f"POST https://service.invalid/v1/m:generateContent?key={KEY}&alt=json failed",
    "its beginning": f"Incorrect API key provided: {KEY[:12]}.",
    "its end": f"Incorrect API key provided: …{KEY[-9:]}.",
    "masked": f"Incorrect API key provided: {KEY[:5]}********{KEY[-4:]}.",
}


@every_protocol
@pytest.mark.parametrize("text", ECHOES.values(), ids=ECHOES)
@pytest.mark.parametrize("status", [401, 500])
def test_a_key_that_a_service_echoes_shows_in_no_message(
    service: Service, setup: Setup, text: str, status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    service.reset(Failure(status, text))
    message = stopped(service, setup) if status == 401 else str(failed(service, setup))
    out = capfd.readouterr()
    shown = message + out.out + out.err
    assert "<key>" in message or "REDACTED" in message  # litellm's own word
    assert KEY not in shown and KEY[:8] not in shown and KEY[-8:] not in shown and "*" not in shown


@every_protocol
def test_a_key_in_a_reply_that_cannot_be_read_shows_nowhere(service: Service, setup: Setup) -> None:
    service.reset(Raw(f"<html>{KEY}</html>".encode(), content_type="text/html"))
    assert KEY not in str(failed(service, setup))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GET /v1?alt=json&key=abc failed", "GET /v1?alt=json&key=<key> failed"),
        ("api_key=abcdefghij in /v1?api_key=abcde", "api_key=abcdefghij in /v1?api_key=<key>"),
        ("{'x-goog-api-key': 'abcdefghij'}", "{'x-goog-api-key': '<key>'}"),
        ("Authorization: Bearer abc.def/ghi+jk=", "Authorization: Bearer <key>"),
        ("sk-ant-api03-abcdefgh hf_abcdefghijk", "<key> <key>"),
        ("gsk_abcdefghi AIzaSyA1234567", "<key> <key>"),
        ("the keyboard-shortcut and the task-list", "the keyboard-shortcut and the task-list"),
        ("two\nlines\tand  blanks", "two lines and blanks"),
    ],
)
def test_what_looks_like_a_key_is_redacted_without_knowing_it(text: str, expected: str) -> None:
    assert redacted(text, None) == expected


def test_a_key_is_redacted_as_an_address_writes_it() -> None:
    assert redacted("at /v1?token=a%2Bb%2Fc%3D%20dd", "a+b/c= dd") == "at /v1?token=<key>"
    assert redacted("no key, nothing to hide", "") == "no key, nothing to hide"


def test_a_key_across_the_end_of_a_long_message_is_cut_after_it_was_redacted() -> None:
    assert KEY[:4] not in redacted("x" * 295 + " " + KEY, KEY)
