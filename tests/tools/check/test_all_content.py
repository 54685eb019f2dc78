"""make check: every mistake in any content is named with its file; limits are advice."""

import pytest

from assay.errors import AssayError, Problems
from tests.project import Project
from tests.tools.check.form import lines_of
from tools.check.__main__ import main
from tools.check.all_content import check_content

PORT = "criteria/solution_migration/Port-Mini.yaml"


def errors() -> list[str]:
    problems = Problems()
    with problems.collecting():
        main(["--all"])
    return lines_of(problems)


@pytest.mark.parametrize(
    "path, text, expected",
    [
        ("conf/model/mine.yaml", "litellm: x\n", "conf/model/mine.yaml: unknown key 'litellm'"),
        ("conf/judge/mine.yaml", "provider: x\n", "conf/judge/mine.yaml: 'provider'"),
        ("conf/suite/mine.yaml", "tests: [Prt]\n", "conf/suite/mine.yaml: there is no test 'Prt'"),
        ("conf/score/default.yaml", "x: 1\n", "conf/score/default.yaml: key 'min_coverage'"),
        ("conf/calls/default.yaml", "x: 1\n", "conf/calls/default.yaml: unknown key 'x'"),
        ("toolchains/mine/toolchain.yaml", "kind: x\n", "toolchains/mine/toolchain.yaml: 'kind'"),
        ("params.yaml", "models: [golb]\n", "params.yaml: key 'panel' is missing"),
        ("datasets/New/dataset.yaml", "licence: L\n", "datasets/New/dataset.yaml: key 'technolog"),
        ("datasets/Mini/x.js", 'password = "hunter2hunter2"\n', "datasets/Mini/x.js:1: looks like"),
        ("scenarios/solution_migration/Port.md", "x", "Port.md: the file must start with YAML"),
        (PORT, "evaluation_steps: {}\n", f"{PORT}: key 'evaluation_steps.accuracy' is missing"),
    ],
)
def test_a_mistake_is_named_with_its_file(
    content: Project, path: str, text: str, expected: str
) -> None:
    content.write(path, text)
    assert [line for line in errors() if expected in line], errors()


def test_a_gold_answer_that_is_missing_or_fails_its_check_is_named(content: Project) -> None:
    gold = "scenarios/solution_migration/gold/Port-Mini.md"
    content.replace(gold, "^19.0.0", "^18.0.0")
    line = f"{PORT}: evaluation_steps.accuracy: 'package.json names \"react\"': {gold} fails the"
    assert [found for found in errors() if found.startswith(line)]
    (content.root / gold).unlink()
    assert f"{gold}: the gold answer is missing: write it" in errors()


def test_a_criterion_that_a_comment_cuts_is_named(content: Project) -> None:
    content.replace(PORT, 'package.json names "react"', 'package.json names "react" and #/all')
    assert errors() == [f"{PORT}:3: ' #' begins a comment: quote the criterion"]


def test_criteria_that_are_missing_are_one_mistake(content: Project) -> None:
    (content.root / PORT).unlink()
    assert [line for line in errors() if "Port-Mini.yaml" in line] == [
        f"{PORT}: the test has no criteria: write this file"
    ]


def test_a_template_that_does_not_render_is_named(content: Project) -> None:
    content.replace("scenarios/solution_migration/Port.md", "{{ code }}", "{{ cod }}")
    assert any("template of 'Port-Mini': 'cod' is undefined" in line for line in errors())


def test_what_belongs_to_nothing_or_is_too_large_is_worth_a_look(content: Project) -> None:
    gold = "scenarios/solution_migration/gold/Port-Mini.md"
    for path in (PORT, gold):
        content.write(path.replace("Port-Mini", "Port-Mine"), content.read(path))
    content.write("conf/suite/mini.yaml", "tests: [Port-Mini, Explain-Other]\n")
    content.write("datasets/Mini/large.js", f"{'call(); ' * 200}\n" * 300)
    content.replace("datasets/Mini/dataset.yaml", "licence", "include: ['*.js', lib/]\nlicence")
    warnings = "\n".join(check_content().warnings)
    for part in (
        f"{PORT.replace('Mini', 'Mine')}: there is no test 'Port-Mine'",
        f"{gold.replace('Mini', 'Mine')}: there is no test 'Port-Mine'",
        "UpgradeReactApplication.md: test 'UpgradeReactApplication-Mini' is in no suite",
        "the prompt of 'Port-Mini' has about 120,",
        "datasets/Mini/dataset.yaml: include: the pattern 'lib/' matches no file",
    ):
        assert part in warnings


def test_a_data_set_without_files_matters_when_a_test_is_about_it(content: Project) -> None:
    line = "datasets/New/dataset.yaml: no file belongs to the data set: put its source there"
    content.write("datasets/New/dataset.yaml", content.read("datasets/Mini/dataset.yaml"))
    assert line in check_content().warnings and errors() == []
    content.replace("scenarios/solution_migration/Port.md", "[Mini]", "[Mini, New]")
    assert line in errors()


def test_some_tests_alone_can_be_looked_at(
    content: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    content.replace("scenarios/solution_migration/gold/Port-Mini.md", "^19.0.0", "^18.0.0")
    with pytest.raises(AssayError, match="fails the check"):
        main(["--all", "Port-Mini"])
    capsys.readouterr()
    main(["--all", "Explain-Other"])
    assert ", 1 tests, 1 suites: no error, 0 warnings" in capsys.readouterr().out
    with pytest.raises(AssayError, match=r"there is no test 'Prt-Mini' \(did you mean 'Port-Mini'"):
        main(["--all", "Prt-Mini"])
