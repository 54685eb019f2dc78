"""Test cases that come to few verdicts: each is about a set of the full cases."""

import json
from collections.abc import Mapping

import jinja2

from tools.new.hard.program import CANARY, HARD, HardProgram

FOLDER = "assaycases"
VERDICTS = f"{FOLDER}/test_verdicts.py"


def cases_of(
    program: HardProgram, template: str, file: str, facts: Mapping[str, object], numbers: int
) -> dict[str, str]:
    """The files of a folder of behaviours, by path: the full cases, and the verdicts on them.

    `facts` is what the template reads of this file, `numbers` how many sets of cases it is about.
    """
    cases = jinja2.Template((HARD / "cases" / template).read_text(), trim_blocks=True)
    texts = {path.replace("tests/", ""): text for path, text in program.full.items()}
    texts["conftest.py"] = f"# {CANARY}\n{(HARD / 'cases/conftest.py').read_text()}"
    texts["test_verdicts.py"] = f"# {CANARY}\n{cases.render(numbers=range(1, numbers + 1))}"
    whole = {"canary": CANARY, **facts}
    texts[file] = json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
    return {f"{FOLDER}/{path}": text for path, text in texts.items()}


def short(titles: frozenset[str]) -> list[str]:
    """The cases as the verdicts know them: `test_module::test`."""
    return sorted(title.removeprefix("tests.") for title in titles)
