"""extract: files of dialogues become real files, contained, with syntax state and complexity."""

from pathlib import Path

import pytest
from pydantic import TypeAdapter

from assay.answers.budget import MAX_BYTES
from assay.answers.parsed import states_of
from assay.checks.decide import decide
from assay.checks.vocabulary import Check
from assay.code.effort import PARSE_STEPS, Effort
from assay.code.queries import parse_for_queries
from assay.code.wellformed import GIVEN_UP, FileState, file_state
from assay.config.settings import JudgingConfig
from assay.records.pipeline import COUNTED_LANGUAGES, Answer, Dialogue, Prompt, SourceFile
from stages.extract import extracted, write_dialogues
from stages.judge.case import Case
from stages.judge.unasked import subject_of
from tests.project import Project


def prompt() -> Prompt:
    return Prompt(
        test="U-M", scenario="U", dataset="M", category="instruction_following", type="t",
        title="U", answer="dialogue",
        system="S", user="Upgrade.", files=(SourceFile(path="a.js",
        content="function f(n) { return n ? 1 : 2 }\n"),),
        count_html=True, sha256="0", tokens_estimate=1,
    )  # fmt: skip


def answer(files: dict[str, str], attempt: int = 1) -> Answer:
    written = tuple(SourceFile(path=path, content=text) for path, text in files.items())
    talk = Dialogue(
        outcome="ended", turns=1, transcript=(), declared=(), files=written, calls={}, flags={}
    )
    return Answer(
        model="m", test="U-M", attempt=attempt, prompt="0", status="answered", dialogue=talk
    )


def on_disk(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): path.read_text()
        for path in root.rglob("*")
        if path.is_file()
    }


def test_the_files_of_each_dialogue_are_a_folder_by_test_and_attempt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    single = Answer(
        model="m", test="E-M", attempt=1, prompt="0", status="answered", text="### a\n```\nx\n```"
    )
    files = {
        "package.json": "{}",
        "src/App.tsx": "<x/>",
        ".gitignore": "x",
        "dvc.yaml": "stages: 1",
        "x.dvc": "{",
    }
    assert write_dialogues("m", [single, answer(files), answer({"b": "2"}, attempt=2)]) == []
    found = on_disk(tmp_path / "outputs/dialogues")
    assert "`npm install` alone runs" in found.pop("m/README.md")
    assert found == {**{f"m/U-M/1/{path}": text for path, text in files.items()}, "m/U-M/2/b": "2"}
    write_dialogues("m", [])
    assert list(on_disk(tmp_path / "outputs/dialogues")) == ["m/README.md"]


@pytest.mark.parametrize(
    "path",
    [
        "../../x",
        "/etc/x",
        "a/../../../x",
        "C:\\x",
        "a\0b",
        "NUL",
        "sub/.git/config",
        ".dvcignore",
        "./b",
        "B",
        "b/c",
    ],
)
def test_a_file_that_no_tool_of_a_dialogue_would_write_is_named_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    root = tmp_path / "project"
    root.mkdir()
    monkeypatch.chdir(root)
    (note,) = write_dialogues("m", [answer({"b": "kept", path: "x", "z": "kept"})])
    assert note.startswith("U-M attempt 1: ") and note.endswith("it was not written")
    assert set(on_disk(tmp_path)) == {
        f"project/outputs/dialogues/m/{name}" for name in ("README.md", "U-M/1/b", "U-M/1/z")
    }


def test_a_dialogue_is_measured_before_and_after_like_a_translation() -> None:
    item = extracted(
        prompt(), answer({"a.ts": "export const f = () => 1;\n", "b.ts": "let a = ;;{\n"})
    )
    assert item.before and item.after
    assert (item.before.cyclomatic_complexity, item.after.cyclomatic_complexity) == (2, 1)
    assert item.unparsable == 1 and [file.parse_ok for file in item.files] == [True, False]


def test_an_answer_is_measured_by_its_data_sets_keys_and_may_change_the_language() -> None:
    java = SourceFile(path="A.java", content="class A { int f(int a) { return a > 0 ? 1 : 2; } }\n")
    vendored = SourceFile(path="vendor/b.js", content="let b;\n" * 9)
    source = prompt().model_copy(update={"files": (*prompt().files, java, vendored)})
    delivered = {
        "a.ts": "export const f = () => 1;\n",
        "B.java": "class B {\n}\n",
        "vendor/b.js": "let b;\n" * 9,
        "index.html": "<p>\n",
    }

    def lines(languages: tuple[str, ...], exclude: tuple[str, ...]) -> tuple[int, int]:
        scope = {"languages": languages, "exclude": exclude}
        item = extracted(source.model_copy(update=scope), answer(delivered))
        assert item.before and item.after
        return item.before.loc, item.after.loc

    assert lines(COUNTED_LANGUAGES, ()) == (10, 11)
    assert lines(COUNTED_LANGUAGES, ("vendor/",)) == (1, 2)
    assert lines(("java",), ("vendor/",)) == (1, 3), "java and typescript count, html does not"
    assert lines(("javascript", "html"), ("vendor/",)) == (1, 2)


JUDGING = JudgingConfig(
    question="all", batch=40, max_rounds=1, sources="shown", max_answer_chars=1_000
)
BROKEN = (
    "export const A = () => { return <div>{x.map(y => <li>{y}</li>)}</div>; };\n"
    "const q = ) => {{ ];\n"
)
HOSTILE = {
    "100 kB of [": {"a.tsx": "[" * 100_000},
    "2 MB of x{": {"a.tsx": "x{" * 999_900},
    "5 MB on one line": {"a.ts": "a=1;" * 1_250_000},
    "200 broken files of 50 kB": {f"a{number}.tsx": BROKEN * 500 for number in range(200)},
    "38 files of x{": {f"a{number}.tsx": "x{" * 25_000 for number in range(38)},
}


@pytest.mark.parametrize("files", HOSTILE.values(), ids=HOSTILE)
def test_one_budget_of_steps_holds_for_all_files_of_an_answer(files: dict[str, str]) -> None:
    effort = Effort(steps=1_000, reads=1_000, tries_memory=False)
    states = states_of({**files, "good.ts": "let a = 1;\n"}, effort)
    is_parsed = min(map(len, files.values())) < MAX_BYTES
    assert effort.is_spent == is_parsed
    assert effort.steps_left >= 0 and effort.reads_left > -5_000
    assert states["good.ts"] == FileState(parse_ok=True, error_share=0.0), "the smallest come first"
    assert all(states[path] and not states[path].parse_ok for path in files)


def test_a_text_that_only_the_checks_would_find_hard_is_given_up_before_they_read_it() -> None:
    """`&` is respelled for the state, and is as it was written for queries."""
    text = "a && b;\n" * 5_000
    one_reading = Effort()
    assert file_state("a.ts", text.replace("&", "|"), one_reading) == FileState(True, 0.0)
    spent = PARSE_STEPS - one_reading.steps_left
    assert file_state("a.ts", text, Effort(steps=spent * 3 // 2)) == GIVEN_UP
    assert file_state("a.ts", text, Effort(steps=spent * 3)) == FileState(True, 0.0)


def test_judging_parses_nothing_that_extracting_gave_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assay.answers.parsed.Effort", lambda: Effort(steps=100))
    files = {"a.tsx": "x{" * 5_000, "b.ts": "import x from 'react';\n", "c.json": "{}"}
    item = extracted(prompt(), answer(files))
    assert [file.marks for file in item.files] == [("unread",), (), ()]
    parsed: list[str] = []
    monkeypatch.setattr(
        "assay.checks.subject.parse_for_queries",
        lambda text, grammar: parsed.append(text) or parse_for_queries(text, grammar),
    )
    subject = subject_of(Case.of(prompt(), answer(files), (), JUDGING), item)
    checks: list[dict[str, object]] = [
        {"tsx": "p", "min": 0, "max": 0},
        {"import": "react"},
        {"query": "(class_declaration) @c", "min": 0, "max": 0},
        {"links": "delivered"},
        {"not": {"regex": "jquery"}},
        {"import": "react", "in": "b.ts"},
    ]
    decisions = [decide(TypeAdapter(Check).validate_python(check), subject) for check in checks]
    assert [decision.passed for decision in decisions] == [False, False, False, False, False, True]
    assert set(parsed) == {files["b.ts"]}


@pytest.mark.slow
def test_dvc_keeps_and_brings_back_the_folders_whatever_names_a_model_uses(
    finished: Project,
) -> None:
    """With names that DVC and git give a meaning to elsewhere, through a push and a clone."""
    project = finished
    written = project.root / "outputs/dialogues"
    assert set(on_disk(written)) == {
        "gold/README.md", "gold/UpgradeReactApplication-Mini/1/src/App.tsx", "null/README.md"
    }  # fmt: skip
    for name in (
        "dvc.yaml",
        "data.dvc",
        ".gitignore",
        "dvc.lock",
        "params.yaml",
        "src/[id]/a b.ts",
        ".env",
    ):
        project.write(
            f"outputs/dialogues/gold/UpgradeReactApplication-Mini/1/{name}", "stages: [*\n"
        )
    project.run("dvc", "commit", "--force", "extract")
    assert project.repro("extract").stages == []

    project.run("dvc", "remote", "add", "-d", "team", str(project.root.parent / "remote"))
    project.commit("run")
    project.run("dvc", "push", "extract")
    clone = project.root.parent / "clone"
    project.run("git", "clone", "-q", str(project.root), str(clone))
    fresh = Project(clone, project.server, project.python)
    fresh.run("dvc", "pull", "extract")
    assert on_disk(clone / "outputs/dialogues") == on_disk(written)
