"""What all kinds of new files share: names, templates, and that nothing is overwritten."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Template

from assay.config.settings import did_you_mean
from assay.errors import AssayError

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


def filled(template: str, values: Mapping[str, str]) -> str:
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    return Template(text).substitute(values)


def write(files: Mapping[Path, str]) -> list[str]:
    """Write all the files, or none. AssayError names a file that is there already."""
    for path in files:
        if path.exists():
            raise AssayError(f"{path} is there already: nothing was written")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [f"wrote {path}" for path in files]
