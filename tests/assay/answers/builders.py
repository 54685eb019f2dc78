"""Small builders for the tests of extraction."""

from assay.answers.extract_files import extract_files
from assay.records.pipeline import DeliveredFile


def contents(text: str) -> dict[str, str]:
    """Path to content of every file in an answer."""
    return {file.path: file.content for file in extract_files(text).files}


def paths(text: str) -> list[str]:
    """The paths of an answer's files, in their order."""
    return [file.path for file in extract_files(text).files]


def only(text: str) -> DeliveredFile:
    """The one file of an answer."""
    (file,) = extract_files(text).files
    return file


def ignored(text: str) -> dict[str, int]:
    """The counts of what was ignored."""
    return dict(extract_files(text).ignored)


def block(path_line: str, code: str = "const one = 1;\n", info: str = "ts") -> str:
    """A line, an empty line, and a fenced block."""
    return f"{path_line}\n\n```{info}\n{code}```\n"
