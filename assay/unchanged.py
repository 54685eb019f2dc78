"""What did not change for a model is not done again.

DVC decides whether a stage runs; the stage decides which models have work. Beside its outputs it
keeps `outputs/inputs/<stage>.json`: by model, a hash of all that the model's outputs were made
from, and a hash of the outputs. A model whose hashes are the same is left alone.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

from assay.answers.tree import remove_tree
from assay.config import paths
from assay.config.params import load_params
from assay.records.jsonl import write_json

OF_MODELS = ("  conf/model/", "# params.yaml models: ")
"""In a stage's fingerprint every model's file and name. Each depends on its own file alone."""

PathOf = Callable[[str], Path]
"""The path of a model's output."""


class Unchanged:
    """The models of one stage whose outputs are up to date.

    A stage that is run by hand always works, since its overrides are in no hash; `dvc repro` then
    does these models again.
    """

    def __init__(
        self,
        stage: str,
        inputs: Sequence[Path | PathOf],
        outputs: Sequence[PathOf],
        facts: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        """`inputs`: what the outputs depend on beside the stage's fingerprint; folders too.

        `facts`: what else they depend on, of which no file tells.
        """
        self._path = paths.inputs(stage)
        self._fingerprint = paths.fingerprint(stage)
        self._inputs = inputs
        self._outputs = outputs
        self._facts = facts
        self._by_pipeline = "DVC_STAGE" in os.environ
        self._kept = _read(self._path)
        self._input_hash = cache(content_digest)  # folders that all depend on are read once

    def has(self, model: str) -> bool:
        """Whether the model's outputs are there and were made from the present inputs."""
        if not self._by_pipeline or model not in self._kept:
            return False
        return self._kept[model] == [self._inputs_hash(model), self._outputs_hash(model)]

    def note(self, model: str, *, complete: bool = True) -> None:
        """The model's outputs were written. With gaps they are not `complete`: done again."""
        self._kept.pop(model, None)
        if complete and self._by_pipeline:
            self._kept[model] = [self._inputs_hash(model), self._outputs_hash(model)]
        write_json(self._path, self._kept)

    def prune(self) -> list[str]:
        """Delete what models left that params.yaml no longer names, and say what.

        By params.yaml, never by an override: that would delete what other models have.
        """
        if not self._by_pipeline:
            return []
        models = load_params().models
        notes = []
        for output in self._outputs:
            kept = {output(model) for model in models}
            for path in sorted(set(output("any").parent.glob("[!.]*")) - kept):
                remove_tree(path)
                notes.append(f"removed {path}: the model is not in params.yaml")
        self._kept = {model: hashes for model, hashes in self._kept.items() if model in models}
        write_json(self._path, self._kept)
        return notes

    def _inputs_hash(self, model: str) -> str:
        code = self._fingerprint.read_text(encoding="utf-8").splitlines()
        own = f"  conf/model/{model}.yaml"
        lines = [line for line in code if line.endswith(own) or not _is_of_models(line)]
        inputs = (path if isinstance(path, Path) else path(model) for path in self._inputs)
        return _digest([*lines, *map(self._input_hash, inputs), *self._facts()])

    def _outputs_hash(self, model: str) -> str:
        return _digest(content_digest(path(model)) for path in self._outputs)


def content_digest(path: Path) -> str:
    """A hash of the file, or of the names and contents of all files below the folder."""
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.is_file())
        names = [file.relative_to(path).as_posix() for file in files]
        return _digest([*names, *(content_digest(file) for file in files)])
    if not path.exists():
        return ""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _is_of_models(line: str) -> bool:
    return any(part in line for part in OF_MODELS)


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _read(path: Path) -> dict[str, list[str]]:
    """What the last run kept; nothing if the file is missing or damaged: all is done again."""
    try:
        kept = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
