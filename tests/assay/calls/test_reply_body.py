"""Which status a reply's body means, whatever a server puts into it."""

import json

import pytest

from assay.calls.http import OTHER_ERROR, status_of_body


@pytest.mark.parametrize(
    ("error", "status"),
    [
        ({"code": 429}, 429),
        ({"code": "503", "type": "invalid_request_error"}, 503),
        ({"code": "9" * 5000, "type": "rate_limit_error"}, 429),
        ({"code": {"number": 503}, "status": ["NOT_FOUND"]}, OTHER_ERROR),
        ({"code": None, "type": True}, OTHER_ERROR),
        ({"code": 200}, OTHER_ERROR),
        (["sorry"], OTHER_ERROR),
    ],
    ids=range(7),
)
def test_an_error_has_a_status_whatever_its_fields_hold(error: object, status: int) -> None:
    assert status_of_body(json.dumps({"error": error}).encode()) == status
