"""What a dialogue declared, compared with what it wrote."""

from collections.abc import Sequence
from typing import NamedTuple

from assay.records.pipeline import DeliveredFile, Dialogue


class StructureLine(NamedTuple):
    """A path of the new application: whether it was declared, and the file if it was written."""

    path: str
    declared: bool
    file: DeliveredFile | None


def structure(dialogue: Dialogue, written: Sequence[DeliveredFile]) -> list[StructureLine]:
    """First in the order declared, then what was written without being declared."""
    files = {file.path: file for file in written}
    paths = dict.fromkeys([*dialogue.declared, *files])
    return [StructureLine(path, path in dialogue.declared, files.get(path)) for path in paths]
