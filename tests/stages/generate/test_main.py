"""generate: every prompt is answered once, nothing is asked twice."""

import shutil
from pathlib import Path

import pytest

from assay.records.jsonl import read_records
from assay.records.pipeline import Answer, Response
from stages.generate.__main__ import _status
from tests.conftest import FakeServer
from tests.ledgers import segment_files
from tests.stages.conftest import Mini

WATCHED = """
import runpy, sys
sys.argv = ["generate", "models=[strong]"]
try:
    runpy.run_module("stages.generate", run_name="__main__")
finally:
    print("litellm imported:", "litellm" in sys.modules)
"""


def test_a_second_run_asks_nothing_imports_no_litellm_and_writes_the_same_bytes(
    mini: Mini, server: FakeServer
) -> None:
    mini.generate()
    before = mini.read("outputs/answers/strong.jsonl"), segment_files()[-1].read_bytes()
    shutil.rmtree(mini.root / ".assay")  # as in a clone that has pulled
    server.mark()
    out = mini.run("python", "-c", WATCHED).stdout
    assert "3 items, 7 reused, 0 new, 0 failed" in out and "litellm imported: False" in out
    assert server.calls() == []
    assert (mini.read("outputs/answers/strong.jsonl"), segment_files()[-1].read_bytes()) == before
    assert len(segment_files()) == 2, "the same segment in both places"


def test_another_attempt_asks_anew_and_keeps_the_first(mini: Mini, server: FakeServer) -> None:
    mini.generate()
    server.mark()
    mini.generate("attempts=2")
    assert len(server.calls()) == 7
    assert [
        answer.attempt for answer in read_records(Path("outputs/answers/strong.jsonl"), Answer)
    ] == [1, 2] * 3


@pytest.mark.parametrize(
    "text, reason, status",
    [
        ("x", "stop", "answered"), ("x", "length", "answered"), ("x", "content_filter", "answered"),
        (" \n", "stop", "empty"), ("", "length", "empty"), ("", "refusal", "refused"),
        ("", "content_filter", "refused"),
    ],
)  # fmt: skip
def test_only_an_empty_text_can_be_a_refusal(text: str, reason: str, status: str) -> None:
    assert _status(Response(text=text, finish_reason=reason)) == status
