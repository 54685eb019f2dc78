"""Answers are run for real: in the sandbox, by Node, in Chromium. Hostile ones reach nothing.

The toolchain `tiny` has no packages: its build is a script that the answer itself brings, so an
answer's code runs as freely as in any build configuration.
"""

import json
import shutil
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from assay.config.settings import validated
from assay.config.yaml_files import read_yaml
from assay.errors import AssayError
from assay.records.execution_records import Execution
from assay.records.jsonl import read_records, write_records
from assay.records.pipeline import DeliveredFile, Extracted, Judgement
from assay.sandbox import programs
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.sandbox import Sandbox
from tests.assay.sandbox.conftest import bystanders
from tests.forked import Forked
from tests.project import ROOT, Project

pytestmark = [pytest.mark.slow, pytest.mark.alone]

DATA = ROOT / "tests/data"
SECRET = "sk-planted-0123456789"
IMPORT = "import { expect, test } from '@playwright/test';\n"
HEADING = """
test('The heading says Door', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Door' })).toBeVisible();
});
"""
CLICK = """
test('A click opens the door', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('It is open')).toBeVisible();
});
"""
PAGE = """<!doctype html><h1>Door</h1><button>Open</button><p></p>
<script>document.querySelector('button').onclick = () => {
  document.querySelector('p').textContent = 'It is open';
};</script>
"""
MAKES_PAGE = """
import { mkdirSync, copyFileSync } from 'node:fs';
mkdirSync('dist');
copyFileSync('page.html', 'dist/index.html');
"""
FILES = {
    "conf/suite/mini.yaml": "tests: [Door]\n",
    "scenarios/component_generation/system.md": "You answer with files.\n",
    "scenarios/component_generation/Door.md": (
        "---\ntitle: Door\ncategory: code_generation\ntype: component_generation\n"
        "answer: files\ntoolchain: tiny\n---\nBuild a door.\n"
    ),
    "scenarios/component_generation/gold/Door.md": (
        f"### page.html\n```html\n{PAGE}```\n### build.mjs\n```js\n{MAKES_PAGE}```\n"
        '### package.json\n```json\n{"name": "door"}\n```\n'
    ),
    "criteria/component_generation/Door.yaml": """evaluation_steps:
  accuracy: [{criterion: It is built, run: builds}]
  completeness:
    - {criterion: It has a heading, run: The heading says Door}
    - {criterion: It opens, run: A click opens the door}
""",
    "criteria/behaviours/Door.spec.ts": IMPORT + HEADING + CLICK,
    "toolchains/tiny/toolchain.yaml": (
        "kind: node\ntypes: [node, types.mjs]\nbuild: [node, build.mjs]\ntests: [node, --test]\n"
        "static: [dist]\n"
    ),
    "toolchains/sizes.yaml": "browser: 19\ntiny: 1\n",
    "toolchains/tiny/package.json": '{"name": "tiny", "private": true}',
    "toolchains/tiny/package-lock.json": '{"name": "tiny", "lockfileVersion": 3, "packages": {}}',
}


@pytest.fixture
def house(built_in_project: Path, tmp_path: Path, forked: Forked) -> Project:
    """A project with one test, on a machine that can execute. Toolchains are this clone's own."""
    config = validated(
        read_yaml(ROOT / "conf/execution/default.yaml"), ExecutionConfig, "conf/execution"
    )
    try:
        Sandbox(config.bounds, tmp_path / "etc", config.allow_soft_bounds)
        programs.browser(config)
        programs.node(config.node, config.node_version)
    except AssayError as reason:
        pytest.skip(str(reason))
    project = Project.copy(built_in_project, tmp_path / "project", python=forked.path)
    for path, text in FILES.items():
        project.write(path, text)
    shutil.copytree(
        ROOT / "toolchains/browser",
        project.root / "toolchains/browser",
        ignore=shutil.ignore_patterns("node_modules"),
    )
    store = ROOT / ".assay/toolchains"
    store.mkdir(parents=True, exist_ok=True)
    (project.root / ".assay").mkdir(exist_ok=True)
    (project.root / ".assay/toolchains").symlink_to(store)
    project.params(execution="sandbox", models=["gold"])
    return project


def deliver(house: Project, answers: Mapping[str, Mapping[str, str]]) -> None:
    """Answers of the model `gold`, each as an attempt of its own, in the order of their names."""
    items = [
        Extracted(
            model="gold",
            test="Door",
            attempt=number,
            files=tuple(DeliveredFile(path=path, content=text) for path, text in files.items()),
            ignored={},
        )
        for number, files in enumerate(answers.values(), 1)
    ]
    write_records(house.root / "outputs/extracted/gold.jsonl", items)


def executed(house: Project, *overrides: str) -> list[Execution]:
    """The executions. What a busy machine prevented is tried by the next run, and so here."""
    house.stage("render", check=True)
    for _ in range(5):
        house.stage("execute", "models=[gold]", *overrides, check=True)
        found = read_records(house.root / "outputs/executions/gold.jsonl", Execution)
        if not any(item.uncertain for item in found):
            break
    return list(found)


def builds(execution: Execution) -> tuple[str, str]:
    assert execution.builds
    return execution.builds.status, execution.builds.reason


def by_real_python(house: Project) -> Project:
    """The project, whose stages have the environment of this process from their start."""
    return Project(house.root)


def test_an_answer_is_built_looked_at_and_decided_by_what_it_does(house: Project) -> None:
    """Again from nothing it gives the same bytes, and a colleague who pulls it runs nothing."""
    house.replace("scenarios/component_generation/gold/Door.md", "It is open", "It is shut")
    house.repro("extract")
    (execution,) = executed(house)
    house.repro("judge")
    assert [b.outcome for b in execution.behaviours] == ["passed", "failed"]
    assert (house.root / "outputs/screenshots/gold/Door/1/02.png").stat().st_size > 1000
    (judged,) = read_records(house.root / "outputs/verdicts/gold.jsonl", Judgement)
    decided = [(verdict.basis, verdict.passed) for verdict in judged.verdicts]
    assert decided == [("executed", True), ("executed", True), ("executed", False)]

    view = house.read("outputs/executions/gold.jsonl")
    shutil.rmtree(house.root / ".assay/executions")
    (house.root / "outputs/executed/gold.jsonl").unlink()
    executed(house)
    assert house.read("outputs/executions/gold.jsonl") == view
    assert "1 items, 1 reused, 0 new" in house.stage("execute", "models=[gold]", check=True).stdout

    house.run("dvc", "remote", "add", "-d", "team", str(house.root.parent / "remote"))
    house.run("dvc", "push", "execute", "extract", "render")
    for place in ("outputs", ".dvc/cache", ".assay/executions"):
        shutil.rmtree(house.root / place)
    house.run("dvc", "pull", "execute", "extract", "render")
    assert "1 reused, 0 new" in house.stage("execute", "models=[gold]", check=True).stdout
    assert house.read("outputs/executions/gold.jsonl") == view


HOSTILE = {path.stem: path.read_text() for path in sorted((DATA / "hostile_answers").glob("*.mjs"))}
"""Build scripts of hostile answers."""


def hostile(name: str, root: Path, port: int) -> dict[str, str]:
    build = HOSTILE[name].replace("@ROOT@", str(root)).replace("@PORT@", str(port))
    manifest: dict[str, Any] = {"name": "x"}
    if name == "scripts":
        step = f"touch {root}/ran; echo INSTALLED"
        manifest["scripts"] = dict.fromkeys(
            ("preinstall", "install", "postinstall", "prepare"), step
        )
    return {"build.mjs": build, "package.json": json.dumps(manifest)}


def test_whole_hostile_answers_reach_nothing_and_fail_alone(
    house: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.setenv("SOME_TOKEN", SECRET)
    house.write(".env", f"OPENAI_API_KEY={SECRET}\n")
    with listening() as (port, reached):
        answers = {name: hostile(name, house.root, port) for name in HOSTILE}
        good = {"page.html": PAGE, "build.mjs": MAKES_PAGE, "package.json": "{}"}
        deliver(house, answers | {"good": good})
        small = ("seconds.build=5", "disk_mb=128")
        results = executed(by_real_python(house), *(f"execution.bounds.{bound}" for bound in small))
    found = dict(zip([*answers, "good"], results, strict=True))
    logs = {name: item.builds.log for name, item in found.items() if item.builds}

    assert [b.outcome for b in found.pop("good").behaviours] == ["passed", "passed"]
    outcomes = {b.outcome for item in found.values() for b in item.behaviours}
    assert "failed" in outcomes and outcomes <= {"failed", "not run"}  # a busy machine runs less
    assert reached == []
    assert "ECONNREFUSED" in logs["network"]
    assert builds(found["endless"]) == ("failed", "took longer than 5 s")
    assert builds(found["forks"])[0] == builds(found["keys"])[0] == "failed"
    assert "ENOSPC" in logs["disk"] and "WROTE" not in logs["outside"]
    assert "REMOVED" not in logs["outside"] and (house.root / "params.yaml").exists()
    assert builds(found["links"]) == ("failed", "there is no index.html in dist")
    assert len(logs["gigabyte"]) < 5000
    assert builds(found["forged"])[0] == "passed"
    assert "INSTALLED" not in logs["scripts"]
    assert not list(house.root.glob("ran")) and not list(house.root.rglob("planted"))
    assert not bystanders("sleep 4331") and not bystanders("sleep 4332")
    assert leaks(house) == [house.root / ".env"]


VITE_ANSWER = {
    "index.html": f'{PAGE}<script type="module" src="/main.ts"></script>',
    "main.ts": "export const door: string = 'door';\n",
    "vite.config.ts": "import { defineConfig } from 'vite';\nexport default defineConfig({});\n",
    "door.test.ts": (
        "import { expect, test } from 'vitest';\nimport { door } from './main';\n"
        "test('door', () => { expect(door).toBe('door'); });\n"
    ),
    "package.json": '{"name": "door", "type": "module"}',
}


def in_one_module(names: Sequence[str], root: Path, port: int) -> str:
    """Several hostile scripts, one after the other.

    What they started has an end before the module ends.
    """
    imports = list[str]()
    blocks = list[str]()
    for name in names:
        lines = hostile(name, root, port)["build.mjs"].splitlines()
        imports += [line for line in lines if line.startswith("import ")]
        own = [line for line in lines if not line.startswith(("import ", "process.exit("))]
        blocks.append("\n".join(["{", f"console.log('{PART}{name}');", *own, "}"]))
    return "\n".join([*imports, *blocks, A_SECOND_LATER])


def part(log: str, name: str) -> str:
    """What one of the scripts printed while it ran."""
    return log.split(f"{PART}{name}")[1].split(PART)[0]


PART = "the part "
A_SECOND_LATER = """
await new Promise((done) => setTimeout(done, 1000));
process.exit(1);
export default {};
"""


def test_a_real_builds_configuration_and_own_tests_reach_nothing(
    house: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Vite runs an answer's vite.config.ts, and Vitest its tests."""
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    house.write(".env", f"OPENAI_API_KEY={SECRET}\n")
    house.replace("scenarios/component_generation/Door.md", "tiny", "react-vite")
    (house.root / "scenarios/component_generation/gold/Door.md").unlink()  # no canary of Vite's
    shutil.copytree(
        ROOT / "toolchains/react-vite",
        house.root / "toolchains/react-vite",
        ignore=shutil.ignore_patterns("node_modules"),
    )
    with listening() as (port, reached):
        build = in_one_module(("keys", "network", "outside"), house.root, port)
        tests = in_one_module(("keys", "outside"), house.root, port)
        answers = {
            "good": VITE_ANSWER,
            "build": {**VITE_ANSWER, "vite.config.ts": build},
            "tests": {**VITE_ANSWER, "door.test.ts": tests},
        }
        deliver(house, answers)
        found = dict(zip(answers, executed(by_real_python(house)), strict=True))

    good = found["good"]
    assert builds(good)[0] == "passed" and good.own_tests and good.own_tests.status == "passed"
    assert [b.outcome for b in good.behaviours] == ["passed", "passed"]
    for step in (found["build"].builds, found["tests"].own_tests):
        assert step
        assert "ENOENT" in part(step.log, "keys")
        outside = part(step.log, "outside")
        assert "EROFS" in outside and "WROTE" not in outside and "REMOVED" not in outside
    assert found["build"].builds
    assert "ECONNREFUSED" in found["build"].builds.log and reached == []
    assert (house.root / "params.yaml").exists() and not list(house.root.rglob("planted"))
    assert leaks(house) == [house.root / ".env"]


@contextmanager
def listening() -> Iterator[tuple[int, list[bytes]]]:
    """A port of this machine, and what reached it."""
    reached: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=accepting, args=(server, reached), daemon=True).start()
        yield server.getsockname()[1], reached


def accepting(server: socket.socket, reached: list[bytes]) -> None:
    while True:
        try:
            reached.append(server.accept()[0].recv(16))
        except OSError:
            return


def leaks(house: Project) -> list[Path]:
    """The files of the project that have the secret, the toolchains aside."""
    places = [house.root / name for name in ("outputs", "metrics", ".assay/executions")]
    inside = [path for place in places for path in place.rglob("*") if path.is_file()]
    return [path for path in [house.root / ".env", *inside] if SECRET.encode() in path.read_bytes()]


def test_a_program_that_shows_nothing_fails_quickly_and_says_so(house: Project) -> None:
    spec = "".join(HEADING.replace("says Door", f"says Door {n}") for n in range(20))
    house.write("criteria/behaviours/Door.spec.ts", IMPORT + spec)
    names = [f"'The heading says Door {n}'" for n in range(20)]
    house.write(
        "criteria/component_generation/Door.yaml",
        "evaluation_steps:\n  accuracy: [It is built]\n  completeness: [{criterion: It opens, "
        f"run: [{', '.join(names)}]}}]\n",
    )
    blank = {"page.html": "<script>throw Error()</script>", "build.mjs": MAKES_PAGE}
    deliver(house, {"blank": blank | {"package.json": "{}"}})
    (execution,) = executed(house)
    assert {b.outcome for b in execution.behaviours} == {"failed"}
    assert "not tried: the page stays blank" in execution.behaviours[-1].message
    times = json.loads(house.read("outputs/executed/gold.jsonl"))["times"]["seconds"]
    assert times["behaviours"] < 20 * 3
