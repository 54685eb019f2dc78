"""Defects stand at places of their data set, are proved by it, and are named by criteria."""

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from assay.checks.review_checks import Finds
from assay.checks.reviews import ANYWHERE, Finding, place
from assay.checks.vocabulary import leaves
from assay.config import paths
from assay.config.settings import did_you_mean
from assay.config.yaml_files import read_utf8
from assay.content.criteria import load_criteria
from assay.content.defects import defects_in, defects_path
from assay.content.scenarios import Test
from assay.errors import AssayError, Problems
from tools.check.proofs import DatasetFacts, evidence_of, unproved


def check_defects(tests: Iterable[Test], problems: Problems) -> None:
    """Collect what is wrong with each file of defects.

    Mistakes in the criteria files themselves are left to those who load them.
    """
    named = {path: set[str]() for path in sorted(paths.DEFECTS.glob("*.yaml"))}
    unread = set[Path]()
    for test in tests:
        path = defects_path(str(test.dataset))
        try:
            criteria = load_criteria(test.criteria)
        except AssayError:
            unread.add(path)
            continue
        checks = [leaf for item in criteria if item.check for leaf in leaves(item.check)]
        named.get(path, set()).update(leaf.finds.id for leaf in checks if isinstance(leaf, Finds))
    for path, ids in named.items():
        with problems.collecting():
            _check_file(path, None if path in unread else ids, problems)


def _check_file(path: Path, named: Collection[str] | None, problems: Problems) -> None:
    """Collect wrong places and proofs, and defects that are not `named` (None: not known)."""
    file = defects_in(path, read_utf8(path))
    evidence = evidence_of(path)
    words = set(re.findall(r"[A-Za-z_$][\w$]*", "\n".join(evidence.sources.values())))
    for finding in (*file.defects, *file.minor, *file.decoys):
        for line in _misplaced(finding, evidence, words):
            problems.add(f"{path}: {finding.id}: {line}")
    for defect in file.defects:
        for line in unproved(defect, evidence):
            problems.add(f"{path}: {defect.id}: {line}")
    for finding in (*file.defects, *file.decoys):
        if named is not None and finding.id not in named:
            problems.add(f"{path}: {finding.id}: no criterion of a test on {path.stem} names it")


def _misplaced(finding: Finding, evidence: DatasetFacts, words: Collection[str]) -> Iterator[str]:
    """The places that the data set does not have."""
    for text in finding.at:
        cited = place(text)
        if cited is None:
            if text != ANYWHERE and text not in words:
                yield f"at: '{text}' stands nowhere in the source"
        elif cited.path not in evidence.sources:
            remedy = did_you_mean(cited.path, list(evidence.sources))[:200]
            yield f"at: the data set has no file '{cited.path}'{remedy}"
        elif cited.lines and cited.lines[0].last > len(evidence.sources[cited.path].splitlines()):
            yield f"at: {text} lies behind the end of the file"
