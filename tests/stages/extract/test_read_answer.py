"""One answer, read: its files, their syntax state and complexity; hostile ones harm no other."""

import pytest
from pydantic import TypeAdapter

from assay.checks.decide import decide
from assay.checks.vocabulary import Check
from assay.code.queries import parse_for_queries
from assay.config.judging_settings import JudgingConfig
from assay.records.pipeline import (
    COUNTED_LANGUAGES,
    Answer,
    Dialogue,
    Extracted,
    SourceFile,
)
from assay.workers import WorkerBounds, Workers
from stages.extract.read_answer import Answered, extracted, read_answers
from stages.judge.case import Case
from stages.judge.unasked import subject_of
from tests.stages.generate.dialogue.scripted_model import prompt

SOURCE = prompt((SourceFile(path="a.js", content="function f(n) { return n ? 1 : 2 }\n"),))


def answer(files: dict[str, str], attempt: int = 1) -> Answer:
    written = tuple(SourceFile(path=path, content=text) for path, text in files.items())
    talk = Dialogue(
        outcome="ended", turns=1, transcript=(), declared=(), files=written, calls={}, flags={}
    )
    return Answer(
        model="m", test="U-M", attempt=attempt, prompt="0", status="answered", dialogue=talk
    )


def test_a_dialogue_is_measured_before_and_after_like_a_translation() -> None:
    item = extracted(
        Answered(SOURCE, answer({"a.ts": "export const f = () => 1;\n", "b.ts": "let a = ;;{\n"}))
    )
    assert item.before and item.after
    assert (item.before.cyclomatic_complexity, item.after.cyclomatic_complexity) == (2, 1)
    assert item.unparsable == 1 and [file.parse_ok for file in item.files] == [True, False]


def test_an_answer_is_measured_by_its_data_sets_keys_and_may_change_the_language() -> None:
    java = SourceFile(path="A.java", content="class A { int f(int a) { return a > 0 ? 1 : 2; } }\n")
    vendored = SourceFile(path="vendor/b.js", content="let b;\n" * 9)
    source = SOURCE.model_copy(update={"files": (*SOURCE.files, java, vendored)})
    delivered = {
        "a.ts": "export const f = () => 1;\n",
        "B.java": "class B {\n}\n",
        "vendor/b.js": "let b;\n" * 9,
        "index.html": "<p>\n",
    }

    def lines(languages: tuple[str, ...], exclude: tuple[str, ...]) -> tuple[int, int]:
        scope = {"languages": languages, "exclude": exclude}
        item = extracted(Answered(source.model_copy(update=scope), answer(delivered)))
        assert item.before and item.after
        return item.before.loc, item.after.loc

    assert lines(COUNTED_LANGUAGES, ()) == (10, 11)
    assert lines(COUNTED_LANGUAGES, ("vendor/",)) == (1, 2)
    assert lines(("java",), ("vendor/",)) == (1, 3), "java and typescript count, html does not"
    assert lines(("javascript", "html"), ("vendor/",)) == (1, 2)


GOOD = {"a.tsx": "export const A = () => <p>{1}</p>;\n"}
BROKEN = (
    "export const A = () => { return <div>{x.map(y => <li>{y}</li>)}</div>; };\n"
    "const q = ) => {{ ];\n"
)
HOSTILE = {
    "a step of the parser takes gigabytes": {"a.ts": "a<b," * 15_000},
    "the same in Java": {"A.java": "a=>" * 20_000},
    "5 MB on one line": {"a.ts": "a=1;" * 1_250_000},
    "2 MB of x{": {"a.tsx": "x{" * 999_900},
}
ONLY_BROKEN = {
    "100 kB of [": {"a.tsx": "[" * 100_000},
    "20 broken files of 50 kB": {f"a{number}.tsx": BROKEN * 500 for number in range(20)},
    "JSON of 100,000 levels": {"a.json": "[" * 100_000},
}


def read_beside_good_ones(files: dict[str, str], cpu_seconds: int) -> Extracted:
    """The record of an answer with these files, between two answers that are as always."""
    good = Answered(SOURCE, answer(GOOD))
    with Workers(2, WorkerBounds(cpu_seconds, memory_bytes=300 << 20)) as workers:
        first, item, last = read_answers(workers, [good, Answered(SOURCE, answer(files)), good])
    assert first == last == extracted(good)
    assert {file.path: file.content for file in item.files} == files, "its files are shown"
    assert all(file.parse_ok is False for file in item.files)
    assert item.after and item.after.files == 0 and item.unparsable == len(files)
    return item


@pytest.mark.slow
@pytest.mark.parametrize("files", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_answer_is_unread_and_its_fault_is_named(files: dict[str, str]) -> None:
    item = read_beside_good_ones(files, cpu_seconds=1)
    assert item.fault in ("cpu", "memory")
    assert all(file.marks == ("unread",) for file in item.files)


@pytest.mark.parametrize("files", ONLY_BROKEN.values(), ids=ONLY_BROKEN)
def test_an_answer_that_is_only_broken_is_read(files: dict[str, str]) -> None:
    assert read_beside_good_ones(files, cpu_seconds=60).fault == ""


def test_no_check_parses_what_extracting_could_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    monkeypatch.setattr(
        "assay.checks.subject.parse_for_queries",
        lambda text, grammar: parsed.append(text) or parse_for_queries(text, grammar),
    )
    item = extracted(Answered(SOURCE, answer(GOOD | {"c.json": "{}"})), parsed=False)
    judging = JudgingConfig(
        question="all", batch=40, max_rounds=1, sources="shown", max_answer_chars=1_000
    )
    subject = subject_of(Case.of(SOURCE, answer(GOOD), (), judging), item)
    checks: list[dict[str, object]] = [
        {"tsx": "p", "min": 0, "max": 0},
        {"import": "react"},
        {"query": "(class_declaration) @c", "min": 0, "max": 0},
        {"not": {"regex": "jquery"}},
    ]
    decisions = [decide(TypeAdapter(Check).validate_python(check), subject) for check in checks]
    assert not any(decision.passed for decision in decisions) and not parsed
