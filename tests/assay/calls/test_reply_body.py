"""What a body with status 200 means, whatever a server puts into it."""

import json
from typing import Any

import pytest

from assay.calls.reply_body import OTHER_ERROR, read_body


def meaning(body: Any) -> tuple[int, Any]:
    read = read_body(json.dumps(body).encode())
    return read.status, json.loads(read.content)


def chat(**choice: Any) -> dict[str, Any]:
    return {"choices": [{"message": {"content": "Half an ans"}} | choice]}


@pytest.mark.parametrize(
    ("error", "status"),
    [
        ({"code": 429}, 429),
        ({"code": "503", "type": "invalid_request_error"}, 503),
        ({"type": "overloaded_error", "message": "busy"}, 529),
        ({"code": "rate_limit_exceeded", "message": "busy"}, 429),
        ({"status": "NOT_FOUND", "message": "no such model"}, 404),
        ({"code": "insufficient_quota", "message": "pay first"}, 402),
        ({"code": "server_error", "message": "sorry"}, OTHER_ERROR),
        ({"code": "9" * 5000, "type": "rate_limit_error"}, 429),
        ({"code": {"number": 503}, "status": ["NOT_FOUND"]}, OTHER_ERROR),
        ({"code": 200}, OTHER_ERROR),
        (["sorry"], OTHER_ERROR),
    ],
    ids=str,
)
def test_an_error_has_a_status_whatever_its_fields_hold(error: object, status: int) -> None:
    assert meaning({"error": error}) == (status, {"error": error})


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (chat(finish_reason="error"), 500),
        (chat(finish_reason="ERROR"), 500),
        (chat(finish_reason="stop", native_finish_reason="error"), 500),
        (chat(finish_reason="insufficient_system_resource"), 500),
        (chat(finish_reason="error", error={"code": 429, "message": "busy"}), 429),
        (chat(finish_reason="stop", error={"code": 502}), 502),
        (chat() | {"error": {"code": 503}}, 503),
        ({"status": "failed", "output": [{"type": "message"}]}, 500),
        ({"stop_reason": "error", "content": [{"type": "text", "text": "Half an ans"}]}, 500),
    ],
    ids=range(9),
)
def test_half_an_answer_with_a_failure_is_that_failure(body: dict[str, Any], status: int) -> None:
    found, said = meaning(body)
    assert found == status and said["error"]["code"] == status
    assert "Half" not in str(said), "the model's words are no error text"


@pytest.mark.parametrize("reason", ["stop", "length", "eos", "content_filter", None, 7])
def test_other_finish_reasons_leave_an_answer(reason: Any) -> None:
    assert meaning(chat(finish_reason=reason)) == (200, chat(finish_reason=reason))


@pytest.mark.parametrize(
    ("parts", "content"),
    [
        (["a", "b"], "ab"),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "ab"),
        ([{"type": "thinking", "thinking": [{"text": "Hm."}]}, {"type": "text", "text": "a"}], "a"),
        ([], ""),
        ([{"type": "image", "image": "a"}], [{"type": "image", "image": "a"}]),
    ],
    ids=range(5),
)
def test_a_text_in_parts_is_one_text_and_other_parts_stay(parts: list[Any], content: Any) -> None:
    assert meaning(chat(message={"content": parts})) == (200, chat(message={"content": content}))
