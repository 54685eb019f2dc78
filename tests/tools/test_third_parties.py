"""Third parties: each pinned package with its licence; an audit that could not ask says so."""

import stat
from pathlib import Path

import pytest

from assay.errors import AssayError
from tests.project import ROOT
from tools import third_parties
from tools.third_parties import NOT_SAID, audits, node_packages, python_packages


@pytest.fixture(autouse=True)
def repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_packages_of_every_lock_are_listed_with_what_their_authors_say() -> None:
    python = {(one.place, one.name): one for one in python_packages()}
    assert python["requirements.txt", "dvc"].licence == "Apache-2.0"
    assert len({place for place, _ in python}) == len(list(Path().glob("requirements*.txt")))
    node = list(node_packages())
    assert {one.licence for one in node if one.name == "react"} == {"MIT"}
    unsaid = sum(one.licence == NOT_SAID for one in node)
    assert unsaid < len(node) / 100, "the lock files name licences"


@pytest.mark.parametrize(("code", "reply"), [(0, ""), (1, "left-pad has a flaw")])
def test_each_lock_is_audited_and_a_flaw_or_a_silence_is_an_error(
    code: int,
    reply: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("pip-audit", "npm"):
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\necho {reply}\nexit {code}\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    if code:
        with pytest.raises(AssayError, match="left-pad has a flaw"):
            third_parties.main()
    else:
        third_parties.main()
        assert "No flaw is known of" in capsys.readouterr().out
    assert len((tmp_path / "asked").read_text().splitlines()) == len(list(audits()))


def test_without_the_programs_the_audit_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(AssayError, match="pip-audit is not here: pip-audit -r requirements"):
        third_parties.main()
