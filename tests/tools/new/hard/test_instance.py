"""make new KIND=hard: what is written is ordinary content, and says no secret seed."""

from pathlib import Path

import pytest

from assay.content.scenarios import known_tests
from assay.errors import AssayError
from tests.project import Project
from tools.check.all_content import check_content
from tools.new.__main__ import main
from tools.new.hard.program import CANARY


def files(root: Path) -> set[Path]:
    return {path.relative_to(root) for path in root.rglob("*") if path.is_file()}


def options(family: str, level: str, seed: str) -> list[str]:
    return ["hard", "", "--family", family, "--level", level, "--seed", seed]


@pytest.mark.slow
def test_an_instance_is_valid_content_with_the_canary_in_each_file(project: Project) -> None:
    before = files(project.root)
    main(options("catch", "1", "7"))
    written = files(project.root) - before
    assert "CatchFaults-HardWholeL1S7" in known_tests()
    check_content(["CatchFaults-HardWholeL1S7"]).problems.raise_if_any()
    of_all = {Path("scenarios/hard/CatchFaults.md"), Path("scenarios/hard/system.md")}
    assert len(written - of_all) == 7
    assert [path for path in written - of_all if CANARY not in path.read_text()] == []


@pytest.mark.slow
def test_a_second_instance_joins_the_scenario_and_hides_a_secret_seed() -> None:
    main(options("catch", "1", "7"))
    main(options("catch", "1", "our-secret"))
    names = [name for name in known_tests() if name.startswith("CatchFaults")]
    assert len(names) == 2
    assert not [path for path in Path().rglob("*") if "our-secret" in path.name]
    with pytest.raises(AssayError, match="already"):
        main(options("catch", "1", "7"))


@pytest.mark.parametrize(
    ("family", "level", "seed", "words"),
    [
        ("cach", "1", "1", "did you mean"),
        ("catch", "one", "1", "LEVEL"),
        ("catch", "1", "", "SEED"),
    ],
)
def test_wrong_options_are_named(family: str, level: str, seed: str, words: str) -> None:
    with pytest.raises(AssayError, match=words):
        main(options(family, level, seed))
