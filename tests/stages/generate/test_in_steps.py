"""Answers in steps: each request shows the model its own files; each is bought once."""

import asyncio
from pathlib import Path

import pytest

from assay.content.scenarios import load_scenario
from assay.errors import AssayError
from assay.records.pipeline import Prompt, Response, SourceFile
from assay.workers import Workers
from stages.generate.in_steps import in_steps
from tests.conftest import FakeServer
from tests.ledgers import keep_paid, paid
from tests.project import DATASET
from tests.stages.conftest import Mini, answers
from tests.stages.generate.dialogue.scripted_model import prompt
from tests.stages.generate.test_command_answers import agent
from tests.stages.generate.test_main_calls import plan_of

pytestmark = pytest.mark.slow

TEST = "Grow-Requests"
AGENT = """
import os, pathlib
seen = sorted(path.name for path in pathlib.Path().iterdir())
open(LOG, "a").write(f"{seen}\\n")
task = pathlib.Path(os.environ["ASSAY_PROMPT"]).read_text()
assert ("Add a second." in task) == (seen == ["one.py"])
pathlib.Path("two.py" if seen else "one.py").write_text(f"# {len(seen)}\\n")
"""


@pytest.fixture
def steps(mini: Mini) -> Mini:
    """The project with a test of two requests as the only one."""
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
    mini.render()
    return mini


def test_each_request_comes_with_those_before_and_with_the_models_own_files(
    steps: Mini, server: FakeServer
) -> None:
    assert plan_of().calls == (2, 2)
    steps.generate()
    first, second = (call["body"]["messages"][-1]["content"] for call in server.calls())
    assert "Add a second." not in first and first.endswith("There are none yet.\n")
    assert "# Request 1 of 2 (done)\n\nWrite one file." in second
    assert "# Request 2 of 2\n\nAdd a second." in second
    assert "# Your files as they are\n\n### " in second
    found = answers()[TEST]
    assert found.status == "answered" and len(found.requests) == len(paid()) == 2
    assert "### step-1/" in found.text and "### step-2/" in found.text
    assert plan_of().calls == (0, 0)


def test_after_a_failure_it_goes_on_at_the_request_reached(steps: Mini, server: FakeServer) -> None:
    steps.generate()
    whole = answers()[TEST]
    (steps.root / "outputs/answers/strong.jsonl").unlink()
    keep_paid(lambda entry: "(done)" not in entry.request["messages"][-1]["content"])
    assert plan_of().calls == (1, 1)
    server.mark()
    steps.generate()
    assert answers()[TEST].text == whole.text and len(server.calls()) == 1
    server.mark()
    (steps.root / "outputs/answers/strong.jsonl").unlink()
    steps.generate("calls.mode=replay")
    assert answers()[TEST].text == whole.text and server.calls() == []


def test_a_step_too_large_for_the_window_is_a_gap_unasked(steps: Mini, server: FakeServer) -> None:
    first = "You answer with files.You get requests. Write one file. There are none yet." + 90 * "#"
    steps.remote("model", "strong", context_window=len(first) // 4)
    steps.generate()
    assert "too small" in answers()[TEST].error and len(server.calls()) == 1


def steps_of(*texts: str, cut: int = 0) -> tuple[Response, list[list[str]]]:
    """What comes of these responses, one a request, and the files that each request shows.

    `cut`: the number of the response that was cut off.
    """
    shown: list[list[str]] = []

    async def ask(asked: Prompt) -> Response:
        shown.append([file.path for file in asked.files])
        reason = "length" if len(shown) == cut else "stop"
        return Response(text=texts[len(shown) - 1], finish_reason=reason)

    requests = tuple(SourceFile(path=f"{n}.md", content="x") for n in range(len(texts)))
    with Workers() as workers:
        return asyncio.run(in_steps(prompt(requests), ask, workers)), shown


def fenced(path: str, text: str) -> str:
    return f"### {path}\n```py\n{text}\n```\n"


@pytest.mark.parametrize(
    ("second", "delivered"),
    [
        ("", ""),
        (fenced("../x.py", "1"), ""),
        (fenced("a.py", "# ... unchanged ..."), ""),
        (fenced("b.py", "# ... unchanged ..."), fenced("step-2/b.py", "# ... unchanged ...")),
        (fenced("a.py", "2"), fenced("step-2/a.py", "2")),
    ],
    ids=["empty", "outside", "an excerpt of a known file", "of a new one", "a new version"],
)
def test_what_a_later_step_delivers(second: str, delivered: str) -> None:
    found, _ = steps_of(fenced("a.py", "1"), second)
    assert found.text == "\n".join(filter(None, [fenced("step-1/a.py", "1"), delivered]))


def test_a_folder_takes_the_place_of_a_file_and_a_cut_step_is_remembered() -> None:
    found, shown = steps_of(fenced("x.py", "1"), fenced("x.py/y.py", "2"), "Done.", cut=2)
    assert shown == [[], ["x.py"], ["x.py/y.py"]] and found.finish_reason == "length"


def test_a_command_finds_its_files_in_its_folder(steps: Mini) -> None:
    log = agent(steps, AGENT)
    steps.generate(model="agent")
    assert log.read_text() == "[]\n['one.py']\n"
    text = answers("agent")[TEST].text
    assert text == "### step-1/one.py\n```py\n# 0\n```\n\n### step-2/two.py\n```py\n# 1\n```\n"


def test_gold_holds_all_steps(steps: Mini) -> None:
    steps.generate(model="gold")
    gold = Path("scenarios/growing/gold/Grow-Requests.md").read_text()
    assert answers("gold")[TEST].text == gold


def test_steps_without_requests_are_refused(steps: Mini) -> None:
    path = Path("scenarios/growing/Grow.md")
    path.write_text(path.read_text().replace("datasets: [Requests]\n", ""))
    with pytest.raises(AssayError, match="in_steps"):
        load_scenario(path)
