"""Mutants of a data set's source, which tests that a model writes are to notice.

criteria/behaviours/mutants/<DataSet>.yaml holds them. Each is noticed by gold's tests, and by no
test without an assertion: `python -m tools.proof` shows it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pydantic import Field

from assay.config import paths
from assay.config.settings import Config, validated
from assay.config.yaml_files import read_yaml
from assay.errors import AssayError

COMMENT = {".py": "#"}
MARK = "17 c4"
"""Stands in a comment below each source: a test that compares its text fails, mutant or not."""


class SourceMutant(Config):
    """Lines of a file from `line` on, as they stand there, and what stands there instead."""

    file: str
    line: int = Field(ge=1)
    before: str
    after: str

    @property
    def label(self) -> str:
        """Where it is, with the first lines that differ."""
        pairs = zip(self.before.splitlines(), self.after.splitlines(), strict=False)
        differing = [pair for pair in pairs if pair[0] != pair[1]] or [(self.before, self.after)]
        before, after = (" ".join(text.split())[:100] for text in differing[0])
        return f"{self.file}:{self.line} {before!r} -> {after!r}"


class MutantFile(Config):
    mutants: list[SourceMutant] = Field(min_length=1)


@dataclass(frozen=True)
class MutantSet:
    """The mutants, and the files of the source that they change, each with a mark at its end."""

    source: Mapping[str, bytes]
    mutants: tuple[SourceMutant, ...]

    def mutated(self, mutant: SourceMutant) -> bytes:
        """The mutant's file."""
        return replaced(self.source[mutant.file].decode(), mutant).encode()


def mutants_path(dataset: str) -> Path:
    return paths.BEHAVIOURS / "mutants" / f"{dataset}.yaml"


def load_mutants(dataset: str, source: Mapping[str, bytes]) -> MutantSet | None:
    """The data set's mutants, None if it has none. AssayError names one that does not fit."""
    path = mutants_path(dataset)
    if not path.exists():
        return None
    mutants = validated(read_yaml(path), MutantFile, str(path)).mutants
    for mutant in mutants:
        text = source.get(mutant.file, b"").decode()
        if mutant.before == mutant.after or replaced(text, mutant) == text:
            raise AssayError(
                f"{path}: {mutant.file}:{mutant.line} does not read {mutant.before!r}: "
                "write it as the source has it"
            )
    return MutantSet(marked(source, {mutant.file for mutant in mutants}), tuple(mutants))


def replaced(text: str, mutant: SourceMutant) -> str:
    """The text with the mutant; the same text if the lines are others."""
    lines = text.splitlines(keepends=True)
    start = len("".join(lines[: mutant.line - 1]))
    if not text.startswith(mutant.before, start):
        return text
    return text[:start] + mutant.after + text[start + len(mutant.before) :]


def marked(source: Mapping[str, bytes], files: set[str]) -> dict[str, bytes]:
    """These files of the source, each with a comment as its last line."""
    signs = {path: COMMENT.get(PurePosixPath(path).suffix, "//") for path in sorted(files)}
    return {path: source[path] + f"\n{sign} {MARK}\n".encode() for path, sign in signs.items()}
