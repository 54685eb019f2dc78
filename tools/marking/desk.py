"""A rater's work: the items, what the rater entered, and saving it.

There is one desk for marks and one for audits.
"""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from filelock import FileLock

from assay.answers.delivered import answer_id
from assay.config.params import load_params
from assay.errors import AssayError
from assay.records.jsonl import write_json
from assay.scores.csv_tables import Table, cell, valid
from assay.scores.marks import AUDITS, MARKS, Points, stale_marks
from tools.marking.run import Item, MarkingRun, dialogues, verdicts

FOLDER = Path(".assay/marking")
Draft = dict[str, Any]
LONGEST_NOTE = 10_000
Key = tuple[Any, ...]
"""What a mark or an audit belongs to."""
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\u2028\u2029]")


class Drafts:
    """What a rater has begun, by item. Every change is on disk when `put` returns."""

    def __init__(self, rater: str, kind: str) -> None:
        self._file = FOLDER / f"{rater}.{kind}.json"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """One change at a time, over all threads and processes of this rater.

        AssayError after ten seconds.
        """
        self._file.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self._file.with_suffix(".lock"), timeout=10)
        try:
            with lock:
                yield
        except TimeoutError as error:
            raise AssayError(
                f"{lock.lock_file}: another process holds it: close the other marking application"
            ) from error

    def put(self, item: str, draft: Draft) -> None:
        """Replace the item's draft; an empty one is forgotten."""
        drafts = self.all() | {item: draft}
        write_json(self._file, {name: found for name, found in drafts.items() if found})

    def all(self) -> dict[str, Draft]:
        """Every draft that was begun. AssayError if the file is damaged."""
        try:
            return dict(json.loads(self._file.read_bytes()))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError) as error:
            raise AssayError(
                f"{self._file}: cannot be read ({error}): delete it, marks are not in it"
            ) from error


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

    Every read looks at the rater's file, which people may edit by hand too. A record of it is a
    tuple: the rater, the key, the `value` of each field that decides, the text. With all fields
    filled in, an entry goes into the file.
    """

    kind: ClassVar[str]
    fields: ClassVar[tuple[str, ...]]
    value: ClassVar[Any]
    text: ClassVar[str]
    table: ClassVar[Table]

    def __init__(self, rater: str, run: MarkingRun, items: list[Item]) -> None:
        """`items`: in the rater's order."""
        self.rater = rater
        self.run = run
        self.items = items
        self._drafts = Drafts(rater, self.kind)

    @abstractmethod
    def stale(self) -> int:
        """How many lines of the rater's file belong to answers that have changed since."""

    @abstractmethod
    def _key(self, item: Item) -> Key:
        """The key of an item's record."""

    def _filed(self) -> dict[Key, Any]:
        """The records of the rater's file, in its order, by what they belong to."""
        values = len(self.fields) + 1
        return {record[1:-values]: record for record in self.table.of(self.rater)}

    def _values(self, record: Any) -> dict[str, str]:
        *decided, text = record[-len(self.fields) - 1 :]
        fields = dict(zip(self.fields, map(cell, decided), strict=True))
        return {**fields, self.text: text}

    def entries(self, items: Sequence[Item]) -> list[DeskEntry]:
        """Each item's entry: its draft, else its line in the file.

        A draft with values is newer than the line.
        """
        filed = self._filed()
        drafts = self._drafts.all()
        found = []
        for item in items:
            draft = drafts.get(item.id, {})
            ticks = tuple(draft.get("ticks", ()))
            values = {name: str(draft.get(name, "")) for name in (*self.fields, self.text)}
            line = filed.get(self._key(item))
            is_done = line is not None and not any(values.values())
            found.append(DeskEntry(self._values(line) if is_done else values, ticks, is_done))
        return found

    def save(self, item: Item, form: Mapping[str, str], ticks: Sequence[str] = ()) -> DeskEntry:
        """Save the form: in the file if it is complete, else as a draft. On disk on return.

        AssayError for a value that is not allowed, and for a file that an edit made unreadable:
        then the file is not changed, and the form is kept as a draft.
        """
        values = {name: form.get(name, "").strip() for name in self.fields}
        decided = [
            valid(self.value, value, f"the form: {name}") for name, value in values.items() if value
        ]
        text = form.get(self.text, "").replace("\r\n", "\n")
        values[self.text] = UNSEEN.sub("", text).strip()[:LONGEST_NOTE]
        draft: Draft = {"ticks": sorted(set(ticks))} if ticks else {}
        with self._drafts.locked():
            entered = {name: value for name, value in values.items() if value}
            self._drafts.put(item.id, {**draft, **entered})
            if len(decided) == len(self.fields):
                records = self._filed()
                key = self._key(item)
                record = self.table.kind(self.rater, *key, *decided, values[self.text])
                if records.get(key) != record:
                    self.table.write(self.rater, [*(records | {key: record}).values()])
                self._drafts.put(item.id, draft)
        return self.entries([item])[0]

    def withdraw(self, item: Item) -> DeskEntry:
        """Remove the item's line from the file, and its draft except the ticks."""
        with self._drafts.locked():
            records = self._filed()
            if records.pop(self._key(item), None) is not None:
                self.table.write(self.rater, [*records.values()])
            ticks = self._drafts.all().get(item.id, {}).get("ticks")
            self._drafts.put(item.id, {"ticks": ticks} if ticks else {})
        return self.entries([item])[0]


class MarksDesk(Desk):
    """Dialogues, into human/marks/<rater>.csv."""

    kind = "marks"
    fields = ("accuracy", "completeness")
    value = Points
    text = "note"
    table = MARKS

    def __init__(self, rater: str, run: MarkingRun) -> None:
        super().__init__(rater, run, dialogues(run, rater))

    def stale(self) -> int:
        return len(stale_marks(MARKS.of(self.rater), self.run.answers))

    def _key(self, item: Item) -> Key:
        return (item.answer.model, item.answer.test, item.content)


class AuditDesk(Desk):
    """A sample of verdicts, into human/audit/<rater>.csv."""

    kind = "audit"
    fields = ("passed",)
    value = bool
    text = "reason"
    table = AUDITS

    def __init__(self, rater: str, run: MarkingRun, sample: int) -> None:
        super().__init__(rater, run, verdicts(run, rater, sample, load_params().seed))

    def stale(self) -> int:
        answers = self.run.answers
        current = {(item.model, item.test, item.attempt): answer_id(item) for item in answers}
        audits = AUDITS.of(self.rater)
        return sum(current.get(item[1:4], item.answer) != item.answer for item in audits)

    def _key(self, item: Item) -> Key:
        assert item.criterion, "an audit is of one criterion"
        answer = item.answer
        return (answer.model, answer.test, answer.attempt, item.content, item.criterion.id)
