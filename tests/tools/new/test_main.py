"""make new: what is written is valid at once, nothing is overwritten, wrong names are named."""

from pathlib import Path

import pytest
import yaml

from assay.errors import AssayError
from assay.records.jsonl import write_text
from tests.project import Project
from tests.tools.check.form import lines_of
from tools.check.all_content import check_content
from tools.new.__main__ import main

pytestmark = pytest.mark.usefixtures("content")


def refusal(*arguments: str) -> str:
    before = {path for path in Path().rglob("*") if path.is_file()}
    with pytest.raises(AssayError) as caught:
        main(list(arguments))
    assert {path for path in Path().rglob("*") if path.is_file()} == before
    return str(caught.value)


def problems() -> list[str]:
    """What `make check` says is wrong."""
    return lines_of(check_content().problems)


@pytest.mark.parametrize(
    "arguments",
    [
        ("dataset", "Shop"),
        ("dataset", "Shop", "--from", "datasets/Mini"),
        ("scenario", "Own", "--type", "solution_migration", "--datasets", "Mini Other"),
        ("scenario", "Own", "--type", "code_explanation", "--answer", "document"),
        ("scenario", "Own", "--type", "review", "--category", "code_documentation"),
        ("scenario", "Own", "--type", "contextual_experiment", "--answer", "dialogue"),
    ],
    ids=" ".join,
)
def test_what_is_written_is_valid_and_not_written_twice(arguments: tuple[str, ...]) -> None:
    before = problems()
    main(list(arguments))
    assert problems() == before
    assert "already" in refusal(*arguments)


@pytest.mark.parametrize("answer", ["files", "document", "dialogue"])
def test_every_todo_is_seen_until_it_is_replaced(answer: str) -> None:
    before = set(Path("scenarios").rglob("*"))
    options = ("--category", "code_documentation", "--datasets", "Mini Other", "--answer", answer)
    main(["scenario", "Own", "--type", "review", *options])
    written = set(Path("scenarios").rglob("*")) | set(Path("criteria").glob("review/*")) - before
    files = {path for path in written if path.is_file() and "TODO" in path.read_text()}
    assert len(files) == 6, "system.md, the scenario, and two tests' criteria and gold answers"
    expected = sorted(f"{path}: still says TODO" for path in files)
    found = [line for line in check_content().warnings if line.endswith("still says TODO")]
    assert sorted(found) == expected, "each file once"
    for path in files:
        path.write_text(path.read_text().replace("TODO: ", "Done: "))
    assert not [line for line in check_content().warnings if "TODO" in line]


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("datasett", "x"), "KIND: there is no 'datasett' (did you mean 'dataset'?)"),
        (("dataset", ""), "NAME: name the new dataset: make new KIND=dataset NAME=…"),
        (("dataset", "../x"), "NAME: '../x' is no name of a data set"),
        (("dataset", "Shop", "--from", "nowhere"), "FROM: nowhere is no folder"),
        (("dataset", "Shop", "--rev", "v1"), "REV: name the repository too"),
        (("dataset", "Shop", "--rev", "v1", "--from", "nowhere"), "source.git: nowhere cannot be"),
        (("test", "Port-Mini"), "FROM, REV: "),
        (("criteria", "Port-Mini"), "Port-Mini.yaml is there already"),
        (("criteria", "Port-Min"), "NAME: there is no 'Port-Min' (did you mean 'Port-Mini'?)"),
        (("scenario", "Own"), "TYPE: name one, such as TYPE=code_explanation"),
        (("scenario", "Own", "--type", "a/b"), "NAME: 'a/b' is no name of a type"),
        (("scenario", "Own", "--type", "review"), "CATEGORY: 'review' is a new type"),
        (("scenario", "Own", "--type", "x", "--category", "code"), "CATEGORY: there is no 'code'"),
        (("scenario", "Own", "--answer", "flies"), "there is no 'flies' (did you mean 'files'?)"),
        (
            ("scenario", "Own", "--type", "code_explanation", "--datasets", "Min"),
            "DATASETS: there is no 'Min' (did you mean 'Mini'?)",
        ),
        (("criteria", "Port-Mini", "--tests", "A-B"), "unrecognized arguments: --tests A-B"),
    ],
)
def test_a_wrong_value_is_named_and_nothing_is_written(
    arguments: tuple[str, ...], words: str
) -> None:
    assert words in refusal(*arguments)


def test_the_next_step_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["scenario", "Own", "--type", "contextual_experiment", "--answer", "dialogue"])
    printed = capsys.readouterr().out
    assert "add a weight for Own to lcif_weights in conf/score/default.yaml" in printed


def test_a_copied_folder_comes_without_what_is_unsafe_and_names_its_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "source"
    for path in ("src/A.java", "web/app.js", ".env", "node_modules/x/index.js", "dataset.yaml"):
        write_text(source / path, "x\n")
    (source / "out").symlink_to("/etc/hostname")
    main(["dataset", "Shop", "--from", str(source)])
    files = {str(path.relative_to("datasets/Shop")) for path in Path("datasets/Shop").rglob("*.*")}
    assert files == {"dataset.yaml", "src/A.java", "web/app.js"}
    described = yaml.safe_load(Path("datasets/Shop/dataset.yaml").read_text())
    assert described["languages"] == ["java", "javascript"]
    assert "may hold secrets: 1 (.env)" in capsys.readouterr().out


def test_a_data_set_named_in_its_scenario_gets_criteria_and_a_gold_answer(content: Project) -> None:
    path = "scenarios/solution_migration/Port.md"
    content.replace(path, "datasets: [Mini]\n", "datasets: [Mini, Other]\n")
    assert any("Port-Other" in problem for problem in problems())
    main(["criteria", "Port-Other"])
    assert problems() == []
