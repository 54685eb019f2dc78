"""A data set and what checks of its files complain of."""

from collections.abc import Callable, Iterable
from pathlib import Path

from assay.content.scenarios import Test, known_tests
from assay.errors import AssayError, Problems
from tests.project import DATASET

SCENARIO = (
    "---\ntitle: T\ncategory: code_documentation\ntype: {0}\nanswer: {1}\n"
    "datasets: [Form]\n---\nT\n"
)


def write(path: str, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text, encoding="utf-8")


def write_form() -> None:
    write("datasets/Form/dataset.yaml", DATASET)
    write("datasets/Form/src/form.js", "if (name.length > 64) {\n  refuse();\n}\n")


def complaints_of(check: Callable[[Iterable[Test], Problems], None]) -> list[str]:
    problems = Problems()
    check(known_tests().values(), problems)
    return lines_of(problems)


def lines_of(problems: Problems) -> list[str]:
    try:
        problems.raise_if_any()
    except AssayError as error:
        return list(error.lines)
    return []
