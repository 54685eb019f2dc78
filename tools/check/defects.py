"""Defects stand at places of their data set, are proved by it, and are named by criteria."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from assay.checks.review_checks import Finds
from assay.checks.reviews import ANYWHERE, Finding, place
from assay.checks.vocabulary import leaves
from assay.config import paths
from assay.config.settings import did_you_mean
from assay.config.yaml_files import read_utf8
from assay.content.criteria import Criterion
from assay.content.defects import defects_in
from assay.content.scenarios import Test
from assay.errors import Problems
from tools.check.proofs import DatasetFacts, facts_of, named_ids, unnamed, unproved


def check_defects(tests: Iterable[Test], problems: Problems) -> None:
    """Collect what is wrong with each file of defects."""
    for path, ids in named_ids(paths.DEFECTS, tests, _ids_in).items():
        with problems.collecting():
            _check_file(path, ids, problems)


def _ids_in(_: Test, criteria: Sequence[Criterion]) -> set[str]:
    checks = [leaf for item in criteria if item.check for leaf in leaves(item.check)]
    return {leaf.finds.id for leaf in checks if isinstance(leaf, Finds)}


def _check_file(path: Path, named: Collection[str] | None, problems: Problems) -> None:
    file = defects_in(path, read_utf8(path))
    facts = facts_of(path)
    words = set(re.findall(r"[A-Za-z_$][\w$]*", "\n".join(facts.sources.values())))
    for finding in (*file.defects, *file.minor, *file.decoys):
        for line in _misplaced(finding, facts, words):
            problems.add(f"{path}: {finding.id}: {line}")
    for defect in file.defects:
        for line in unproved(defect, facts):
            problems.add(f"{path}: {defect.id}: {line}")
    for line in unnamed(path, (one.id for one in (*file.defects, *file.decoys)), named):
        problems.add(line)


def _misplaced(finding: Finding, facts: DatasetFacts, words: Collection[str]) -> Iterator[str]:
    for text in finding.at:
        cited = place(text)
        if cited is None:
            if text != ANYWHERE and text not in words:
                yield f"at: '{text}' stands nowhere in the source"
        elif cited.path not in facts.sources:
            remedy = did_you_mean(cited.path, list(facts.sources))[:200]
            yield f"at: the data set has no file '{cited.path}'{remedy}"
        elif cited.lines and cited.lines[0].last > len(facts.sources[cited.path].splitlines()):
            yield f"at: {text} lies behind the end of the file"
