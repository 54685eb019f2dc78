"""extract: files of dialogues become real files, contained."""

from pathlib import Path

import pytest

from assay.records.pipeline import Answer
from stages.extract.__main__ import write_dialogues
from tests.project import Project
from tests.stages.extract.test_read_answer import answer


def on_disk(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): path.read_text()
        for path in root.rglob("*")
        if path.is_file()
    }


def test_the_files_of_each_dialogue_are_a_folder_by_test_and_attempt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    single = Answer(
        model="m", test="E-M", attempt=1, prompt="0", status="answered", text="### a\n```\nx\n```"
    )
    files = {"src/App.tsx": "<x/>", ".gitignore": "x", "dvc.yaml": "stages: 1", "x.dvc": "{"}
    write_dialogues("m", [single, answer(files), answer({"b": "2"}, attempt=2)])
    found = on_disk(tmp_path / "outputs/dialogues")
    assert "`npm install` alone runs" in found.pop("m/README.md")
    assert found == {**{f"m/U-M/1/{path}": text for path, text in files.items()}, "m/U-M/2/b": "2"}
    write_dialogues("m", [])
    assert list(on_disk(tmp_path / "outputs/dialogues")) == ["m/README.md"]


@pytest.mark.slow
def test_dvc_keeps_and_brings_back_the_folders_whatever_names_a_model_uses(
    finished: Project,
) -> None:
    """With names that DVC and git give a meaning to elsewhere, through a push and a clone."""
    project = finished
    written = project.root / "outputs/dialogues"
    assert set(on_disk(written)) == {
        "gold/README.md", "gold/UpgradeReactApplication-Mini/1/src/App.tsx", "null/README.md"
    }  # fmt: skip
    folder = "outputs/dialogues/gold/UpgradeReactApplication-Mini/1"
    for name in "dvc.yaml data.dvc .gitignore dvc.lock params.yaml src/[id]/a.ts .env".split():
        project.write(f"{folder}/{name}", "stages: [*\n")
    project.run("dvc", "commit", "--force", "extract")
    assert project.repro("extract").stages == []

    project.run("dvc", "remote", "add", "-d", "team", str(project.root.parent / "remote"))
    project.commit("run")
    project.run("dvc", "push", "extract")
    clone = project.root.parent / "clone"
    project.run("git", "clone", "-q", str(project.root), str(clone))
    fresh = Project(clone, project.server, project.python)
    fresh.run("dvc", "pull", "extract")
    assert on_disk(clone / "outputs/dialogues") == on_disk(written)
