"""generate: every prompt is answered once, nothing is asked twice."""

import shutil

import pytest

from assay.records.pipeline import Response
from stages.generate.__main__ import _status
from tests.conftest import FakeServer
from tests.ledgers import segment_files
from tests.stages.conftest import Mini


def test_a_second_run_asks_nothing_imports_no_litellm_and_writes_the_same_bytes(
    mini: Mini, server: FakeServer
) -> None:
    mini.generate()
    before = mini.read("outputs/answers/strong.jsonl"), segment_files()[-1].read_bytes()
    shutil.rmtree(mini.root / ".assay")  # as in a clone that has pulled
    server.mark()
    run = mini.run("python", "-X", "importtime", "-m", "stages.generate", "models=[strong]")
    assert "3 items, 7 reused, 0 new, 0 failed" in run.stdout
    assert " hydra\n" in run.stderr and " litellm\n" not in run.stderr
    assert server.calls() == []
    assert (mini.read("outputs/answers/strong.jsonl"), segment_files()[-1].read_bytes()) == before
    assert len(segment_files()) == 2, "the same segment in both places"


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
