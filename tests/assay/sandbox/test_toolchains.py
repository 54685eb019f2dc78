"""A toolchain is made whole or not at all, and made again only where its packages change."""

import json
import os
import stat
import subprocess
from pathlib import Path

import pytest

from assay.config import paths
from assay.errors import AssayError
from assay.sandbox.programs import Program
from assay.sandbox.toolchains import install, load_toolchain, packages
from tests.assay.sandbox.conftest import write
from tests.project import ROOT

NPM = "share/nodejs/npm/bin/npm-cli.js"


@pytest.fixture(autouse=True)
def tiny(_here: None) -> None:
    write("toolchains/tiny/toolchain.yaml", "kind: node\n")
    write("toolchains/tiny/package.json", "{}")
    write("toolchains/tiny/package-lock.json", "{}")


def stand_in(script: str) -> Program:
    """A Node that is a shell script; its words are those that npm would get."""
    program = write("prefix/bin/node", f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    write(f"prefix/{NPM}", "")
    return Program(program.resolve(), "/node/bin/node", {}, "22.0.0")


WORKS = (
    'echo "$@" >> ../calls; mkdir -p node_modules/vite node_modules/@types/node node_modules/.bin'
)


def calls() -> list[str]:
    path = paths.TOOLCHAIN_STORE / "calls"
    return path.read_text().splitlines() if path.exists() else []


def test_packages_are_installed_once_by_the_lock_without_install_scripts() -> None:
    program = stand_in(WORKS)
    folders = {install(load_toolchain("tiny"), lambda: program) for _ in range(2)}
    assert len(folders) == 1
    (call,) = calls()
    assert call.endswith(f"{NPM} ci --ignore-scripts --no-audit --no-fund")


def test_each_package_is_a_link_for_the_answers_own_folder() -> None:
    folder = install(load_toolchain("tiny"), lambda: stand_in(WORKS))
    assert packages(folder / "node_modules") == ["@types/node", "vite"]
    links = folder / "links/node_modules"
    assert str((links / "vite").readlink()) == "/deps/node_modules/vite"
    assert str((links / "@types/node").readlink()) == "/deps/node_modules/@types/node"


def test_a_failed_installation_leaves_nothing_and_says_why() -> None:
    program = stand_in("mkdir node_modules; echo 'npm error ENOTFOUND' >&2; exit 1")
    with pytest.raises(AssayError, match="tiny: cannot be installed: npm error ENOTFOUND"):
        install(load_toolchain("tiny"), lambda: program)
    assert not load_toolchain("tiny").installed.exists()
    install(load_toolchain("tiny"), lambda: stand_in(WORKS))
    assert load_toolchain("tiny").installed.is_dir()


def test_what_a_killed_installation_left_is_made_again() -> None:
    folder = load_toolchain("tiny").installed
    left = folder.with_name(f".{folder.name}.12345678")
    write(f"{left}/node_modules/half/index.js", "")
    made = install(load_toolchain("tiny"), lambda: stand_in(WORKS))
    assert packages(made / "node_modules") == ["@types/node", "vite"]
    assert not left.exists()


FILES = f"{WORKS}; echo 1 > node_modules/vite/index.js; ln -s ../vite node_modules/@types/vite"


@pytest.mark.parametrize(
    ("harm", "named"),
    [
        ("rm node_modules/vite/index.js", "node_modules/vite/index.js is missing"),
        ("echo 2 > node_modules/vite/index.js", "node_modules/vite/index.js is another file"),
        ("touch node_modules/vite/index.mjs", "node_modules/vite/index.mjs was added"),
        ("ln -sfn ../node node_modules/@types/vite", "node_modules/@types/vite is another file"),
        ("rm $PWD.manifest", "there is no manifest"),
    ],
)
def test_a_damaged_installation_is_named_and_made_again_before_anything_runs_with_it(
    harm: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    program = stand_in(FILES)
    folder = install(load_toolchain("tiny"), lambda: program)
    subprocess.run(["sh", "-c", harm], cwd=folder, check=True)
    install(load_toolchain("tiny"), lambda: program)
    assert f"the toolchain tiny is damaged ({load_toolchain('tiny').installed}: {named}" in (
        capsys.readouterr().err
    )
    assert (folder / "node_modules/vite/index.js").read_text() == "1\n" and len(calls()) == 2


def test_a_file_that_was_only_touched_is_intact() -> None:
    program = stand_in(FILES)
    folder = install(load_toolchain("tiny"), lambda: program)
    os.utime(folder / "node_modules/vite/index.js", (1, 1))
    install(load_toolchain("tiny"), lambda: program)
    assert len(calls()) == 1


def test_other_packages_are_installed_anew_but_other_commands_are_not() -> None:
    program = stand_in(WORKS)
    install(load_toolchain("tiny"), lambda: program)
    before = load_toolchain("tiny")
    write("toolchains/tiny/toolchain.yaml", "kind: node\nbuild: [make]\n")
    install(load_toolchain("tiny"), lambda: program)
    assert load_toolchain("tiny").key != before.key and len(calls()) == 1
    write("toolchains/tiny/package-lock.json", '{"name": "x"}')
    install(load_toolchain("tiny"), lambda: program)
    assert len(calls()) == 2


def test_a_toolchain_can_take_the_packages_of_another() -> None:
    write("toolchains/other/toolchain.yaml", "kind: node\npackages: tiny\nbuild: [make]\n")
    tiny, other = load_toolchain("tiny"), load_toolchain("other")
    assert install(other, lambda: stand_in(WORKS)) == tiny.installed.resolve()
    install(tiny, lambda: stand_in(WORKS))
    assert len(calls()) == 1 and tiny.key != other.key
    write("toolchains/tiny/package-lock.json", '{"name": "x"}')
    assert load_toolchain("other").key != other.key


@pytest.mark.parametrize("path", sorted((ROOT / "toolchains").glob("*/package-lock.json")))
def test_a_lock_file_has_no_address_and_a_hash_for_every_package(path: Path) -> None:
    locked = json.loads(path.read_text())["packages"]
    for name, package in locked.items():
        assert "resolved" not in package
        assert not name or "integrity" in package or package.get("inBundle")


@pytest.mark.parametrize(
    ("main", "status"),
    [("func main() { println(one.F()) }", 0), ("func main() { println(one.G()) }", 1)],
)
def test_go_builds_a_module_of_several_packages(
    main: str, status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(ROOT)
    toolchain = load_toolchain("go")
    installed = toolchain.installed.resolve()
    if not installed.exists():
        pytest.skip("Go is not installed here")
    monkeypatch.chdir(tmp_path)
    write("app/go.mod", "module example.org/app\n\ngo 1.21\n")
    write("app/one/one.go", "package one\n\nfunc F() int { return 1 }\n")
    write("app/main.go", f'package main\n\nimport "example.org/app/one"\n\n{main}\n')
    *words, line = toolchain.config.build
    line = line.replace("/deps/", f"{installed}/").replace("/tmp/", f"{tmp_path}/")
    done = subprocess.run([*words, line], cwd="app", capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    assert {path.name for path in Path("app").iterdir()} == {"go.mod", "main.go", "one"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kind: cargo\n", "toolchains/tiny/toolchain.yaml: 'kind'"),
        ("kind: node\nbiuld: [make]\n", "biuld"),
        ("kind: node\nstatic: ['$(reboot)']\n", "static"),
    ],
)
def test_a_mistake_in_a_toolchain_names_file_and_key(text: str, message: str) -> None:
    write("toolchains/tiny/toolchain.yaml", text)
    with pytest.raises(AssayError, match=message):
        load_toolchain("tiny")
