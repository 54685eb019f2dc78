"""render: the prompt is exactly the template with its values, whatever the code contains."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from assay.errors import AssayError
from assay.records.pipeline import Prompt
from stages.render import render_all
from tests.assay.sandbox.conftest import write
from tests.project import FILES

IDS = ["Port-Mini", "Explain-Other", "UpgradeReactApplication-Mini"]
PORT = "scenarios/solution_migration/Port.md"
HEAD = FILES[PORT].split("---\n")[1]


@pytest.fixture(autouse=True)
def content(here: Path) -> None:
    for path, text in FILES.items():
        write(path, text)


def port(template: str) -> Prompt:
    write(PORT, f"---\n{HEAD}---\n{template}")
    return render_all("mini", ["Port-Mini"])[0]


def test_the_whole_prompt_is_as_written_here() -> None:
    prompt = render_all("mini", ["Port-Mini"])[0]
    assert prompt.system == "You answer with files."
    assert prompt.user == (
        "Port this application to React 19.\n\n"
        "### app.js\n```js\nfunction count(n) {\n  return n > 0 ? n + 1 : 1;\n}\n```\n\n"
        '### index.html\n```html\n<h1>Mini counter</h1>\n<script src="app.js"></script>\n```\n'
    )
    assert prompt.tokens_estimate == -(-len((prompt.system + prompt.user).encode()) // 4)


def test_prompts_are_in_the_order_of_ids_and_the_same_each_time() -> None:
    prompts = render_all("mini", IDS)
    assert [prompt.test for prompt in prompts] == sorted(IDS)
    assert render_all("mini", IDS[::-1]) == prompts


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text(
        st.sampled_from("{}%#`\r\n\t ")
        | st.characters(exclude_categories=["Cs"], exclude_characters="\0")
    )
)
@example("{{ 7 * 7 }} {% if x %} {# a #}")
@example("```\n````\n~~~\n<answer-0> ---\n")
def test_any_code_comes_out_byte_for_byte_and_is_never_read_as_a_template(code: str) -> None:
    write("datasets/Mini/app.js", code)
    assert code in port("{{ code }}").user


def test_instructions_are_those_of_the_data_set() -> None:
    head = f"{HEAD}instructions: {{Mini: Keep the counter.}}\n"
    write(PORT, f"---\n{head}---\nPort. {{{{ instructions }}}}\n")
    assert render_all("mini", ["Port-Mini"])[0].user == "Port. Keep the counter.\n"


def test_a_test_without_a_data_set_has_no_code_to_show() -> None:
    head = HEAD.replace("[Mini]", "[]")
    write("scenarios/solution_migration/New.md", f"---\n{head}---\nMake it.\n")
    criteria = "criteria/solution_migration"
    write(f"{criteria}/New.yaml", FILES[f"{criteria}/Port-Mini.yaml"])
    prompt = render_all("mini", ["New"])[0]
    assert (prompt.user, prompt.files, prompt.dataset) == ("Make it.\n", (), None)


def test_a_dialogues_hash_covers_the_files_that_its_tools_serve_and_no_other_hash_does() -> None:
    before = {prompt.test: prompt.sha256 for prompt in render_all("mini", IDS)}
    write("datasets/Mini/app.js", "changed\n")
    write("datasets/Mini/logo.png", "\0")
    after = {prompt.test: prompt.sha256 for prompt in render_all("mini", IDS)}
    changed = {test for test in before if before[test] != after[test]}
    assert changed == {"Port-Mini", "UpgradeReactApplication-Mini"}
    port("No code here.")
    unseen = port("No code here.").sha256
    write("datasets/Mini/app.js", "changed again\n")
    assert port("No code here.").sha256 == unseen


@pytest.mark.parametrize(
    "template, line, words",
    [
        ("a\n{{ cod }}\n", 2, "'cod' is undefined"),
        ("a\n\n{% for x in code %}\n", 3, "end"),
        ("{% include 'x' %}", 1, "no loader"),
        ("a\n{{ instructions.foo.bar }}", 2, "has no attribute 'foo'"),
    ],
)
def test_a_mistake_in_a_template_names_file_and_line(template: str, line: int, words: str) -> None:
    with pytest.raises(AssayError) as caught:
        port(template)
    place = f"{PORT}:{line + HEAD.count(chr(10)) + 2}: template of 'Port-Mini': "
    assert str(caught.value).startswith(place) and words in str(caught.value)


def test_a_test_that_cannot_be_judged_is_a_mistake_before_anything_is_paid() -> None:
    path = Path("criteria/solution_migration/Port-Mini.yaml")
    path.unlink()
    with pytest.raises(AssayError, match=f"^{path}: the test has no criteria"):
        render_all("mini", IDS)
