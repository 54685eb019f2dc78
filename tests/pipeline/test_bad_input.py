"""Wrong input by command line: one message that names the file, no traceback, nothing lost."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.ask_forked import ask
from tests.conftest import FakeServer, MadeOnce
from tests.forked import Forked
from tests.ledgers import paid
from tests.project import FILES, Project

pytestmark = pytest.mark.slow

GOLD = "conf/model/gold.yaml"
PORT = "scenarios/solution_migration/Port.md"
CRITERIA = "criteria/solution_migration/Port-Mini.yaml"
DATASET = "datasets/Mini/dataset.yaml"
Edit = str | bytes | None | tuple[str, str]


class Done(NamedTuple):
    code: int
    out: str
    err: str


class Stages:
    """Runs stages as `python -m stages.<name>` does, and keeps what they print."""

    def __init__(self, forked: Forked) -> None:
        self.socket = str(forked.socket)

    def run(
        self, project: Project, name: str, *arguments: str, largest: int = 0, **env: str
    ) -> Done:
        """Run a stage; with `largest` bytes as the size that no file may exceed."""
        out = Path(f"{project.root}.out")
        err = Path(f"{project.root}.err")
        with out.open("wb") as printed, err.open("wb") as complained:
            environment = project.environment() | env
            streams = printed.fileno(), complained.fileno()
            code = ask(
                self.socket,
                f"stages.{name}",
                arguments,
                str(project.root),
                environment,
                *streams,
                largest,
            )
        return Done(code, out.read_text(), err.read_text())


@pytest.fixture(scope="session")
def stages(forked: Forked) -> Stages:
    return Stages(forked)


@pytest.fixture(scope="session")
def scored(made_once: MadeOnce, built_in_project: Path, stages: Stages) -> Path:
    """A project of which everything up to the scores of gold is done."""

    def make(root: Path) -> None:
        project = Project.copy(built_in_project, root)
        project.remote("model", "strong")
        project.write("conf/calls/default.yaml", "max_retries: 0\nconcurrency: 1\n")
        for name, *overrides in (
            ["render"],
            *([name, "models=[gold]"] for name in ("generate", "extract", "judge", "score")),
        ):
            done = stages.run(project, name, *overrides)
            assert done.code == 0, done.err

    return made_once("scored", make)


@pytest.fixture(scope="module")
def often_bad(
    scored: Path, tmp_path_factory: pytest.TempPathFactory, server_process: str, forked: Forked
) -> Project:
    """A copy of it for many tests, each of which takes its mistakes back."""
    root = tmp_path_factory.mktemp("often_bad") / "project"
    return Project.copy(scored, root, server_process, forked.path)


@pytest.fixture
def bad(scored: Path, tmp_path: Path, server: FakeServer, forked: Forked) -> Iterator[Project]:
    """A copy of it, for one test to make mistakes in."""
    yield Project.copy(scored, tmp_path / "project", server.url, forked.path)
    server.settings(fail_times=0, failing=[], status=503)


def change(project: Project, edits: dict[str, Edit]) -> None:
    for path, edit in edits.items():
        target = project.root / path
        if edit is None:
            shutil.rmtree(target) if target.is_dir() else target.unlink()
        elif isinstance(edit, tuple):
            project.replace(path, *edit)
        elif isinstance(edit, bytes):
            target.write_bytes(edit)
        else:
            project.write(path, edit)


def take_back(project: Project, edits: dict[str, Edit], original: Path) -> None:
    """Make every edited path what it is in the original."""
    for path in edits:
        target = project.root / path
        shutil.rmtree(target) if target.is_dir() else target.unlink(missing_ok=True)
    for path in edits:
        source, target = original / path, project.root / path
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        elif source.exists():
            shutil.copy2(source, target)


def state(project: Project) -> dict[str, bytes]:
    """Every file that stages write, except locks."""
    folders = [project.root / name for name in ("outputs", "metrics", ".assay")]
    found = (
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".lock"
    )
    return {str(path.relative_to(project.root)): path.read_bytes() for path in found}


def refused(project: Project, stages: Stages, stage: str, *overrides: str, **more: Any) -> str:
    """The stage's message, after checking: no traceback, no output changed."""
    before = state(project)
    done = stages.run(project, stage, *overrides, **more)
    assert done.code == 1, done
    assert (
        done.err.startswith(f"{stage}: error: ") and done.err.count("error: ") == 1 and not done.out
    ), done
    assert "Traceback" not in done.err and "Hydra" not in done.err
    assert state(project) == before
    return done.err.strip()


def criteria(accuracy: str) -> str:
    return f"evaluation_steps:\n  accuracy: {accuracy}\n  completeness: [x]\n"


def head(old: str, new: str) -> dict[str, Edit]:
    return {PORT: (old, new)}


RENDER = ["render"]
ON_GOLD = "models=[gold]"
GENERATE = ["generate", ON_GOLD]
JUDGE = ["judge", ON_GOLD]
SCORE = ["score", ON_GOLD]
SUITE = "conf/suite/mini.yaml"
CASES: dict[str, tuple[list[str], dict[str, Edit], list[str]]] = {
    "yaml model": (GENERATE, {GOLD: "provider: [gold\nx"}, [f"{GOLD}:", "malformed YAML"]),
    "yaml params": (RENDER, {"params.yaml": "models: [gold\n"}, ["params.yaml:2: malformed YAML"]),
    "yaml criteria": (RENDER, {CRITERIA: "evaluation_steps:\n  a: [b\n  c: d\n"},
        [f"{CRITERIA}:3: malformed YAML"]),
    "yaml front matter": (RENDER, head("title: Port", "title: [Port"),
        [f"{PORT}:", "malformed YAML"]),
    "braces unquoted": (RENDER, {CRITERIA: criteria("[{criterion: {{ a }}}]")},
        [f"{CRITERIA}:2: malformed YAML"]),
    "key twice": (RENDER, {CRITERIA: ("evaluation_steps:", "a: 1\na: 2\nevaluation_steps:")},
        [f"{CRITERIA}:2", "twice"]),
    "unknown key model": (GENERATE, {GOLD: "provider: gold\nprise: 3\n"},
        [GOLD, "'prise' (did you mean 'price'?)"]),
    "unknown key params": (RENDER, {"params.yaml": ("seed", "sead")},
        ["'sead' (did you mean 'seed'?)"]),
    "unknown key criterion": (RENDER, {CRITERIA: criteria("[{criterion: a, wieght: 2}]")},
        [CRITERIA, "unknown key 'evaluation_steps.accuracy.0.wieght' (did you mean 'weight'?)"]),
    "unknown check": (RENDER, {CRITERIA: criteria("[{criterion: a, check: {foo: 1}}]")},
        [CRITERIA, "0.check", "tsx"]),
    "unknown key scenario": (RENDER, head("title: Port", "title: Port\ntitel: x"),
        [PORT, "(did you mean 'title'?)"]),
    "unknown key judge": (JUDGE, {"conf/judge/checks.yaml": "provider: checks\nfoo: 1\n"},
        ["checks.yaml", "'foo'"]),
    "unknown key calls": (GENERATE, {"conf/calls/default.yaml": "concurency: 2\n"},
        ["calls/default.yaml", "'concurrency'"]),
    "unknown key dialogue": (GENERATE, {"conf/dialogue/default.yaml": ("max_turns", "max_turn")},
        ["dialogue/default.yaml", "'max_turns'"]),
    "unknown key judging": (JUDGE, {"conf/judging/default.yaml": ("batch:", "bach:")},
        ["judging/default.yaml", "'batch'"]),
    "unknown mode of judging": (JUDGE,
        {"conf/judging/default.yaml": ("question: all", "question: each")},
        ["judging/default.yaml", "'judging.question'", "'all', 'metric' or 'criterion'"]),
    "overrule without a reason": (
        SCORE,
        {
            "human/overrules.csv": "model,test,attempt,answer,criterion,judge,passed,person,"
            "reason\n"
            "gold,Port-Mini,1,0,c,panel,no,Ann,\n"
        },
        ["human/overrules.csv:2: reason is empty"],
    ),
    "unknown key score": (SCORE, {"conf/score/default.yaml": ("min_coverage", "min_cover")},
        ["score/default.yaml", "'min_coverage'"]),
    "unknown key stage": (GENERATE, {"conf/generate.yaml": ("attempts:", "atempts:")},
        ["conf/generate.yaml", "'attempts'"]),
    "unknown override": ([*GENERATE, "foo=1"], {}, ["'foo'"]),
    "wrong override": ([*GENERATE, "calls.concurrency=0"], {},
        ["calls.concurrency", "greater than 0"]),
    "unknown model": (["generate", "models=[glod]"], {},
        ["there is no conf/model/glod.yaml (did you mean 'gold'?)"]),
    "wrong type model": (GENERATE, {GOLD: "provider: gold\nprice: {input: x, output: 1}\n"},
        [GOLD, "price.input", "'x'"]),
    "nothing as model": (GENERATE, {GOLD: ""}, [GOLD, "'litellm_model' is missing"]),
    "wrong type params": (RENDER, {"params.yaml": ("attempts: 1", "attempts: one")},
        ["params.yaml: 'attempts'", "'one'"]),
    "empty suite": (RENDER, {SUITE: "tests: []\n"}, [SUITE, "at least 1 item"]),
    "unquoted null": (RENDER, {"params.yaml": ("'null'", "null")},
        ["params.yaml", 'write it in quotes: "null"']),
    "no params": (RENDER, {"params.yaml": None}, ["params.yaml is missing: run from the root"]),
    "no prompts": (GENERATE, {"outputs/prompts.jsonl": None},
        ["outputs/prompts.jsonl is missing: run `dvc repro`"]),
    "bad prompts": (GENERATE, {"outputs/prompts.jsonl": "{}\n"},
        ["outputs/prompts.jsonl:1", "dvc repro -f"]),
    "weight zero": (RENDER, {CRITERIA: criteria("[{criterion: a, weight: 0}]")},
        [CRITERIA, "0.weight", "greater than 0"]),
    "weight nan": (RENDER, {CRITERIA: criteria("[{criterion: a, weight: .nan}]")},
        [CRITERIA, "0.weight", "finite"]),
    "weight in judge": (JUDGE, {CRITERIA: criteria("[{criterion: a, weight: 0}]")},
        [CRITERIA, "0.weight"]),
    "empty criteria": (RENDER, {CRITERIA: criteria("[]")},
        [CRITERIA, "'evaluation_steps.accuracy'", "at least 1"]),
    "empty file": (RENDER, {CRITERIA: ""}, [CRITERIA, "must be a mapping"]),
    "duplicate criterion": (RENDER, {CRITERIA: criteria('[a, "a  "]')},
        [CRITERIA, "'a' occurs twice"]),
    "no criteria": (RENDER, {CRITERIA: None},
        [CRITERIA, "the test has no criteria: write this file"]),
    "duplicate test": (RENDER, {SUITE: "tests: [Port-Mini, Port-Mini]\n"},
        [SUITE, "'Port-Mini' is listed twice"]),
    "unknown test": (RENDER, {SUITE: "tests: [Prot-Mini]\n"},
        [SUITE, "(did you mean 'Port-Mini'?)"]),
    "no system prompt": (RENDER, {"scenarios/solution_migration/system.md": None},
        ["system.md is missing"]),
    "unknown data set": (RENDER, head("[Mini]", "[Mni]"),
        [PORT, "no data set 'Mni' (did you mean 'Mini'?)"]),
    "latin source": (RENDER, {"datasets/Mini/app.js": b"// caf\xe9\n"},
        ["datasets/Mini/app.js: byte 6 is not UTF-8: save"]),
    "latin gold": (GENERATE, {"scenarios/code_explanation/gold/Explain-Other.md": b"\xff"},
        ["Explain-Other.md: byte 0"]),
    "template": (RENDER, head("{{ instructions }}", "{{ instruction }}"),
        [f"{PORT}:11:", "'instruction' is undefined"]),
    "no gold": (
        GENERATE,
        {"scenarios/code_explanation/gold/Explain-Other.md": None},
        [
            "Explain-Other.md: the gold answer is missing: write it, or take gold off `models` "
            "in params.yaml"
        ],
    ),
    "folder for output": (RENDER, {"outputs/prompts.jsonl": None, "outputs/prompts.jsonl/x": "y"},
        ["prompts.jsonl: cannot be written"]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_mistake_is_one_line_that_names_its_place(
    case: str, often_bad: Project, scored: Path, stages: Stages
) -> None:
    command, edits, words = CASES[case]
    change(often_bad, edits)
    try:
        message = refused(often_bad, stages, *command)
    finally:
        take_back(often_bad, edits, scored)
    assert "\n" not in message
    for word in words:
        assert word in message


def test_several_mistakes_are_listed_in_one_error_each_once(bad: Project, stages: Stages) -> None:
    change(bad, head("{{ instructions }}", "{{ instruction }}"))
    change(bad, {"scenarios/code_explanation/Explain.md": ("{{ code }}", "{% if %}")})
    change(bad, {CRITERIA: criteria("[]"), SUITE: FILES[SUITE].replace("]", ", Nothing]")})
    lines = refused(bad, stages, "render").splitlines()
    assert lines[0] == "render: error: 4 problems:"
    assert all(line.startswith("  - ") for line in lines[1:]) and len(set(lines)) == 5


def test_two_scenarios_of_one_name_are_told_of_each_other(bad: Project, stages: Stages) -> None:
    text = bad.read(PORT).replace("type: solution_migration", "type: code_explanation")
    change(bad, {"scenarios/code_explanation/Port.md": text})
    message = refused(bad, stages, "render")
    assert (
        f"{PORT}: test 'Port-Mini' is already defined by scenarios/code_explanation/Port.md"
        in message
    )


def test_a_missing_data_set_folder_is_named_by_the_scenarios_that_want_it(
    bad: Project, stages: Stages
) -> None:
    change(bad, {"datasets/Mini": None})
    lines = refused(bad, stages, "render").splitlines()
    assert (
        sum("there is no data set 'Mini' (known: Other)" in line for line in lines) == 2
        and len(lines) == 3
    )


def test_a_key_that_is_refused_stops_its_model_and_shows_nowhere(
    bad: Project, stages: Stages, server: FakeServer
) -> None:
    bad.remote("model", "strong", api_key_env="FAKE_API_KEY")
    server.settings(failing=["strong"], status=401, error="bad key AUTHORIZATION")
    done = stages.run(bad, "generate", "models=[strong]", FAKE_API_KEY="secret-0123456789")
    assert done.code == 0 and "Traceback" not in done.err and "Warning" not in done.err
    why = "conf/model/strong.yaml: the provider refuses 'openai/strong'"
    assert f"generate: strong: 3 missing: {why}" in done.err
    assert "secret-0123456789" not in done.out + done.err + repr(state(bad))
    assert len(server.calls()) == 1


@pytest.mark.parametrize("changes", [{"models": ["glod"]}, {"panel": ["cheks"]}, {"suite": "mni"}])
def test_dvc_repro_too_names_what_stands_for_nothing(bad: Project, changes: dict[str, Any]) -> None:
    bad.params(**changes)
    before = state(bad)
    done = bad.repro(check=False)
    name = str(next(iter(changes.values()))).strip("[]'")
    assert done.code != 0 and name in done.out + done.err and "Traceback" not in done.out + done.err
    assert {
        path: data for path, data in state(bad).items() if path in before and "prompts" not in path
    } == {path: data for path, data in before.items() if "prompts" not in path}


def test_a_folder_that_may_not_be_written_is_named(bad: Project, stages: Stages) -> None:
    folder = bad.root / "outputs"
    if os.getuid():
        folder.chmod(0o555)
        assert "prompts.jsonl: cannot be written (Permission denied)" in refused(
            bad, stages, "render"
        )
        return
    if subprocess.run(
        ["mount", "--bind", folder, folder], capture_output=True, check=False
    ).returncode:
        pytest.skip("root may write everywhere, and mounting is not permitted here")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
        assert "prompts.jsonl: cannot be written (Read-only file system)" in refused(
            bad, stages, "render"
        )
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_full_disk_loses_no_recorded_call_and_none_is_made_again(
    bad: Project, stages: Stages, server: FakeServer
) -> None:
    done = stages.run(bad, "generate", "models=[strong]", "attempts=8", largest=8_000)
    assert done.code == 1 and "Traceback" not in done.err and done.err.count("error: ") == 1, done
    assert "cannot be written" in done.err and "free space" in done.err
    kept = len(paid(bad.root))
    assert 0 < kept < 56 and not list(bad.root.rglob(".strong*"))
    server.mark()
    assert stages.run(bad, "generate", "models=[strong]", "attempts=8").code == 0
    assert len(server.calls()) == 56 - kept and len(paid(bad.root)) == 56


def test_a_full_disk_leaves_the_outputs_as_they_were(bad: Project, stages: Stages) -> None:
    before = bad.read("outputs/prompts.jsonl")
    bad.write("datasets/Mini/more.js", "x\n" * 20_000)
    message = refused(bad, stages, "render", largest=20_000)
    assert "more.js: a copy" in message and "free space" in message
    assert bad.read("outputs/prompts.jsonl") == before


def test_a_full_file_system_is_survived_too(
    bad: Project, stages: Stages, server: FakeServer
) -> None:
    store = bad.root / ".assay"
    shutil.rmtree(store)
    store.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=20k", "tmpfs", store], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("mounting is not permitted here")
    try:
        done = stages.run(bad, "generate", "models=[strong]", "attempts=8")
        assert done.code == 1 and "free space" in done.err, done
        assert "Traceback" not in done.err and done.err.count("error: ") == 1
        kept = len(paid(bad.root))
        subprocess.run(["mount", "-o", "remount,size=4m", store], check=True)
        server.mark()
        assert stages.run(bad, "generate", "models=[strong]", "attempts=8").code == 0
        assert len(server.calls()) == 56 - kept
    finally:
        subprocess.run(["umount", store], check=True)
