"""A rater's desk: a shuffled order, everything saved at once, edits by hand kept."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from assay.config import paths
from assay.errors import AssayError
from assay.records.jsonl import read_records, write_records, write_text
from assay.records.pipeline import Judgement
from assay.scores.marks import AUDITS, MARKS
from tests.tools.marking.run_to_rate import DIALOGUES, MODELS, make_run
from tools.marking.desk import AuditDesk, MarksDesk
from tools.marking.run import read_run

ANNS = Path("human/marks/ann.csv")
WHOLE = {"accuracy": "3.5", "completeness": "4", "note": "fine"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    make_run(tmp_path)
    return tmp_path


def desk(rater: str = "ann") -> MarksDesk:
    return MarksDesk(rater, read_run(verdicts=False))


def audit(rater: str = "ann", sample: int = 6) -> AuditDesk:
    return AuditDesk(rater, read_run(verdicts=True), sample)


def test_every_dialogue_is_there_once_in_an_order_and_with_ids_of_the_rater_that_stay() -> None:
    def order(rater: str) -> list[tuple[str, str]]:
        return [(item.answer.model, item.answer.test) for item in desk(rater).items]

    assert sorted(order("ann")) == sorted((model, test) for model in MODELS for test in DIALOGUES)
    assert order("ann") == order("ann")
    assert len({tuple(order(f"rater{number}")) for number in range(8)}) > 1
    assert not {item.id for item in desk().items} & {item.id for item in desk("bob").items}


def test_whole_mark_stands_in_the_csv_at_once() -> None:
    item = desk().items[0]
    assert desk().save(item, WHOLE).done
    assert ANNS.read_text() == (
        "model,test,dialogue,accuracy,completeness,note\n"
        f"{item.answer.model},{item.answer.test},{item.content},3.5,4,fine\n"
    )


def test_half_a_mark_is_kept_for_a_restarted_desk_and_not_yet_in_the_csv() -> None:
    first, second, *_ = desk().items
    entry = desk().save(second, {"accuracy": "2", "note": "so far"}, ["tick"])
    assert (entry.done, entry.begun, ANNS.exists()) == (False, True, False)
    desk().save(first, WHOLE, ["tick"])
    entries = desk().entries(desk().items)
    assert [entry.done for entry in entries] == [True, False, False, False]
    assert entries[0].values == WHOLE and entries[0].ticks == entries[1].ticks == ("tick",)
    assert (entries[1].values["accuracy"], entries[1].values["note"]) == ("2", "so far")


def test_an_edit_by_hand_is_kept_and_a_mark_given_again_replaces_its_own_line() -> None:
    at = desk()
    (first, second, third, *_) = desk().items
    at.save(first, WHOLE)
    at.save(second, WHOLE)
    ANNS.write_text(ANNS.read_text().replace("3.5,4,fine", "1,2,by hand", 1))
    at.save(third, WHOLE)
    at.save(second, {**WHOLE, "accuracy": "0"})
    expected = [(1, "by hand"), (0, "fine"), (3.5, "fine")]
    assert [(mark.accuracy, mark.note) for mark in MARKS.of("ann")] == expected
    assert at.entries([first])[0].values["note"] == "by hand"


def test_file_that_cannot_be_read_is_left_alone_and_the_mark_is_kept_as_a_draft() -> None:
    item = desk().items[0]
    broken = "model,test,dialogue,accuracy,completeness,note\nswift-otter,Upgrade-One,d,nine,4,\n"
    write_text(ANNS, broken)
    with pytest.raises(AssayError, match=r"ann.csv:2: accuracy must be a number from 0 to 4"):
        desk().save(item, WHOLE)
    assert ANNS.read_text() == broken
    ANNS.unlink()
    entry = desk().entries([item])[0]
    assert (entry.done, entry.values["accuracy"]) == (False, "3.5")


def test_value_outside_the_scale_is_refused() -> None:
    with pytest.raises(AssayError, match="the form: accuracy must be a number from 0 to 4"):
        desk().save(desk().items[0], {**WHOLE, "accuracy": "4.1"})
    assert not ANNS.exists()


def test_note_loses_control_characters_and_keeps_its_lines() -> None:
    desk().save(desk().items[0], {**WHOLE, "note": 'a "b", c\x00\x1b\r\nnew\u2028line '})
    assert MARKS.of("ann")[0].note == 'a "b", c\nnewline'


def test_marks_saved_at_the_same_moment_are_all_kept() -> None:
    items = desk().items
    with ThreadPoolExecutor(len(items)) as pool:
        list(pool.map(lambda item: desk().save(item, WHOLE, [item.id]), items * 5))
    assert sorted(mark.dialogue for mark in MARKS.of("ann")) == sorted(
        item.content for item in items
    )
    assert [entry.ticks for entry in desk().entries(items)] == [(item.id,) for item in items]


def test_mark_taken_back_is_gone_and_the_others_stay() -> None:
    at = desk()
    (first, second, *_) = desk().items
    for item in (first, second):
        at.save(item, WHOLE, ["tick"])
    entry = at.withdraw(first)
    assert (entry.done, entry.values["accuracy"], entry.ticks) == (False, "", ("tick",))
    assert [mark.dialogue for mark in MARKS.of("ann")] == [second.content]


def test_audit_stands_in_its_own_file_with_the_criterion() -> None:
    at = audit()
    item = at.items[0]
    assert item.criterion is not None
    assert not at.save(item, {"reason": "not sure"}).done
    assert at.save(item, {"passed": "no", "reason": "no list"}).done
    (found,) = AUDITS.of("ann")
    assert (found.criterion, found.passed, found.reason) == (item.criterion.id, False, "no list")
    assert not ANNS.exists()


def test_raters_audit_the_same_sample_in_different_orders() -> None:
    def sample(rater: str) -> list[tuple[str, str]]:
        items = audit(rater).items
        return [(item.answer.model, item.criterion.id) for item in items if item.criterion]

    assert sorted(sample("ann")) == sorted(sample("bob"))
    assert len({tuple(sample(f"rater{number}")) for number in range(8)}) > 1


def test_a_larger_sample_begins_with_the_smaller_one_and_has_no_dialogue() -> None:
    small, large = ({item.id for item in audit(sample=size).items} for size in (3, 99))
    assert len(small) == 3 and small < large
    assert not [item for item in audit(sample=99).items if item.answer.dialogue]


def test_what_nobody_decided_is_not_in_the_sample() -> None:
    number = len(audit(sample=99).items)
    judged = read_records(paths.verdicts(MODELS[0]), Judgement)
    nothing = [item.model_copy(update={"status": "delivered nothing"}) for item in judged]
    write_records(paths.verdicts(MODELS[0]), nothing)
    assert {item.answer.model for item in audit(sample=99).items} == {MODELS[1]}
    assert len(audit(sample=99).items) == number / 2


def test_audit_of_an_answer_that_changed_is_stale(folder: Path) -> None:
    at = audit()
    at.save(at.items[0], {"passed": "yes"})
    assert at.stale() == 0
    make_run(folder, content="export const App = 2;\n")
    assert audit().stale() == 1
