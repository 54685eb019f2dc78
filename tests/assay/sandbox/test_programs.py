"""A program that is missing or too old is named with the remedy, before anything runs."""

import stat
from pathlib import Path

import pytest

from assay.config.settings import validated
from assay.config.yaml_files import read_yaml
from assay.errors import AssayError
from assay.sandbox import programs, sandbox
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.machine_tools import open_tools
from assay.sandbox.programs import browser, node, npm_script
from assay.sandbox.sandbox import Sandbox
from tests.project import ROOT

PATH = "conf/execution/default.yaml"
CONFIG = validated(read_yaml(ROOT / PATH), ExecutionConfig, PATH)


def config(**changes: str) -> ExecutionConfig:
    return CONFIG.model_copy(update=changes)


@pytest.fixture(autouse=True)
def _each_time_anew() -> None:
    node.cache_clear()


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without any of the programs."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(programs, "BROWSERS", ())
    monkeypatch.setattr(programs, "wheel_file", lambda *_: None)
    monkeypatch.setattr(sandbox, "wheel_file", lambda *_: None)


def script(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_node_that_is_too_old_is_named_with_the_remedy(tmp_path: Path) -> None:
    old = script(tmp_path / "node", "echo v18.1.0")
    with pytest.raises(AssayError, match=r"is Node 18\.1\.0, and 20\.19\.0 or later is needed"):
        node(old, "20.19.0")


@pytest.mark.parametrize("text", ["exit 1", "echo hello", "echo"])
def test_a_program_that_is_not_node_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(AssayError, match="it is not Node"):
        node(script(tmp_path / "node", text), "20.19.0")


def test_a_path_that_is_no_program_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match="cannot be started as Node"):
        node(str(tmp_path / "absent"), "20.19.0")


def test_npm_must_stand_beside_node(tmp_path: Path) -> None:
    found = node(script(tmp_path / "node", "echo v22.0.0"), "20.19.0")
    with pytest.raises(AssayError, match="npm is missing beside"):
        npm_script(found)


def test_a_browser_that_is_named_and_absent_is_missing(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match="there is no Chromium: `make browser` installs it"):
        browser(config(browser=str(tmp_path / "absent")))


def test_everything_that_is_missing_is_in_one_message(nothing: None) -> None:
    with pytest.raises(AssayError) as error:
        open_tools(config())
    text = str(error.value)
    assert "bubblewrap is missing: pip install -r requirements-execution.txt" in text
    assert "Node is missing: pip install -r requirements-execution.txt" in text
    assert "there is no Chromium" in text


def test_a_machine_that_forbids_namespaces_is_named_with_the_remedies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuses = script(tmp_path / "bwrap", "echo 'No permissions to create namespace' >&2; exit 1")
    monkeypatch.setattr(sandbox, "wheel_file", lambda *_: Path(refuses))
    with pytest.raises(AssayError) as error:
        Sandbox(CONFIG.bounds, tmp_path / "etc")
    text = str(error.value)
    assert "No permissions to create namespace" in text
    assert "Allow unprivileged user namespaces" in text
