"""An answer's folder: whose files win, and which packages it has itself."""

import json
from pathlib import Path

import pytest

from assay.records.pipeline import DeliveredFile
from assay.sandbox.staging import (
    declared,
    host_files,
    is_test,
    stage_files,
    staged_files,
    with_source,
    workspaces,
)
from tests.assay.sandbox.conftest import toolchain_of, write


def package(name: str = "app", **needed: str) -> bytes:
    return json.dumps({"name": name, "dependencies": needed}).encode()


def test_the_host_wins_over_the_answer_which_wins_over_the_source() -> None:
    write("criteria/behaviours/hosts/P/answer/host.html", "host")
    answer = [DeliveredFile(path=name, content="answer") for name in ("host.html", "a.js")]
    source = {"a.js": b"source", "config.js": b"source"}
    assert staged_files(answer, "P", source) == {
        "host.html": b"host",
        "a.js": b"answer",
        "config.js": b"source",
    }


def test_a_host_has_files_for_source_and_answer_together() -> None:
    for side in ("both", "source", "answer"):
        write(f"criteria/behaviours/hosts/P/{side}/{side}.py", side)
        write(f"criteria/behaviours/hosts/P/{side}/serve.py", side)
    assert host_files("P", "source").keys() == {"both.py", "source.py", "serve.py"}
    assert host_files("P", "answer")["serve.py"] == b"answer"


def test_an_answer_cannot_bring_its_own_packages() -> None:
    paths = ["node_modules/react/index.js", "a/node_modules/vite/index.js", "node_modules", "b.js"]
    answer = [DeliveredFile(path=path, content="evil") for path in paths]
    assert list(staged_files(answer, "P", {})) == ["b.js"]


def test_a_data_set_is_laid_below_without_its_description_and_packages() -> None:
    for name in ("dataset.yaml", "a.js", "node_modules/x.js", "src/b.js"):
        write(f"datasets/D/{name}", name)
    assert with_source("D") == {"a.js": b"a.js", "src/b.js": b"src/b.js"}


def test_packages_of_a_workspace_are_linked_inside_the_sandbox_alone(tmp_path: Path) -> None:
    files = {
        "package.json": package("root"),
        "packages/ui/package.json": package("@shed/ui"),
        "apps/evil/package.json": package("../../../etc"),
    }
    assert workspaces(files) == {"@shed/ui": "packages/ui"}
    stage_files(tmp_path / "answer", files, toolchain_of("node"))
    links = [path for path in (tmp_path / "answer").rglob("*") if path.is_symlink()]
    assert [str(link.readlink()) for link in links] == ["/app/packages/ui"]


DEEP = b"[" * 100_000


@pytest.mark.parametrize("text", [b"{", b"[]", b"3", b'{"dependencies": [1]}', b"\xff", DEEP])
def test_a_broken_package_json_declares_nothing(text: bytes) -> None:
    assert declared({"package.json": text}) == {}


@pytest.mark.parametrize(
    "path", ["src/a.test.tsx", "a.spec.ts", "__tests__/a.ts", "x/tests/a.py", "test_a.py"]
)
def test_tests_are_known_by_their_names(path: str) -> None:
    assert is_test(path) and not is_test("src/a.ts")
