"""make new KIND=test FROM=… REV=…: a commit becomes a task, a gold answer and test cases.

The repository is shell scripts whose tests print TAP, so nothing is installed for it.
"""

from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from assay.content.scenarios import all_tests
from assay.errors import AssayError, Problems
from assay.sandbox.programs import python
from assay.sandbox.steps import Tools
from tests.assay.sandbox.conftest import opened, small_config
from tests.project import Project
from tests.tools.adopt.test_main import committed, repository_at
from tests.tools.check.form import lines_of
from tools.check import cases_proof
from tools.check.all_content import check_content
from tools.new import commit_test
from tools.new.__main__ import main

pytestmark = pytest.mark.alone
"""A busy machine leaves what fails undecided."""
TOOLCHAIN = """kind: system
programs: {sh: dash}
tests: [sh, tests/all.sh]
report: tap
"""
ALL = """code=0
for file in tests/*.case; do
  if sh "$file"; then echo "ok - $file"; else echo "not ok - $file"; code=1; fi
done
exit $code
"""
ADDS = '[ "$(sh sum.sh 2 3)" = 5 ]\n'
THREE = '[ "$(sh sum.sh 2 3 4)" = 9 ]\n'
TWO_ARGUMENTS = "echo $(($1 + $2))\n"
EACH_ARGUMENT = "all=0; for each; do all=$((all + each)); done; echo $all\n"
FIRST = {"sum.sh": TWO_ARGUMENTS, "tests/all.sh": ALL, "tests/adds.case": ADDS}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Two commits: a sum of two numbers, then of any; and one that changes tests alone."""
    folder = repository_at(tmp_path / "repository")
    committed(folder, **FIRST)
    secret = {".env": "KEY=1\n", "data.bin": "\0\1"}
    committed(folder, **FIRST | secret | {"sum.sh": EACH_ARGUMENT, "tests/three.case": THREE})
    committed(folder, **{"tests/more.case": ADDS})
    committed(folder, **{"sum.sh": EACH_ARGUMENT + "# same\n"})
    return folder


@pytest.fixture(autouse=True)
def project(content: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Where programs run, and two toolchains for them."""
    content.write("toolchains/mini/toolchain.yaml", TOOLCHAIN)
    content.write("toolchains/browser/toolchain.yaml", "kind: node\n")
    try:
        sandbox = opened(tmp_path / "etc")
    except AssayError as reason:
        pytest.skip(str(reason))
    program = python()
    tools = Tools(sandbox, small_config(), program, program, program, Path())
    for module in (commit_test, cases_proof):
        monkeypatch.setattr(module, "open_tools", lambda _: tools)
        monkeypatch.setattr(module, "load_execution", SimpleNamespace)
    return content


def new(repository: Path, rev: str, name: str = "Sum-Adder", toolchain: str = "mini") -> None:
    places = ["--from", str(repository), "--rev", rev, "--type", "code_change"]
    main(["test", name, *places, "--toolchain", toolchain])


def wrong() -> list[str]:
    problems = Problems()
    tests = all_tests(problems)
    cases_proof.prove_cases(tests, ["Sum-Adder"], problems)
    return lines_of(problems)


def test_a_commit_becomes_a_test_that_its_own_cases_prove(repository: Path) -> None:
    new(repository, "main~2")
    cases = Path("criteria/behaviours/Adder")
    made, kept = "tests/three.case", "tests/adds.case"
    assert yaml.safe_load((cases / "cases.yaml").read_text()) == {
        "titles": [made, kept],
        "defects": [made],
    }
    assert (cases / made).read_text() == THREE
    assert Path("datasets/Adder/sum.sh").read_text() == TWO_ARGUMENTS
    gold = Path("scenarios/code_change/gold/Sum-Adder.md")
    assert EACH_ARGUMENT in gold.read_text() and "three" not in gold.read_text()
    assert gold.read_text().count("### ") == 1, "no secret, no binary file"
    criteria = yaml.safe_load(Path("criteria/code_change/Sum-Adder.yaml").read_text())
    runs = {
        metric: [each["run"] for each in of] for metric, of in criteria["evaluation_steps"].items()
    }
    assert runs == {"accuracy": [[kept]], "completeness": [[made]]}
    check_content().problems.raise_if_any()
    assert wrong() == []

    gold.write_text(gold.read_text().replace("all + each", "all - each"))
    (line,) = wrong()
    assert line.startswith("criteria/behaviours/Adder/cases.yaml: gold/Sum-Adder: ")
    (cases / "cases.yaml").write_text(f"titles: [{made}, {kept}]\n")
    of_source, _ = wrong()
    assert "source/Adder" in of_source and made in of_source


def test_a_case_that_passed_in_the_parents_own_tests_stays_what_passed_before(
    tmp_path: Path,
) -> None:
    """The commit's tests do not start on the parent, as if they did not compile."""
    folder = repository_at(tmp_path / "repository")
    committed(folder, **FIRST)
    second = {"sum.sh": EACH_ARGUMENT, "all.sh": "", "tests/three.case": THREE}
    second["tests/all.sh"] = f"[ -e all.sh ] || exit 1\n{ALL}"
    committed(folder, **FIRST | second)
    new(folder, "main")
    assert yaml.safe_load(Path("criteria/behaviours/Adder/cases.yaml").read_text()) == {
        "titles": ["tests/three.case", "tests/adds.case"],
        "defects": ["tests/adds.case", "tests/three.case"],
    }
    steps = yaml.safe_load(Path("criteria/code_change/Sum-Adder.yaml").read_text())
    assert [each["run"] for each in steps["evaluation_steps"]["accuracy"]] == [["tests/adds.case"]]
    assert wrong() == []


@pytest.mark.parametrize(
    ("rev", "toolchain", "reason"),
    [
        ("main", "mini", "REV: no test fails before commit"),
        ("main~1", "mini", "writes no file but tests: there is no task"),
        ("main~3", "mini", "with a parent"),
        ("nowhere", "mini", "has no commit 'nowhere' with a parent"),
        ("main~2", "minni", "TOOLCHAIN: there is no 'minni' (did you mean 'mini'?)"),
    ],
)
def test_a_commit_that_makes_no_test_is_refused_and_nothing_is_written(
    repository: Path, rev: str, toolchain: str, reason: str
) -> None:
    before = {path for path in Path().rglob("*") if path.is_file()}
    with pytest.raises(AssayError) as caught:
        new(repository, rev, toolchain=toolchain)
    assert reason in str(caught.value)
    after = {path for path in Path().rglob("*") if path.is_file()}
    assert {path for path in after - before if ".assay" not in path.parts} == set()


def test_a_program_that_the_machine_lacks_is_named_with_its_package(
    repository: Path, project: Project
) -> None:
    text = TOOLCHAIN.replace("sh: dash", "no-such-compiler: some-package")
    project.write("toolchains/mini/toolchain.yaml", text)
    with pytest.raises(AssayError, match="no no-such-compiler: install the package some-package"):
        new(repository, "main~2")
