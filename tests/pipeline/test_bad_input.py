"""Wrong input by command line: one message that names the file, no traceback, nothing lost.

What each kind of file may contain is tried beside its module.
"""

import pytest

from tests.conftest import FakeServer
from tests.forked import LARGEST_FILE
from tests.ledgers import paid
from tests.project import FILES, Project

pytestmark = pytest.mark.slow

GOLD = "conf/model/gold.yaml"
PORT = "scenarios/solution_migration/Port.md"
CRITERIA = "criteria/solution_migration/Port-Mini.yaml"
EXPLAINED = "scenarios/code_explanation/gold/Explain-Other.md"
DIALOGUE = "conf/dialogue/default.yaml"
SUITE = "conf/suite/mini.yaml"
PROMPTS = "outputs/prompts.jsonl"
Edit = str | bytes | None | tuple[str, str]
"""A file's new content, none if it is deleted, or what is replaced in it by what."""


@pytest.fixture
def bad(finished: Project, server: FakeServer) -> Project:
    """A finished run, to make mistakes in."""
    finished.remote("model", "strong")
    finished.write("conf/calls/default.yaml", "max_retries: 0\nconcurrency: 1\n")
    return finished


def change(project: Project, edits: dict[str, Edit]) -> None:
    for path, edit in edits.items():
        target = project.root / path
        if edit is None:
            target.unlink()
        elif isinstance(edit, tuple):
            project.replace(path, *edit)
        elif isinstance(edit, bytes):
            target.write_bytes(edit)
        else:
            project.write(path, edit)


def state(project: Project) -> dict[str, bytes]:
    """Every file that stages write, except locks."""
    folders = [project.root / name for name in ("outputs", "metrics", ".assay")]
    found = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return {str(path): path.read_bytes() for path in found if path.suffix != ".lock"}


def refused(project: Project, stage: str, *overrides: str) -> str:
    """The stage's message, after checking: no traceback, no output changed."""
    before = state(project)
    done = project.stage(stage, *overrides)
    assert done.returncode == 1, done
    assert done.stderr.startswith(f"{stage}: error: ") and not done.stdout, done
    assert done.stderr.count("error: ") == 1
    assert "Traceback" not in done.stderr and "Hydra" not in done.stderr
    assert state(project) == before
    return done.stderr.strip()


RENDER = ["render"]
GENERATE = ["generate", "models=[gold]"]
JUDGE = ["judge", "models=[gold]"]
CASES: dict[str, tuple[list[str], dict[str, Edit], list[str]]] = {
    "yaml params": (RENDER, {"params.yaml": "models: [gold\n"}, ["params.yaml:2: malformed YAML"]),
    "no system prompt": (RENDER, {"scenarios/solution_migration/system.md": None},
        ["system.md is missing"]),
    "unknown key model": (GENERATE, {GOLD: "provider: gold\nprise: 3\n"},
        [GOLD, "'prise' (did you mean 'price'?)"]),
    "unknown key dialogue": (GENERATE, {DIALOGUE: ("max_turns", "max_turn")},
        ["dialogue/default.yaml", "'max_turns'"]),
    "unknown override": ([*GENERATE, "foo=1"], {}, ["'foo'"]),
    "wrong override": ([*GENERATE, "calls.concurrency=0"], {},
        ["calls.concurrency", "greater than 0"]),
    "unknown model": (["generate", "models=[glod]"], {},
        ["there is no conf/model/glod.yaml (did you mean 'gold'?)"]),
    "no params": (RENDER, {"params.yaml": None}, ["params.yaml is missing: run from the root"]),
    "no prompts": (GENERATE, {PROMPTS: None}, [f"{PROMPTS} is missing: run `dvc repro`"]),
    "bad prompts": (GENERATE, {PROMPTS: "{}\n"}, [f"{PROMPTS}:1", "dvc repro -f"]),
    "weight in judge": (JUDGE, {CRITERIA: ("weight: 3.0", "weight: 0")},
        [CRITERIA, "1.weight", "greater than 0"]),
    "latin gold": (GENERATE, {EXPLAINED: b"\xff"}, ["Explain-Other.md: byte 0"]),
    "no gold": (GENERATE, {EXPLAINED: None},
        ["the gold answer is missing: write it, or take gold off `models` in params.yaml"]),
    "folder for output": (RENDER, {PROMPTS: None, f"{PROMPTS}/x": "y"},
        ["prompts.jsonl: cannot be written"]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_mistake_is_one_line_that_names_its_place(case: str, bad: Project) -> None:
    command, edits, words = CASES[case]
    change(bad, edits)
    message = refused(bad, *command)
    assert "\n" not in message
    for word in words:
        assert word in message


def test_several_mistakes_are_listed_in_one_error_each_once(bad: Project) -> None:
    change(bad, {PORT: ("{{ instructions }}", "{{ instruction }}")})
    change(bad, {"scenarios/code_explanation/Explain.md": ("{{ code }}", "{% if %}")})
    change(bad, {CRITERIA: "evaluation_steps: {accuracy: [], completeness: [x]}\n"})
    change(bad, {SUITE: FILES[SUITE].replace("]", ", Nothing]")})
    lines = refused(bad, *RENDER).splitlines()
    assert lines[0] == "render: error: 4 problems:"
    assert all(line.startswith("  - ") for line in lines[1:]) and len(set(lines)) == 5


def test_a_key_that_is_refused_stops_its_model_and_shows_nowhere(
    bad: Project, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEAM_KEY", "secret-0123456789")
    bad.remote("model", "strong", api_key_env="TEAM_KEY")
    server.settings(failing=["strong"], status=401, error="bad key AUTHORIZATION")
    done = bad.stage("generate", "models=[strong]", check=True)
    assert "Traceback" not in done.stderr and "Warning" not in done.stderr
    why = "conf/model/strong.yaml: the provider refuses 'openai/strong'"
    assert f"generate: strong: 3 missing: {why}" in done.stderr
    (call,) = server.calls()
    assert call["authorization"] == "Bearer secret-0123456789"
    assert "secret-0123456789" not in done.stdout + done.stderr + repr(state(bad))


def test_dvc_repro_too_names_what_stands_for_nothing(bad: Project) -> None:
    bad.params(models=["glod"])
    before = state(bad)
    done = bad.repro(check=False)
    printed = done.out + done.err
    assert done.code != 0 and "glod" in printed and "Traceback" not in printed
    after = state(bad)
    changed = [path for path in before if after.get(path) != before[path]]
    assert [path for path in changed if "fingerprint" not in path] == []


def test_a_full_disk_loses_no_recorded_call_and_none_is_made_again(
    bad: Project, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LARGEST_FILE, "8000")
    done = bad.stage("generate", "models=[strong]", "attempts=8")
    assert done.returncode == 1 and "Traceback" not in done.stderr, done
    assert done.stderr.count("error: ") == 1
    assert "cannot be written" in done.stderr and "free space" in done.stderr
    kept = len(paid(bad.root))
    assert 0 < kept < 56 and not list(bad.root.rglob(".strong*"))
    monkeypatch.delenv(LARGEST_FILE)
    server.mark()
    bad.stage("generate", "models=[strong]", "attempts=8", check=True)
    assert len(server.calls()) == 56 - kept and len(paid(bad.root)) == 56


def test_a_full_disk_leaves_the_outputs_as_they_were(
    bad: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad.write("datasets/Mini/more.js", "x\n" * 20_000)
    monkeypatch.setenv(LARGEST_FILE, "20000")
    message = refused(bad, *RENDER)
    assert "more.js: a copy" in message and "free space" in message
