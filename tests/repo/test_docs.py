"""README and docs agree with the code: commands, links, tables, figures."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import TypeAdapter

from assay.answers.containment import CLASH, MALFORMED, OUTSIDE, UNUSABLE
from assay.answers.dialogue_process import (
    ENDED,
    STRUCTURE_TOO_EARLY,
    WRITTEN_TOO_EARLY,
)
from assay.checks.vocabulary import KINDS, Check
from assay.config import paths
from assay.content.defects import defects_path, findings_in
from assay.ledger.request import CONTEXT_TOO_LONG
from assay.records.criteria_health import CriteriaHealth
from assay.records.jsonl import read_results
from stages.generate.dialogue.engine import REFUSED
from tests.project import ROOT
from tools.proof.printed import summary

PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
MAKEFILE = (ROOT / "Makefile").read_text()
NUMBER = r"\d+(?:[.,]\d+)*"


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)[^)]*\)", page.read_text()):
        if target.startswith("http"):
            continue
        place = page.parent / target if target else page
        assert place.exists(), target
        assert not anchor or anchor in anchors(place), f"{target}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_paths_of_code_exist(page: Path) -> None:
    for path in re.findall(r"(?<![\w./-])((?:stages|tests|tools)/[\w./]+)", page.read_text()):
        assert (ROOT / path.rstrip(".")).exists(), path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_exist(page: Path) -> None:
    text = page.read_text()
    for target in re.findall(
        r"\bmake ([a-z][a-z0-9-]*)\b", " ".join(re.findall(r"`[^`\n]+`|^\$ .*$", text, re.M))
    ):
        assert re.search(rf"^{target}:", MAKEFILE, re.M), f"make {target}"
    for module in re.findall(r"python -m ((?:stages|tools)[\w.]*)", text):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module


def test_the_readmes_first_screen_has_the_picture_and_the_two_commands() -> None:
    first = (ROOT / "README.md").read_text().split("\n## ")[0]
    assert re.search(r"!\[[^]]+\]\(docs/\w+\.png\)", first)
    assert "$ make bench" in first and "$ make test" in first


def test_the_documented_change_of_the_report_still_applies() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text()
    change = page.split("```diff\n")[1].split("```")[0]
    for part in change.split("--- ")[1:]:
        path, *lines = part.splitlines()
        text = (ROOT / path).read_text().splitlines()
        assert [line for line in lines if line[0] in " -" and line[1:] not in text] == []


def test_the_readmes_table_of_stages_is_that_of_the_pipeline() -> None:
    stages = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]
    rows = re.findall(
        r"^\| (\w+) \| (all|each model) \|.*\| `([^`]+)` \|$",
        (ROOT / "README.md").read_text(),
        re.M,
    )
    assert [name for name, _, _ in rows] == list(stages)
    for name, each, written in rows:
        by_model = f"outputs/inputs/{name}.json" in str(stages[name])
        assert (each == "each model") == by_model, name
        assert written.rstrip("/") in str(stages[name]), name


def written(stage: dict[str, Any]) -> list[Path]:
    """What a stage of dvc.yaml writes."""
    entries = [*stage.get("outs", []), *stage.get("metrics", []), *stage.get("plots", [])]
    return [Path(next(iter(entry)) if isinstance(entry, dict) else entry) for entry in entries]


def test_every_arrow_of_the_readmes_picture_is_one_of_the_pipeline() -> None:
    stages = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]
    picture = (ROOT / "README.md").read_text().split("```mermaid\n")[1].split("```")[0]
    chains = [re.findall(r"\w+", line) for line in picture.splitlines() if "-->" in line]
    arrows = {arrow for chain in chains for arrow in pairwise(chain)}
    drawn = {stage for arrow in arrows for stage in arrow}
    assert drawn == set(stages) - {"fingerprint", "measure"}
    for before, after in arrows:
        made = written(stages[before])
        read = [Path(path) for path in stages[after]["deps"]]
        assert any(one.is_relative_to(two) for one in made for two in read), (before, after)


def test_the_readmes_figures_are_those_of_the_criterias_health(
    product: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(product)
    readme = (ROOT / "README.md").read_text()
    section = readme.split("## Why believe a score")[1].split("\n## ")[0]
    written = set(re.findall(NUMBER, section))
    known = read_results(paths.CRITERIA_HEALTH, CriteriaHealth)
    figures = re.findall(NUMBER, " ".join(summary(list(known.values()))))
    assert len(figures) > 12
    assert set(figures) <= written, "see python -m tools.proof --summary"


def test_the_glossary_is_one_page_in_order() -> None:
    lines = (ROOT / "docs/glossary.md").read_text().splitlines()
    words = re.findall(r"^- \*\*([^*]+)\*\*: ", "\n".join(lines), re.M)
    assert len(lines) <= 40
    assert words == sorted(set(words)) and len(words) > 30


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_use_the_words_of_the_glossary(page: Path) -> None:
    old_words = r"\b(mend(s|ed|able)?|overloaded|told apart|tell apart)\b"
    assert not re.findall(old_words, page.read_text())


def test_the_readme_links_to_every_page() -> None:
    links = set(re.findall(r"\]\(([^)#\s]+)", (ROOT / "README.md").read_text()))
    pages = {page.relative_to(ROOT).as_posix() for page in PAGES} - {"README.md"}
    assert pages <= links


def test_every_kind_of_check_is_documented() -> None:
    documented = re.findall(r"^\| (`[^|]+) \|", (ROOT / "docs/checks.md").read_text(), re.M)
    assert {name for cell in documented for name in re.findall(r"`(\w+)`", cell)} == set(KINDS)


def test_the_documented_checks_are_valid() -> None:
    path = ROOT / defects_path("ToDoApp_ReactJS")
    known = findings_in(path, path.read_text())
    for example in re.findall(r"\| `(\{.*?\})` \|", (ROOT / "docs/checks.md").read_text()):
        TypeAdapter(Check).validate_python(
            yaml.safe_load(example.replace("\\|", "|")), context=known
        )


def test_every_outcome_and_flag_of_a_dialogue_is_documented() -> None:
    page = (ROOT / "docs/dialogues.md").read_text()
    named = set(re.findall(r"`([^`\n]+)`", " ".join(re.findall(r"^\| ([^|]+) \|", page, re.M))))
    parts = [ROOT / "assay/answers/containment.py"]
    parts += (ROOT / "stages/generate/dialogue").glob("*.py")
    code = "\n".join(path.read_text() for path in parts)
    outcomes = code.split("def outcome")[1].split("def record")[0]
    words = {OUTSIDE, UNUSABLE, CLASH, MALFORMED, REFUSED, CONTEXT_TOO_LONG, "cut off"}
    words |= {STRUCTURE_TOO_EARLY, WRITTEN_TOO_EARLY, ENDED}
    words.update(re.findall(r'return "([a-z ]+)"', outcomes))
    words.update(re.findall(r'(?:flags\[|Refused\()"([^"]+)"', code))
    words.update(re.findall(r'"([a-z, ]+)": (?:int|len)\(', code))
    assert len(words) > 25 and words <= named, words - named


def test_ci_calls_the_readmes_test_command() -> None:
    assert "\nmake test\n" in (ROOT / ".ci/run").read_text()


def test_make_perf_has_the_benchmarks_that_it_names() -> None:
    from tests.perf import __main__ as perf

    assert re.findall(r"\[(\w+)\]", perf.__doc__ or "") == list(perf.MEASURES)
