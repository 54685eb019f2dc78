"""make check: every mistake in any content is named with its file; limits are advice."""

import json
from pathlib import Path

import pytest

from assay.errors import AssayError
from tests.project import Project
from tools.check.__main__ import main
from tools.check.all_content import check_content

PORT = "criteria/solution_migration/Port-Mini.yaml"


@pytest.fixture
def project(built_in_project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """The small project, with criteria within the limits for one of its tests."""
    copy = Project.copy(built_in_project, tmp_path / "project")
    criteria = [{"criterion": f"c{number}", "check": {"words": 1}} for number in range(9)]
    copy.write(
        "criteria/code_explanation/Explain-Other.yaml",
        json.dumps({"evaluation_steps": {"accuracy": criteria, "completeness": criteria}}),
    )
    monkeypatch.chdir(copy.root)
    return copy


def errors() -> list[str]:
    try:
        main(["--all"])
    except AssayError as error:
        return list(error.lines)
    return []


def test_content_beyond_the_limits_is_no_error(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    assert errors() == []
    printed = capsys.readouterr().out
    assert "3 tests, 1 suites: no error, 0 warnings" in printed


@pytest.mark.parametrize(
    "path, text, expected",
    [
        ("conf/model/mine.yaml", "litellm: x\n", "conf/model/mine.yaml: unknown key 'litellm'"),
        ("conf/judge/mine.yaml", "provider: x\n", "conf/judge/mine.yaml: 'provider'"),
        ("conf/suite/mine.yaml", "tests: [Prt]\n", "conf/suite/mine.yaml: there is no test 'Prt'"),
        ("conf/suite/mine.yaml", "test: [A]\n", "conf/suite/mine.yaml: key 'tests' is missing"),
        ("conf/score/default.yaml", "x: 1\n", "conf/score/default.yaml: key 'min_coverage'"),
        ("conf/calls/default.yaml", "x: 1\n", "conf/calls/default.yaml: unknown key 'x'"),
        ("toolchains/mine/toolchain.yaml", "kind: x\n", "toolchains/mine/toolchain.yaml: 'kind'"),
        ("params.yaml", "models: [golb]\n", "params.yaml: key 'panel' is missing"),
        ("datasets/New/dataset.yaml", "licence: L\n", "datasets/New/dataset.yaml: key 'technolog"),
        ("datasets/Mini/x.js", 'password = "hunter2hunter2"\n', "datasets/Mini/x.js:1: looks like"),
        ("scenarios/solution_migration/Port.md", "x", "Port.md: the file must start with YAML"),
        ("scenarios/t/N.md", "---\ntitle: T\n---\n", "scenarios/t/N.md: key 'category' is missing"),
        (PORT, "evaluation_steps: {}\n", f"{PORT}: key 'evaluation_steps.accuracy' is missing"),
    ],
)
def test_a_mistake_is_named_with_its_file(
    project: Project, path: str, text: str, expected: str
) -> None:
    project.write(path, text)
    assert [line for line in errors() if expected in line], errors()


def test_a_gold_answer_that_is_missing_or_fails_its_check_is_named(project: Project) -> None:
    gold = "scenarios/solution_migration/gold/Port-Mini.md"
    project.replace(gold, "^19.0.0", "^18.0.0")
    line = f"{PORT}: evaluation_steps.accuracy: 'package.json names \"react\"': {gold} fails the"
    assert [found for found in errors() if found.startswith(line)]
    (project.root / gold).unlink()
    assert f"{gold}: the gold answer is missing: write it" in errors()


def test_a_template_that_does_not_render_is_named(project: Project) -> None:
    project.replace("scenarios/solution_migration/Port.md", "{{ code }}", "{{ cod }}")
    assert any("template of 'Port-Mini': 'cod' is undefined" in line for line in errors())


def test_what_belongs_to_nothing_or_is_too_large_is_worth_a_look(project: Project) -> None:
    gold = "scenarios/solution_migration/gold/Port-Mini.md"
    for path in (PORT, gold):
        project.write(path.replace("Port-Mini", "Port-Mine"), project.read(path))
    project.write("conf/suite/mini.yaml", "tests: [Port-Mini, Explain-Other]\n")
    project.write("datasets/Mini/large.js", "call();\n" * 60_000)
    project.replace("datasets/Mini/dataset.yaml", "licence", "include: ['*.js', lib/]\nlicence")
    warnings = "\n".join(check_content().warnings)
    for part in (
        f"{PORT.replace('Mini', 'Mine')}: there is no test 'Port-Mine'",
        f"{gold.replace('Mini', 'Mine')}: there is no test 'Port-Mine'",
        "UpgradeReactApplication.md: test 'UpgradeReactApplication-Mini' is in no suite",
        "the prompt of 'Port-Mini' has about 120,",
        "datasets/Mini/dataset.yaml: include: the pattern 'lib/' matches no file",
    ):
        assert part in warnings


def test_a_data_set_without_files_matters_when_a_test_is_about_it(project: Project) -> None:
    line = "datasets/New/dataset.yaml: no file belongs to the data set: put its source there"
    project.write("datasets/New/dataset.yaml", project.read("datasets/Mini/dataset.yaml"))
    assert line in check_content().warnings and errors() == []
    project.replace("scenarios/solution_migration/Port.md", "[Mini]", "[Mini, New]")
    assert line in errors()


def test_some_tests_alone_can_be_looked_at(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    project.replace("scenarios/solution_migration/gold/Port-Mini.md", "^19.0.0", "^18.0.0")
    with pytest.raises(AssayError, match="fails the check"):
        main(["--all", "Port-Mini"])
    capsys.readouterr()
    main(["--all", "Explain-Other"])
    assert ", 1 tests, 1 suites: no error" in capsys.readouterr().out
    with pytest.raises(AssayError, match=r"there is no test 'Prt-Mini' \(did you mean 'Port-Mini'"):
        main(["--all", "Prt-Mini"])
