"""Answers by authors who saw the prompts alone come back as files that parse."""

import json
from pathlib import Path

import pytest

from assay.answers.extract_files import extract_files
from assay.answers.parsed import delivered_files
from tests.project import ROOT

BLIND = sorted((ROOT / "tests/data/blind").glob("*/*.md"))
FILES = json.loads((ROOT / "tests/data/blind/files.json").read_text())
"""The number of files that were found when the answers came; it equals the fences of 23 of them."""


@pytest.mark.slow
@pytest.mark.parametrize("path", BLIND, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_file_of_a_blind_answer_is_found_and_parses(path: Path) -> None:
    files = delivered_files(extract_files(path.read_text()).files)
    assert [file.path for file in files if file.parse_ok is False] == []
    assert len(files) == FILES[f"{path.parent.name}/{path.stem}"]
