"""Answers in steps: each request shows the model its own files; each is bought once."""

from pathlib import Path

import pytest

from stages.generate import __main__ as generate
from tests.conftest import FakeServer
from tests.ledgers import paid
from tests.project import DATASET, Project
from tests.stages.generate.test_command_answers import agent
from tests.stages.generate.test_main import answers, mini, run
from tests.stages.generate.test_main_calls import plan_of

pytestmark = pytest.mark.slow

__all__ = ["mini"]
TEST = "Grow-Requests"
AGENT = """
import os, pathlib
seen = sorted(path.name for path in pathlib.Path().iterdir())
open(LOG, "a").write(f"{seen}\\n")
task = pathlib.Path(os.environ["ASSAY_PROMPT"]).read_text()
assert ("Add a second." in task) == (seen == ["one.py"]) and "Never shown." not in task[:50]
pathlib.Path("two.py" if seen else "one.py").write_text(f"# {len(seen)}\\n")
"""


@pytest.fixture
def steps(mini: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """The project with a test of two requests as the only one."""
    from stages import render

    mini.write("datasets/Requests/dataset.yaml", DATASET)
    mini.write("datasets/Requests/1.md", "Write one file.\n")
    mini.write("datasets/Requests/2.md", "Add a second.\n")
    head = "title: Grow\ncategory: code_generation\ntype: growing\nanswer: files\nin_steps: true"
    text = f"---\n{head}\ndatasets: [Requests]\n---\nYou get requests.\n"
    mini.write("scenarios/growing/system.md", "You answer with files.\n")
    mini.write("scenarios/growing/Grow.md", text)
    mini.write("scenarios/growing/gold/Grow-Requests.md", "### step-1/one.py\n```py\n1\n```\n")
    check = "[{criterion: There is one, check: {file: one.py}}]"
    criteria = f"evaluation_steps: {{accuracy: {check}, completeness: {check}}}\n"
    mini.write(f"criteria/growing/{TEST}.yaml", criteria)
    mini.write("conf/suite/mini.yaml", f"tests: [{TEST}]\n")
    run(render.main, monkeypatch)
    return mini


def test_each_request_comes_with_those_before_and_with_the_models_own_files(
    steps: Project, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert plan_of().calls == (2, 2)
    assert run(generate.main, monkeypatch, "models=[strong]") == 0
    first, second = (call["body"]["messages"][-1]["content"] for call in server.calls())
    assert "Add a second." not in first and first.endswith("There are none yet.\n")
    assert "# Request 1 of 2 (done)\n\nWrite one file." in second
    assert "# Request 2 of 2\n\nAdd a second." in second
    assert "# Your files as they are\n\n### " in second
    found = answers()[TEST]
    assert found.status == "answered" and len(found.requests) == len(paid()) == 2
    assert "### step-1/" in found.text and "### step-2/" in found.text
    assert plan_of().calls == (0, 0)


def test_after_a_failure_it_goes_on_at_the_request_that_it_had_reached(
    steps: Project, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(generate.main, monkeypatch, "models=[strong]") == 0
    whole = answers()[TEST]
    (steps.root / "outputs/answers/strong.jsonl").unlink()
    server.mark()
    assert run(generate.main, monkeypatch, "models=[strong]", "calls.mode=replay") == 0
    assert answers()[TEST] == whole and server.calls() == []


def test_a_command_finds_its_files_in_its_folder(
    steps: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = agent(steps, AGENT)
    assert run(generate.main, monkeypatch, "models=[agent]") == 0
    assert log.read_text() == "[]\n['one.py']\n"
    text = answers("agent")[TEST].text
    assert text == "### step-1/one.py\n```py\n# 0\n```\n\n### step-2/two.py\n```py\n# 1\n```\n"


def test_gold_holds_all_steps(steps: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(generate.main, monkeypatch, "models=[gold]") == 0
    gold = Path("scenarios/growing/gold/Grow-Requests.md").read_text()
    assert answers("gold")[TEST].text == gold
