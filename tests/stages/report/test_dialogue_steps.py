"""A dialogue's page shows everything known, and no answer becomes markup."""

import re

import pytest

from stages.report.dialogue_steps import steps
from tests.stages.report.test_page import PROMPTS, Parsed, dialogue, site

TALK = PROMPTS[-1]


@pytest.fixture
def solid(run: None) -> str:
    return site()["dialogues/solid--UpgradeReactApplication-One--1.html"]


def test_the_page_has_outcome_structure_complexity_turns_and_files(solid: str) -> None:
    text = Parsed(solid).text
    assert "Outcomeended" in text and "Turns2" in text
    assert "outputs/dialogues/solid/UpgradeReactApplication-One/1/" in text
    assert re.search(r"never-written.tsx ?yes ?no ?nothing to parse", text)  # declared, not written
    assert re.search(r"<i>App.tsx ?no ?\d+ characters ?does not parse 3.1 % in error", text)
    assert text.index("never-written.tsx") < text.index("<i>App.tsx")
    rows = re.findall("<tr>(.*?)</tr>", solid, re.DOTALL)
    rows = ["".join(Parsed(row).text.split()) for row in rows]
    assert {"before12003090.1500", "after11001090.1000"} <= set(rows)
    assert "1read_file,write_file01,200600900$0.01000.0stop" in rows
    assert "2write_file×2,notreadable21,80000priceunknown2.5stop" in rows
    assert "Turn 2 1,800 tokens in" in text
    assert "You answer with files." in text and "let a = 1;" in text


def test_the_transcript_repeats_no_file_and_loses_no_draft(solid: str) -> None:
    text = Parsed(solid).text
    assert "a draft that was replaced" in text and "First a draft." in text
    assert "answered with the file as it stands among the prompt's files" in text
    assert "writes the file as it stands among the files delivered" in text


def test_thoughts_that_went_back_to_the_provider_are_shown_and_signatures_are_not() -> None:
    talk = dialogue(TALK, "x")
    thought = {"type": "thinking", "thinking": "I look first.", "signature": "c2ln"}
    thinking = {"thinking_blocks": [thought]}
    transcript = (*talk.transcript[:2], {**talk.transcript[2], **thinking}, *talk.transcript[3:])
    (first, second) = steps(talk.model_copy(update={"transcript": transcript}), TALK)
    assert (first.thoughts, second.thoughts) == ("I look first.", "")
