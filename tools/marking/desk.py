"""A rater's work: the items, what the rater entered, and saving it.

There is one desk for marks and one for audits.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.answers.delivered import answer_id
from assay.config.params import load_params
from assay.scores.audit import Audited, audits_of, write_audits
from assay.scores.csv_tables import decision
from assay.scores.marks import Mark, marks_of, points, stale_marks, write_marks
from tools.marking.drafts import Draft, Drafts
from tools.marking.items import Item, dialogues, verdicts
from tools.marking.run import CurrentRun, MarkingRun

LONGEST_NOTE = 10_000
Key = tuple[Any, ...]
"""What a mark or an audit belongs to."""
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\u2028\u2029]")


@dataclass(frozen=True)
class DeskEntry:
    """What a rater entered for an item: `values` by field of the form.

    `done` if it is in the rater's CSV file.
    """

    values: Mapping[str, str]
    ticks: tuple[str, ...] = ()
    done: bool = False

    @property
    def begun(self) -> bool:
        return any(self.values.values()) or bool(self.ticks)


class Desk(ABC):
    """The items of one rater and the entries.

    Every read looks at the files, which people may edit by hand too.
    """

    kind: str
    fields: tuple[str, ...]
    """The fields that decide: with all of them filled in, the entry goes into the CSV file."""
    text: str
    """The field of free text."""

    def __init__(self, rater: str, run: CurrentRun) -> None:
        self.rater = rater
        self.run = run
        self._drafts = Drafts(rater, self.kind)
        self._made: tuple[MarkingRun, list[Item]] | None = None

    def items(self) -> list[Item]:
        """The items, in the rater's order, computed once for each state of the run."""
        run = self.run.get()
        if self._made is None or self._made[0] is not run:
            self._made = (run, self._items(run))
        return self._made[1]

    @abstractmethod
    def _items(self, run: MarkingRun) -> list[Item]:
        """The items, in the rater's order."""

    @abstractmethod
    def stale(self) -> int:
        """How many lines of the rater's file belong to answers that have changed since."""

    @abstractmethod
    def _filed(self) -> dict[Key, Any]:
        """The records of the rater's file, in its order, by what they belong to."""

    @abstractmethod
    def _write(self, records: list[Any]) -> None:
        """Replace the rater's file."""

    @abstractmethod
    def _key(self, item: Item) -> Key:
        """The key of an item's record."""

    @abstractmethod
    def _record(self, key: Key, values: Mapping[str, str]) -> Any:
        """The record of a complete form."""

    @abstractmethod
    def _values(self, record: Any) -> Mapping[str, str]:
        """The form of a record."""

    @abstractmethod
    def _check(self, values: Mapping[str, str]) -> None:
        """AssayError for a value that is not allowed."""

    def entries(self, items: Sequence[Item]) -> list[DeskEntry]:
        """Each item's entry: its draft, else its line in the file."""
        filed = {key: self._values(record) for key, record in self._filed().items()}
        drafts = self._drafts.all()
        return [self._entry(filed.get(self._key(item)), drafts.get(item.id, {})) for item in items]

    def _entry(self, line: Mapping[str, str] | None, draft: Draft) -> DeskEntry:
        """The entry of an item. A draft with values is newer than the line in the file."""
        ticks = tuple(draft.get("ticks", ()))
        values = {name: str(draft.get(name, "")) for name in (*self.fields, self.text)}
        if line and not any(values.values()):
            return DeskEntry(line, ticks, done=True)
        return DeskEntry(values, ticks)

    def save(self, item: Item, form: Mapping[str, str], ticks: Sequence[str] = ()) -> DeskEntry:
        """Save the form: in the file if it is complete, else as a draft. On disk on return.

        AssayError for a value that is not allowed, and for a file that an edit made unreadable:
        then the file is not changed, and the form is kept as a draft.
        """
        values = {name: form.get(name, "").strip() for name in self.fields}
        text = form.get(self.text, "").replace("\r\n", "\n")
        values[self.text] = UNSEEN.sub("", text).strip()[:LONGEST_NOTE]
        self._check(values)
        draft: Draft = {"ticks": sorted(set(ticks))} if ticks else {}
        with self._drafts.locked():
            entered = {name: value for name, value in values.items() if value}
            self._drafts.put(item.id, {**draft, **entered})
            if all(values[name] for name in self.fields):
                records = self._filed()
                key = self._key(item)
                if key not in records or self._values(records[key]) != values:
                    records[key] = self._record(key, values)
                    self._write([*records.values()])
                self._drafts.put(item.id, draft)
        return self.entries([item])[0]

    def withdraw(self, item: Item) -> DeskEntry:
        """Remove the item's line from the file, and its draft except the ticks."""
        with self._drafts.locked():
            records = self._filed()
            if records.pop(self._key(item), None) is not None:
                self._write([*records.values()])
            ticks = self._drafts.all().get(item.id, {}).get("ticks")
            self._drafts.put(item.id, {"ticks": ticks} if ticks else {})
        return self.entries([item])[0]


class MarksDesk(Desk):
    """Dialogues, into human/marks/<rater>.csv."""

    kind = "marks"
    fields = ("accuracy", "completeness")
    text = "note"

    def _items(self, run: MarkingRun) -> list[Item]:
        return dialogues(run, self.rater)

    def stale(self) -> int:
        return len(stale_marks(marks_of(self.rater), self.run.get().answers))

    def _filed(self) -> dict[Key, Mark]:
        return {mark[1:4]: mark for mark in marks_of(self.rater)}

    def _write(self, records: list[Mark]) -> None:
        write_marks(self.rater, records)

    def _key(self, item: Item) -> Key:
        return (item.answer.model, item.answer.test, item.content)

    def _record(self, key: Key, values: Mapping[str, str]) -> Mark:
        accuracy, completeness = (float(values[name]) for name in self.fields)
        model, test, dialogue = key
        return Mark(self.rater, model, test, dialogue, accuracy, completeness, values["note"])

    def _values(self, record: Mark) -> Mapping[str, str]:
        points_of = {name: f"{getattr(record, name):g}" for name in self.fields}
        return {**points_of, "note": record.note}

    def _check(self, values: Mapping[str, str]) -> None:
        for name in self.fields:
            if values[name]:
                points(values[name], name, "the form")


class AuditDesk(Desk):
    """A sample of verdicts, into human/audit/<rater>.csv."""

    kind = "audit"
    fields = ("passed",)
    text = "reason"

    def __init__(self, rater: str, run: CurrentRun, sample: int) -> None:
        super().__init__(rater, run)
        self._sample = sample

    def _items(self, run: MarkingRun) -> list[Item]:
        return verdicts(run, self.rater, self._sample, load_params().seed)

    def stale(self) -> int:
        answers = self.run.get().answers
        current = {(item.model, item.test, item.attempt): answer_id(item) for item in answers}
        audits = audits_of(self.rater)
        return sum(current.get(item[1:4], item.answer) != item.answer for item in audits)

    def _filed(self) -> dict[Key, Audited]:
        return {item[1:6]: item for item in audits_of(self.rater)}

    def _write(self, records: list[Audited]) -> None:
        write_audits(self.rater, records)

    def _key(self, item: Item) -> Key:
        assert item.criterion, "an audit is of one criterion"
        answer = item.answer
        return (answer.model, answer.test, answer.attempt, item.content, item.criterion.id)

    def _record(self, key: Key, values: Mapping[str, str]) -> Audited:
        model, test, attempt, answer, criterion = key
        passed = decision(values["passed"], "the form")
        reason = values["reason"]
        return Audited(self.rater, model, test, attempt, answer, criterion, passed, reason)

    def _values(self, record: Audited) -> Mapping[str, str]:
        return {"passed": "yes" if record.passed else "no", "reason": record.reason}

    def _check(self, values: Mapping[str, str]) -> None:
        if values["passed"]:
            decision(values["passed"], "the form")
