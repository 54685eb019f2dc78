"""Gold and second answers, written in the layouts of real answers, come back byte for byte."""

from contextlib import chdir
from pathlib import Path

import pytest

from assay.answers import extract_files
from tools.layouts.corpus import CorpusAnswer, corpus
from tools.layouts.layouts import LAYOUTS, Layout, WrittenAnswer
from tools.layouts.reading import Tally, compared

SAMPLE = 16
"""Every so many answers are written in each layout; `python -m tools.layouts` takes all."""


@pytest.fixture(scope="module")
def every_answer(product: Path) -> list[CorpusAnswer]:
    with chdir(product):
        return corpus()


@pytest.fixture(scope="module")
def answers(every_answer: list[CorpusAnswer]) -> list[CorpusAnswer]:
    return every_answer[::SAMPLE]


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"{layout.fenced}-{layout.name}")
def test_no_file_is_wrong_and_nearly_all_are_right(
    layout: Layout, answers: list[CorpusAnswer]
) -> None:
    for answer in answers:
        found = compared(layout.write(answer.files))
        assert found.wrong == 0, answer.name
        assert found.right >= (1.0 if layout.fenced else 0.9) * found.files, answer.name


def test_an_invented_a_changed_and_a_missing_file_are_told_apart() -> None:
    text = "### a.ts\n```ts\none();\n```\n### b.ts\n```ts\ntwo();\n```\n"
    expected = {"a.ts": ("one();\n",), "c.ts": ("three();\n",)}
    assert compared(WrittenAnswer(text, expected)) == Tally(files=2, right=1, unread=1, wrong=1)


def test_the_corpus_is_what_gold_and_second_answers_deliver(
    every_answer: list[CorpusAnswer],
) -> None:
    assert len(every_answer) > 40
    name, files = every_answer[0]
    assert extract_files(LAYOUTS[0].write(files).text).files, name
