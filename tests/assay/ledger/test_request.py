"""Requests: the key depends on content alone, and later turns of a dialogue are found."""

from typing import Any

import pytest

from assay.ledger.request import Request

ASKED: tuple[dict[str, Any], ...] = (
    {"role": "system", "content": "s"},
    {"role": "user", "content": "u"},
)


@pytest.mark.parametrize(
    "change",
    [
        {"attempt": 2},
        {"model": "n"},
        {"messages": ASKED[:1]},
        {"params": {"top_p": 1}},
        {"tools": ({"type": "function"},)},
    ],
)
def test_a_changed_copy_has_the_key_of_what_it_asks(change: dict[str, Any]) -> None:
    request = Request(model="m", messages=ASKED)
    before = request.key
    changed = request.model_copy(update=change)
    assert changed.key == Request(**{"model": "m", "messages": ASKED} | change).key != before
    assert request.key == before and request.model_copy().key == before


def test_the_order_of_parameters_does_not_matter() -> None:
    first = Request(model="m", messages=ASKED, params={"a": 1, "b": 2})
    assert first.key == Request(model="m", messages=ASKED, params={"b": 2, "a": 1}).key


def test_only_a_later_turn_of_a_dialogue_goes_on() -> None:
    assert not Request(model="m", messages=ASKED).goes_on
    assert Request(model="m", messages=(*ASKED, {"role": "assistant", "content": ""})).goes_on
