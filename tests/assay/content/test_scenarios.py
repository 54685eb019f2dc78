"""Scenarios and suites: which tests exist, and that each error is named once."""

import re
from pathlib import Path

import pytest

from assay.content.scenarios import all_tests, load_scenario, load_suite, suite_tests
from assay.errors import AssayError, Problems
from tests.assay.sandbox.conftest import write

HEAD = "title: Port\ncategory: code_translation\ntype: t\nanswer: files\ndatasets: [Mini, Other]\n"
PORT = Path("scenarios/t/Port.md")


@pytest.fixture(autouse=True)
def content(here: None) -> None:
    for name in ("Mini", "Other"):
        write(f"datasets/{name}/dataset.yaml", "")
    write("scenarios/t/system.md", "S")
    write(PORT, f"---\n{HEAD}---\nPort it.\n")


def problems_of(*ids: str) -> list[str]:
    """What is wrong with a suite of these tests."""
    problems = Problems()
    suite_tests("s", list(ids), problems)
    with pytest.raises(AssayError) as caught:
        problems.raise_if_any()
    return list(caught.value.lines)


def test_a_scenario_makes_a_test_for_each_data_set_or_one_without() -> None:
    write("scenarios/t/Alone.md", f"---\n{HEAD.replace('[Mini, Other]', '[]')}---\nDo.\n")
    tests = all_tests(Problems())
    assert list(tests) == ["Alone", "Port-Mini", "Port-Other"]
    assert tests["Alone"].dataset is None
    assert str(tests["Port-Other"].criteria) == "criteria/t/Port-Other.yaml"


@pytest.mark.parametrize("body", ["a\n---\nb\n", "a --- b", "| a |\n|---\n| b |\n"])
def test_dashes_in_a_template_belong_to_it(body: str) -> None:
    write(PORT, f"---\n{HEAD}---\n{body}")
    assert load_scenario(PORT).template == body


def test_dashes_in_a_title_and_windows_line_ends_are_read() -> None:
    write(PORT, f"---\n{HEAD.replace('Port', 'Port---')}---\nx\n".replace("\n", "\r\n"))
    scenario = load_scenario(PORT)
    assert (scenario.head.title, scenario.template) == ("Port---", "x\r\n")


@pytest.mark.parametrize("text", ["", f"{HEAD}---\nx", f"---\n{HEAD}", f" ---\n{HEAD}---\nx"])
def test_a_file_without_front_matter_is_told_what_belongs_there(text: str) -> None:
    write(PORT, text)
    words = f"^{PORT}: the file must start with YAML front matter between two lines of"
    with pytest.raises(AssayError, match=words):
        load_scenario(PORT)


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("title: Port", "titel: Port", "unknown key 'titel' (did you mean 'title'?)"),
        ("code_translation", "code_moving", "'category': input should be 'code_generation', '"),
        ("type: t", "type: other", "type is 'other', but the file lies in scenarios/t/"),
        ("[Mini, Other]", "[Mni]", "datasets: there is no data set 'Mni' (did you mean 'Mini'?)"),
        ("[Mini, Other]", "[Mini, Mini]", "datasets: 'Mini' is listed twice"),
        ("title: Port", "title: Port\ninstructions: {X: x}", "'X' is not among the datasets"),
    ],
)
def test_a_mistake_in_front_matter_is_named_once_and_alone(old: str, new: str, words: str) -> None:
    write(PORT, f"---\n{HEAD.replace(old, new)}---\nx\n")
    found = problems_of("Port-Mini")
    (line,) = [line for each in found for line in each.split("; ") if words in line]
    assert line.startswith(f"{PORT}: ")
    assert "there is no test" not in str(found)


def test_malformed_front_matter_is_named_with_its_line() -> None:
    write(PORT, f"---\n{HEAD}more: [\n---\nx\n")
    assert re.match(rf"{PORT}:\d: malformed YAML", problems_of("Port-Mini")[0])


def test_all_mistakes_of_a_suite_are_listed_at_once() -> None:
    assert problems_of("Port-Mini", "Port-Mini", "Port-Mni", "Other") == [
        "conf/suite/s.yaml: test 'Port-Mini' is listed twice",
        "conf/suite/s.yaml: there is no test 'Port-Mni' (did you mean 'Port-Mini'?)",
        "conf/suite/s.yaml: there is no test 'Other' (did you mean 'Port-Other'?)",
    ]


def test_two_scenarios_of_one_name_are_told_of_each_other() -> None:
    write("scenarios/u/Port.md", f"---\n{HEAD.replace('type: t', 'type: u')}---\nx\n")
    assert problems_of("Port-Mini") == [
        f"scenarios/u/Port.md: test 'Port-Mini' is already defined by {PORT}"
    ]


def test_a_suite_keeps_its_order() -> None:
    write("conf/suite/s.yaml", "tests: [Port-Other, Port-Mini]\n")
    ids = load_suite("s")
    assert [test.id for test in suite_tests("s", ids, Problems())] == ["Port-Other", "Port-Mini"]


@pytest.mark.parametrize("text", ["tests: []\n", "tests: [1]\n", "test: [a]\n", ""])
def test_a_wrong_suite_names_its_file(text: str) -> None:
    write("conf/suite/s.yaml", text)
    with pytest.raises(AssayError, match=r"^conf/suite/s\.yaml: "):
        load_suite("s")
