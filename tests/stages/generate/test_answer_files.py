"""Answers that are files: a text or a tree, per attempt, with a note; what is absent is a gap."""

import json
from pathlib import Path

import pytest

from assay.errors import AssayError
from assay.records.jsonl import read_records
from assay.records.pipeline import Extracted
from stages.generate.answer_files import answer_place
from tests.conftest import FakeServer
from tests.project import FILES
from tests.stages.conftest import Mini, answers

PORT = FILES["scenarios/solution_migration/gold/Port-Mini.md"]
APP = FILES["scenarios/contextual_experiment/gold/UpgradeReactApplication-Mini/src/App.tsx"]


@pytest.fixture
def agent(mini: Mini) -> Mini:
    """A model whose answers are a text, and the files of a dialogue; one test is not answered."""
    mini.write("conf/model/agent.yaml", "provider: files\n")
    mini.write("answers/agent/Port-Mini.md", PORT)
    mini.write("answers/agent/UpgradeReactApplication-Mini/src/App.tsx", APP)
    return mini


def test_files_are_answers_and_what_is_absent_is_named(agent: Mini, server: FakeServer) -> None:
    agent.generate(model="agent")
    found = answers("agent")
    assert found["Port-Mini"].text == PORT
    dialogue = found["UpgradeReactApplication-Mini"].dialogue
    assert dialogue and [file.path for file in dialogue.files] == ["src/App.tsx"]
    assert found["Explain-Other"].status == "gap"
    assert found["Explain-Other"].error == "answers/agent has no answer to Explain-Other"
    (gap,) = json.loads(Path("outputs/gaps/generate.json").read_text())["gaps"]
    assert gap["test"] == "Explain-Other" and server.calls() == []


def delivered(agent: Mini) -> list[list[str]]:
    """The contents of the files of each answer, as the next stage finds them."""
    from stages.extract import __main__ as extract

    agent.generate(model="agent")
    agent.here(extract.main, "models=[agent]")
    items = read_records(Path("outputs/extracted/agent.jsonl"), Extracted)
    return [[file.content for file in item.files] for item in items]


def test_a_text_and_the_same_files_as_a_tree_deliver_the_same(agent: Mini) -> None:
    as_text = delivered(agent)
    Path("answers/agent/Port-Mini.md").unlink()
    agent.write("answers/agent/Port-Mini/package.json", '{"dependencies": {"react": "^19.0.0"}}\n')
    agent.write("answers/agent/Port-Mini/src/App.tsx", APP)
    assert delivered(agent) == as_text and any(as_text)


def test_a_note_says_who_and_what_it_took(agent: Mini) -> None:
    agent.write(
        "answers/agent/Port-Mini.note.yaml",
        'who: agent 1.2\nwhen: "2026-11-24"\ncost_usd: 0.5\noutput_tokens: 70\nseconds: 9.5\n',
    )
    agent.generate(model="agent")
    answer = answers("agent")["Port-Mini"]
    assert (answer.cost_usd, answer.usage.output, answer.latency_s) == (0.5, 70, 9.5)
    assert (answer.reported_model, answer.time) == ("agent 1.2", "2026-11-24")


def test_a_wrong_note_names_file_and_key(agent: Mini) -> None:
    agent.write("answers/agent/Port-Mini.note.yaml", "cost: 0.5\n")
    told = agent.generate(model="agent", code=1)
    assert "answers/agent/Port-Mini.note.yaml: unknown key 'cost'" in told


@pytest.mark.parametrize(
    ("files", "attempt", "answer"),
    [
        (["T.md"], 1, "T.md"),
        (["T.md"], 2, None),
        (["T/1.md", "T/2.md"], 2, "T/2.md"),
        (["T/1/a.ts", "T/2/a.ts"], 1, "T/1"),
        (["T/a.ts", "T/b.ts"], 1, "T"),
        (["T/a.ts"], 2, None),
        ([], 1, None),
    ],
)
def test_an_attempt_has_a_place_of_its_own(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    files: list[str],
    attempt: int,
    answer: str | None,
) -> None:
    monkeypatch.chdir(tmp_path)
    for path in files:
        place = Path("answers/m") / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("x")
    expected = Path("answers/m") / answer if answer else None
    assert answer_place("m", "T", attempt) == expected


def test_links_of_a_tree_are_not_followed(agent: Mini) -> None:
    secret = agent.root / "secret.txt"
    secret.write_text("sk-secret")
    tree = agent.root / "answers/agent/UpgradeReactApplication-Mini"
    (tree / "leak.txt").symlink_to(secret)
    agent.generate(model="agent")
    assert "sk-secret" not in Path("outputs/answers/agent.jsonl").read_text()


def test_a_tree_that_is_too_large_is_refused_with_the_remedy(
    agent: Mini, monkeypatch: pytest.MonkeyPatch
) -> None:
    from stages.generate import answer_files

    monkeypatch.setattr(answer_files, "MOST_BYTES", 3)
    with pytest.raises(AssayError, match="leave out what is built"):
        answer_files.texts_of(Path("answers/agent/UpgradeReactApplication-Mini"))
