"""make new KIND=hard: what is written is ordinary content, and says no secret seed."""

from pathlib import Path

import pytest

from assay.content.scenarios import known_tests
from assay.errors import AssayError
from tools.check.all_content import check_content
from tools.new.__main__ import main
from tools.new.hard.program import CANARY


def files() -> set[Path]:
    return {path for path in Path().rglob("*") if path.is_file()}


def options(family: str, level: str, seed: str) -> list[str]:
    return ["hard", "", "--family", family, "--level", level, "--seed", seed]


@pytest.mark.slow
def test_instances_are_valid_content_with_the_canary_and_hide_a_secret_seed() -> None:
    before = files()
    main(options("catch", "1", "7"))
    main(options("catch", "1", "our-secret"))
    written = files() - before
    tests = [name for name in known_tests() if name.startswith("CatchFaults")]
    assert len(tests) == 2 and "CatchFaults-HardWholeL1S7" in tests
    check_content(tests).problems.raise_if_any()
    of_all = {Path("scenarios/hard/CatchFaults.md"), Path("scenarios/hard/system.md")}
    assert len(written - of_all) == 2 * 10
    assert [path for path in written - of_all if CANARY not in path.read_text()] == []
    told = [f"{path}: {path.read_text()}" for path in written]
    assert not [text for text in told if "our-secret" in text]
    with pytest.raises(AssayError, match="already"):
        main(options("catch", "1", "7"))


@pytest.mark.parametrize(
    ("family", "level", "seed", "words"),
    [
        ("cach", "1", "1", "did you mean"),
        ("catch", "one", "1", "LEVEL"),
        ("catch", "9", "1", "no level 9"),
        ("catch", "1", "", "SEED"),
    ],
)
def test_wrong_options_are_named(family: str, level: str, seed: str, words: str) -> None:
    with pytest.raises(AssayError, match=words):
        main(options(family, level, seed))
