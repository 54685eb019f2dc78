"""tests/ mirrors assay/, stages/ and tools/: the tests of a module are found by its path."""

from pathlib import Path

import pytest

from tests.project import ROOT

TESTS = ROOT / "tests"
MIRRORED = ("assay", "stages", "tools")
OTHERS = {
    "browser": "the marking application in a real browser",
    "data": "files that several tests read",
    "perf": "measurements, which `make perf` runs",
    "pipeline": "what holds for all stages together, run by DVC",
    "providers": "litellm before services that speak each provider's protocol",
    "repo": "the repository itself",
    "walks": "recording of walks beside the sources, and what they notice",
    "simulation": "runs and contests with planted truth, which prove the statistics",
}
"""Folders beside the mirror, and what they are about."""
FOLDERS = sorted(
    path.relative_to(TESTS)
    for top in MIRRORED
    for path in (TESTS / top).rglob("*")
    if path.is_dir() and path.name != "__pycache__"
)
FILES = sorted(
    path.relative_to(TESTS) for top in MIRRORED for path in (TESTS / top).rglob("test_*.py")
)


def is_module(path: Path) -> bool:
    """Whether there is such a module or package; `main` stands for `__main__`."""
    if path.name == "main":
        path = path.with_name("__main__")
    return (ROOT / path).with_suffix(".py").is_file() or (ROOT / path / "__init__.py").is_file()


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_a_folder_of_tests_is_named_after_a_package(folder: Path) -> None:
    assert is_module(folder), f"tests/{folder}: there is no package {folder}"


@pytest.mark.parametrize("file", FILES, ids=str)
def test_a_file_of_tests_is_named_after_a_module_or_a_module_and_an_aspect(file: Path) -> None:
    words = file.stem.removeprefix("test_").split("_")
    names = ["_".join(words[:count]) for count in range(len(words), 0, -1)]
    assert any(is_module(file.with_name(name)) for name in names), (
        f"tests/{file}: there is no module {file.with_name(names[-1])}.py; "
        "a test file is called test_<module>.py or test_<module>_<aspect>.py"
    )


def test_every_other_folder_is_known_and_no_test_stands_outside_a_folder() -> None:
    folders = {path.name for path in TESTS.iterdir() if any(path.glob("*"))} - {"__pycache__"}
    assert folders == {*MIRRORED, *OTHERS}
    assert not list(TESTS.glob("test_*.py"))
