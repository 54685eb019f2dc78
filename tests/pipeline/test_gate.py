"""`tools.gate` on a finished run: from the ledger alone, with an exit code for each decision."""

from pathlib import Path

import pytest
import yaml

from tests.conftest import FakeServer
from tests.project import ROOT, Project

pytestmark = pytest.mark.slow
WORKFLOWS = sorted((ROOT / "docs/workflows").glob("*.yml"))


def gate(project: Project, *arguments: str) -> tuple[int, str]:
    done = project.run("python", "-m", "tools.gate", *arguments, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout


def test_each_decision_has_its_exit_code_and_nobody_is_asked(
    paid: Project, server: FakeServer
) -> None:
    code, text = gate(paid, "HEAD")
    assert code == 0 and text.startswith("# Gate: equivalent or better\n")
    assert "| strong | llm |" in text and "| null |" not in text, "rulers are not judged"
    assert text == paid.read("gate.md")

    paid.replace("criteria/solution_migration/Port-Mini.yaml", "weight: 3.0", "weight: 1.0")
    code, text = gate(paid, "HEAD")
    assert code == 3 and "metrics/" in text and "run `dvc repro` and commit" in text
    paid.commit("another weight")
    code, text = gate(paid, "HEAD~1")
    assert code == 2 and "weight: 3 → 1" in text, "few data sets can tell nothing"

    prompt = "scenarios/code_explanation/Explain.md"
    paid.write(prompt, paid.read(prompt) + "\nBe brief.\n")
    code, text = gate(paid, "HEAD~1")
    assert code == 3 and text.startswith("# Gate: missing or not reproduced\n")
    assert "the ledger has no answer" in text and "US dollars" in text
    assert server.count() == {}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_the_example_workflows_run_here(path: Path, paid: Project) -> None:
    text = path.read_text(encoding="utf-8")
    (step,) = [line.strip() for line in text.splitlines() if "tools.gate" in line]
    command = step.removeprefix("- ").removeprefix("run: ").replace(".venv/bin/python", "python")
    assert yaml.safe_load(text) and " origin/main" in command
    paid.git("branch", "origin/main")
    done = paid.run("sh", "-c", command, check=False)
    assert done.returncode == 0, done.stderr
    assert paid.read("gate.md").startswith("# Gate: equivalent or better")


def test_mistakes_are_one_line(paid: Project) -> None:
    done = paid.run("python", "-m", "tools.gate", "HEAD", "--margin", "x", check=False)
    assert done.returncode == 1
    assert done.stderr.strip().startswith("gate: error: argument --margin: 'x' is no number")
