"""The command line that Docker or Podman gets. A stand-in program records it: no container runs.

test_sandbox.py runs real ones, where ASSAY_CONTAINER says so.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from assay.sandbox.container import Container
from assay.sandbox.sandbox import Job, NoSandbox, SandboxFailed
from tests.assay.sandbox.conftest import container

STAND_IN = """import json, sys
from pathlib import Path
with Path({record!r}).open("a") as file:
    file.write(json.dumps(sys.argv[1:]) + "\\n")
if sys.argv[1] == "run":
    Path("oom").touch()  # as podman's monitor does where a container needed too much memory
sys.exit({codes}.get(sys.argv[1], 0))
"""
OPENING = 3
"""Calls when a container is opened: it asks for the image, runs a probe and removes it."""


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the stand-in for podman writes its arguments, a line for each call."""
    path = tmp_path / "calls.jsonl"
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    install(tmp_path / "bin", path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    return path


def install(folder: Path, record: Path, **codes: int) -> None:
    """Put the stand-in there, with exit codes by command. Python's path may have a space."""
    folder.mkdir(exist_ok=True)
    script = folder / "stand_in.py"
    script.write_text(STAND_IN.format(record=str(record), codes=codes))
    program = folder / "podman"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "$@"\n')
    program.chmod(0o755)


def opened() -> Container:
    return container("podman", "img")


def calls(record: Path) -> list[list[str]]:
    """The calls after those that open a container."""
    return [json.loads(line) for line in record.read_text().splitlines()][OPENING:]


def after(words: list[str], option: str) -> list[str]:
    """What follows each use of an option."""
    return [words[i + 1] for i, word in enumerate(words) if word == option]


def test_a_container_has_no_network_no_privileges_and_every_bound(
    record: Path, tmp_path: Path
) -> None:
    opened().run(Job(("true",), seconds=5, seeds=[tmp_path]))
    words, _ = calls(record)
    assert words[:2] == ["run", "--rm"]
    assert after(words, "--network") == ["none"]
    assert after(words, "--cap-drop") == ["ALL"]
    assert after(words, "--security-opt") == ["no-new-privileges"]
    assert after(words, "--user") == ["1000:1000"]
    assert "--read-only" in words
    assert after(words, "--memory") == after(words, "--memory-swap") == ["512m"]
    assert after(words, "--pids-limit") == ["64"]
    assert all("size=64m" in tmpfs for tmpfs in after(words, "--tmpfs"))
    assert all(mount.endswith(",readonly") for mount in after(words, "--mount"))


def test_no_variable_of_this_process_goes_in(record: Path) -> None:
    opened().run(Job(("true",), seconds=5))
    words, _ = calls(record)
    assert not any("sk-secret" in word or "OPENAI" in word for word in words)


def test_the_browser_may_build_its_own_sandbox_and_nothing_else_may(record: Path) -> None:
    opened().run(Job(("true",), seconds=5, browser=True))
    words, _ = calls(record)
    assert after(words, "--security-opt") == ["no-new-privileges", "seccomp=unconfined"]


def test_a_container_ends_itself_should_its_client_be_killed(record: Path) -> None:
    opened().run(Job(("true",), seconds=4.5))
    words, _ = calls(record)
    assert after(words, "img")[0] == "timeout"
    assert words[words.index("timeout") + 1 :][:3] == ["-s", "KILL", "15"]


def test_a_container_that_does_not_start_is_no_fault_of_the_answer(
    record: Path, tmp_path: Path
) -> None:
    sandbox = opened()
    install(tmp_path / "bin", record, run=125)
    with pytest.raises(SandboxFailed, match="a container did not start"):
        sandbox.run(Job(("true",), seconds=5))


@pytest.mark.parametrize(("own", "reported"), [(0, 0), (1, 1), (125, 1), (137, 137)])
def test_no_exit_code_of_a_job_says_that_the_container_did_not_start(
    record: Path, tmp_path: Path, own: int, reported: int
) -> None:
    opened().run(Job(("/bin/sh", "-c", f"exit {own}"), seconds=5))
    words, _ = calls(record)
    script = words[-1].replace("cd /app", f"cd '{tmp_path}'")
    assert subprocess.run(["/bin/sh", "-c", script], check=False).returncode == reported


def test_the_container_is_removed_although_its_client_has_ended(record: Path) -> None:
    opened().run(Job(("true",), seconds=5))
    run, remove = calls(record)
    assert remove == ["rm", "--force", *after(run, "--name")]


def test_an_image_that_is_missing_is_named_with_the_command_that_builds_it(
    record: Path, tmp_path: Path
) -> None:
    install(tmp_path / "bin", record, image=1)
    with pytest.raises(NoSandbox, match="podman build -t img toolchains/image"):
        opened()


@pytest.mark.parametrize("code", [1, 125, 127])
def test_an_image_in_which_no_job_runs_is_named_before_any_answer_fails_by_it(
    record: Path, tmp_path: Path, code: int
) -> None:
    install(tmp_path / "bin", record, run=code)
    with pytest.raises(NoSandbox) as caught:
        opened()
    message = str(caught.value)
    assert message.startswith("podman: no job runs in the image img, which needs timeout, sh, cp")
    assert message.endswith(": podman build -t img toolchains/image")


def test_podman_leaves_no_file_in_the_repository(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = tmp_path / "repository"
    repository.mkdir()
    monkeypatch.chdir(repository)
    opened().run(Job(("true",), seconds=5))
    assert list(repository.iterdir()) == []


def test_the_probe_runs_as_each_job_does(record: Path) -> None:
    opened().run(Job(("true",), seconds=5))
    probe, removed = [json.loads(line) for line in record.read_text().splitlines()][1:OPENING]
    job = calls(record)[0]
    assert after(probe, "img")[0] == "timeout" and removed[0] == "rm"
    name, end = after(probe, "--name")[0], probe.index("img")
    assert [word.replace(name, after(job, "--name")[0]) for word in probe[:end]] == job[:end]
