"""What all kinds of new files share: names, templates, and that nothing is overwritten."""

import argparse
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Template

import yaml

from assay.config.settings import did_you_mean
from assay.content.git_source import GitSource
from assay.content.scenarios import SYSTEM
from assay.errors import AssayError
from assay.records.jsonl import write_text

TEMPLATES = Path(__file__).parent / "templates"
WORD = r"^[A-Za-z][A-Za-z0-9_]*$"


def require_word(kind: str, name: str) -> None:
    """AssayError unless it can be a part of a test's id, <Scenario>-<Dataset>."""
    if not re.match(WORD, name):
        raise AssayError(
            f"NAME: '{name}' is no name of a {kind}: use letters, digits and _, such as MyShop "
            "(a dash separates scenario and data set in the id of a test)"
        )


def require_known(key: str, names: Iterable[str], known: Iterable[str]) -> None:
    """AssayError names the first of `names` that is not known, and the nearest that is."""
    listed = sorted(known)
    for name in names:
        if name not in listed:
            raise AssayError(f"{key}: there is no '{name}'{did_you_mean(name, listed)}")


def require_new(path: Path) -> None:
    """AssayError if there is a file or folder already."""
    if path.exists():
        raise AssayError(f"{path} is there already: nothing was written")


def git_source(options: argparse.Namespace, rev: str = "") -> GitSource:
    """FROM and REV, or another revision. AssayError if it is no repository's address."""
    try:
        return GitSource(git=options.source, rev=rev or options.rev)
    except ValueError as error:
        raise AssayError(f"FROM, REV: {error}") from error


def answer_of(files: Mapping[str, str]) -> str:
    """The files as a model would deliver them."""
    parts = []
    for path, text in files.items():
        fence = "````" if "```" in text else "```"
        language = "python" if path.endswith(".py") else ""
        parts.append(f"### {path}\n{fence}{language}\n{text.rstrip()}\n{fence}\n")
    return "\n".join(parts)


def system_of(folder: Path) -> dict[Path, str]:
    """The system prompt of a type of scenarios, if it has none yet."""
    path = folder / SYSTEM
    return {} if path.exists() else {path: filled("system.md", {})}


def as_yaml(value: object) -> str:
    return yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=120)


def filled(template: str, values: Mapping[str, str]) -> str:
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    return Template(text).substitute(values)


def write(files: Mapping[Path, str]) -> list[str]:
    """Write all the files, or none. AssayError names a file that is there already."""
    for path in files:
        require_new(path)
    for path, text in files.items():
        write_text(path, text)
    return [f"wrote {path}" for path in files]
