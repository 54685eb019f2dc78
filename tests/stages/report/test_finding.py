"""The page to search has every answer and every criterion once."""

from pathlib import Path

import pytest

from stages.report.answer_views import test_views as views_of
from stages.report.run_evidence import load_evidence
from stages.report.finding import findings
from tests.stages.report.test_page import MODELS, PANEL, PROMPTS, write_run


def test_every_answer_and_every_criterion_is_listed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_run(MODELS)
    evidence = load_evidence(MODELS, PANEL)
    found = findings(evidence, views_of(evidence), "llm")
    listed = [(line.cell.test, line.cell.model) for line in found.answers]
    assert len(set(listed)) == len(listed) == len(PROMPTS) * len(MODELS)
    criteria = [(line.test, line.criterion.id) for line in found.criteria]
    assert len(set(criteria)) == len(criteria) == 4 * len(PROMPTS)
    by_answer = {(line.cell.test, line.cell.model): line for line in found.answers}
    gap = by_answer["Explain-One", "patchy"]
    assert gap.state == "gap" and gap.cell.score is None and gap.tokens == 0
    assert by_answer["Port-One", "hostile"].cost_usd is None, "an unknown price stays unknown"
    refused = [line for line in found.criteria if line.test == "Port-One"]
    assert all(line.failed >= 1 for line in refused), "patchy refused, which fails everything"
