"""Thoughts are no verdicts; a tag that is quoted in a report is no thought."""

import json

import pytest

from stages.judge.reports import without_thoughts


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a report", "a report"),
        ("<think>a</think>b", "b"),
        ("a</think>b", "b"),
        ("<think>a</think>b<think>c</think>d", "d"),
        ("a<think>b", "a"),
        ("<think>a</think>b<think>c", "b"),
        ("<think>a", ""),
        ("<THINKING>a</Thinking>b", "b"),
        ("<think>a<think>b</think>c", "c"),
        ("the tag <thinker> is none", "the tag <thinker> is none"),
    ],
)
def test_what_stands_before_the_last_end_or_after_an_open_beginning_is_left_out(
    text: str, kept: str
) -> None:
    assert without_thoughts(text) == kept


@pytest.mark.parametrize("fence", ["{}", "```json\n{}\n```", "```\n{}\n```\n"])
def test_tag_within_a_report_that_is_whole_json_is_a_quotation(fence: str) -> None:
    report = json.dumps({"verdicts": [{"id": "a", "passed": True, "evidence": "x</think><think>"}]})
    text = fence.replace("{}", report)
    assert without_thoughts(text) == text


def test_deeply_nested_text_is_no_error() -> None:
    text = "[" * 100_000 + "</think>b"
    assert without_thoughts(text) == "b"
