"""Published results are scored and reported as they were recorded; what fits nothing is listed.

The archive here is a miniature in the published formats, with the traps that are known of them.
"""

import csv
import json
import shutil
from pathlib import Path

import pytest

from assay.config import paths
from assay.errors import AssayError
from assay.records.jsonl import read_records, read_result, write_text
from assay.records.leaderboard_records import Leaderboard
from assay.records.models import ModelMetrics
from assay.records.pipeline import Answer, Extracted, Judgement, Prompt
from tests.project import ROOT
from tools.adopt_results.__main__ import MARK, adopt, run_stages

UPDATE = "UpdateReact_ToDoApp_ReactJS_high_avg"
COSMO = "AngularToReact_AngularCosmoPage_avg_high"
APP = "GenerateReactApp"
TYPES = {UPDATE: "solution_migration", COSMO: "solution_migration", APP: "component_generation"}
FILE = "### src/App.tsx\n```tsx\nexport const App = () => <h1>List</h1>;\n```\n"
LONG_AGO, LATELY = "result_20250101_000000", "result_20250601_000000"


def recorded(answer: str = FILE, tokens: str = "{'input_tokens': 90, 'output_tokens': 40}") -> str:
    return (
        f"### Task\nMigrate.\n\n### Answer:\n{answer}\n### Tokens: {tokens}\n"
        "### Execution time: 12.5\n"
    )


def report(*items: tuple[str, str]) -> str:
    return "".join(f"- **{state}** (90%): {text}\n  As seen.\n\n" for state, text in items)


def deliver(root: Path, model: str, test: str, run: str = LATELY, text: str = "") -> Path:
    """An answer, and the folder that it lies in."""
    folder = root / "Output" / model / "JS" / TYPES[test] / run / test
    write_text(folder / f"{test}_report_1.md", text or recorded())
    return folder


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(ROOT)
    write_text(tmp_path / "bench/Dataset/JS/ToDoApp_ReactJS/index.js", "const a = b ? 1 : 2;\n")
    root = tmp_path / "results"
    for name, kind in TYPES.items():
        called = name.replace("AngularCosmo", "AngularJSCosmo")
        text = (
            "evaluation_steps:\n  accuracy:\n    - It starts\n"
            "    - {criteria: It has a list, weight: 3}\n"
            "  completeness:\n    - {criterion: It has a title, weight: 1}\n"
        )
        write_text(root / "Criteria/JS" / kind / f"{called}_criteria.yaml", text)
    for model in ("alpha-1.5", "beta"):
        for test in TYPES:
            folder = deliver(root, model, test)
            verdicts = [("Pass", "It starts"), ("Fail", "It has a list")]
            if model == "beta":
                verdicts = [("Fail", "It starts"), ("Pass", "It has a list")]
            write_text(folder / f"{test}_judge-a_accuracy.md", report(*verdicts))
            write_text(
                folder / f"{test}_judge-a_completeness.md", report(("Pass", "It has a title"))
            )
            steps = [
                {"criterion": text, "weight": 1, "passed": state == "Pass", "confidence": 80}
                for state, text in verdicts
            ]
            titled = [{"criterion": "It has a title", "passed": True}]
            for metric, found in (("accuracy", steps), ("completeness", titled)):
                newer = json.dumps({"evaluation_steps": found})
                write_text(folder / f"{test}_judge-b_{metric}.json", newer)
    return root


def adopted(archive: Path) -> Path:
    """The project that the results become."""
    folder = archive.with_name("adopted")
    adopt(archive.with_name("bench"), archive, folder)
    return folder


def reasons(folder: Path) -> list[str]:
    """The reasons in unmapped.csv."""
    with (folder / "unmapped.csv").open(encoding="utf-8", newline="") as file:
        return [row["reason"] for row in csv.DictReader(file)]


def judgement(folder: Path, model: str, test: str, judge: str) -> Judgement:
    found = read_records(folder / paths.verdicts(model), Judgement)
    return next(item for item in found if (item.test, item.judge) == (test, judge))


def test_pass_rates_come_out_as_recorded_in_every_later_stage(archive: Path) -> None:
    folder = adopted(archive)
    run_stages(folder)
    assert reasons(folder) == []
    board = read_result(folder / paths.LEADERBOARD, Leaderboard)
    # accuracy 1 of 4 parts of the weight against 3 of 4, completeness 1 of 1
    assert {row.model: row.accuracy for row in board.models} == {"alpha-1-5": 25.0, "beta": 75.0}
    metrics = read_result(folder / paths.model_metrics("beta"), ModelMetrics)
    assert metrics.llm and metrics.llm.completeness == 100.0
    page = (folder / paths.REPORT / "index.html").read_text(encoding="utf-8")
    assert "alpha-1-5" in page and "judge-b" in page
    extracts = read_records(folder / paths.extracted("beta"), Extracted)
    update = next(item for item in extracts if item.test == "UpdateReact-ToDoApp_ReactJS")
    assert update.before and update.before.cyclomatic_complexity == 0
    assert update.before.files == 1 and update.files[0].path == "src/App.tsx"


def test_an_answer_and_a_verdict_have_what_was_recorded_of_them(archive: Path) -> None:
    text = recorded(
        "### A heading\n### Tokens: mine\n" + FILE,
        "{'input_tokens': 7, 'output_tokens': 5, 'reasoning_tokens': 2}",
    )
    deliver(archive, "beta", UPDATE, text=text)
    folder = adopted(archive)
    answers = read_records(folder / paths.answers("beta"), Answer)
    found = next(item for item in answers if item.test.startswith("UpdateReact"))
    assert found.text.startswith("### A heading\n### Tokens: mine\n### src/App.tsx")
    assert (found.usage.input, found.usage.output, found.usage.reasoning) == (7, 5, 2)
    assert (found.latency_s, found.cost_usd) == (12.5, None)
    prompts = read_records(folder / paths.PROMPTS, Prompt)
    assert {prompt.user for prompt in prompts} == {"### Task\nMigrate.\n"}
    first = judgement(folder, "beta", found.test, "judge-a").verdicts[0]
    assert (first.passed, first.confidence, first.explanation) == (False, 90, "As seen.")


def test_items_of_other_words_are_listed_and_never_guessed(archive: Path) -> None:
    place = deliver(archive, "beta", APP)
    said = report(("Pass", "It starts."), ("Pass", "It has a list"), ("Fail", "It has a list"))
    write_text(place / f"{APP}_judge-a_accuracy.md", said)
    write_text(place / f"{APP}_judge-b_accuracy.json", "no list")
    folder = adopted(archive)
    verdicts = judgement(folder, "beta", APP, "judge-a").verdicts
    assert [verdict.passed for verdict in verdicts] == [None, True, True]
    others = judgement(folder, "beta", APP, "judge-b").verdicts
    assert [verdict.passed for verdict in others] == [None, None, True]
    assert sorted(reasons(folder)) == [
        "a second verdict of accuracy",
        "it holds no list of verdicts",
        "no criterion of accuracy has these words",
    ]


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        (f"JS/solution_migration/{LATELY}/{UPDATE}_2/{UPDATE}_2_report_1.md", "", "is newer"),
        (f"JS/solution_migration/{LONG_AGO}/{UPDATE}/{UPDATE}_report_1.md", "", "is newer"),
        (f"JS_Error_cases/{APP}/{APP}_report_1.md", "", "is newer"),
        (f"JS/x/{LATELY}/Other/Other_report_1.md", "", "no criteria have the name of its test"),
        ("JS/contextual_experiment/Task/1/message_log.json", "{}", "a dialogue"),
    ],
    ids=["second", "older", "two levels higher", "unknown test", "dialogue"],
)
def test_what_is_not_scored_is_listed(archive: Path, name: str, text: str, reason: str) -> None:
    write_text(archive / "Output/beta" / name, text or recorded())
    folder = adopted(archive)
    (found,) = reasons(folder)
    assert reason in found
    assert len(read_records(folder / paths.answers("beta"), Answer)) == 3


@pytest.mark.parametrize("marker", ["### Answer:", "### Tokens:"])
def test_an_answer_without_a_marker_is_listed(archive: Path, marker: str) -> None:
    deliver(archive, "beta", APP, text=recorded().replace(marker, "### Other:"))
    folder = adopted(archive)
    (found,) = reasons(folder)
    assert marker.strip("#: ") in found
    assert len(read_records(folder / paths.answers("beta"), Answer)) == 2


def test_tokens_that_cannot_be_read_count_as_none(archive: Path) -> None:
    deliver(archive, "beta", APP, text=recorded(tokens="__import__('os').getcwd()"))
    folder = adopted(archive)
    assert reasons(folder) == ["its tokens cannot be read, so they count as 0"]


def test_two_models_of_one_name_are_an_error(archive: Path) -> None:
    deliver(archive, "alpha-1-5", APP)
    with pytest.raises(AssayError, match="another model is called alpha-1-5 too"):
        adopted(archive)


def test_a_folder_that_is_no_archive_is_an_error(archive: Path) -> None:
    shutil.rmtree(archive / "Criteria")
    with pytest.raises(AssayError, match="there is no Criteria"):
        adopted(archive)
    assert not (archive.with_name("adopted") / MARK).exists()
