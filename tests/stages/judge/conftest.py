"""What tests of documents with questions share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.content.criteria import Criterion, load_criteria
from assay.content.questions import questions_path
from assay.ledger.paid_calls import Ledger, open_ledger
from tests.project import ROOT


@pytest.fixture
def ledger(here: Path) -> Iterator[Ledger]:
    with open_ledger() as opened:
        yield opened


@pytest.fixture
def criteria(ledger: Ledger) -> tuple[Criterion, ...]:
    """Of a test on ReactSignUp: two questions and a heading for accuracy, two for completeness."""
    shared = ROOT / "tests/data/questions"
    path = questions_path("ReactSignUp")
    path.parent.mkdir(parents=True)
    path.write_text((shared / "questions.yaml").read_text())
    Path("Explain-ReactSignUp.yaml").write_text((shared / "criteria.yaml").read_text())
    return load_criteria(Path("Explain-ReactSignUp.yaml"))
