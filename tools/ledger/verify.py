"""Is every line of every ledger as it was written, and do the two places agree?"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from assay.errors import AssayError
from assay.records.pipeline import Response
from tools.ledger.files import LedgerLine, both_paths, counted, ledgers, read

TORN = "nothing to do: the stage's next run sets it aside"


@dataclass
class Report:
    """`damaged` is what must be fixed, `notes` are differences that are no error.

    `lines` and `files` were read.
    """

    damaged: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lines: int = 0
    files: int = 0

    def text(self) -> str:
        """One line a finding, and a closing one."""
        read_ = f"{counted(self.files, 'file')}, {counted(self.lines, 'line')}"
        findings = counted(len(self.damaged), "finding")
        end = f"verify: {read_}, {findings}, {counted(len(self.notes), 'note')}"
        return "\n".join([*self.damaged, *(f"note: {note}" for note in self.notes), end])


@dataclass(frozen=True)
class KeptAnswer:
    """Where a file has a key, and what is answered there."""

    place: str
    response: Response


def verify() -> Report:
    """Read every ledger in both places, changing nothing."""
    report = Report()
    for stage, model in ledgers():
        store, published = both_paths(stage, model)
        local = _file(store, stage, model, report)
        shared = _file(published, stage, model, report)
        report.damaged += [
            f"{line.place}: {line.problem}: {_remedy(line, shared)}" for line in local.bad
        ]
        report.damaged += [
            f"{line.place}: {line.problem}: {_remedy(line, local)}" for line in shared.bad
        ]
        _compare(store, local.locked, published, shared.locked, report)
    return report


@dataclass
class CheckedFile:
    """The sound lines of a file by key, the first of each, and the lines with something wrong."""

    locked: dict[str, KeptAnswer] = field(default_factory=dict)
    bad: list[LedgerLine] = field(default_factory=list)


def _file(path: Path, stage: str, model: str, report: Report) -> CheckedFile:
    """One file, read; what is wrong with all of it, and repetitions, go to the report."""
    file = CheckedFile()
    report.files += path.exists()
    try:
        for line in read(path, stage, model):
            report.lines += 1
            if line.problem:
                file.bad.append(line)
            elif line.entry:
                first = file.locked.setdefault(
                    line.entry.key, KeptAnswer(line.place, line.entry.response)
                )
                _note_repetition(line, first, report)
    except AssayError as error:
        report.damaged.append(str(error))
    return file


def _remedy(line: LedgerLine, other: CheckedFile) -> str:
    place = _elsewhere(line, other)
    if line.torn:
        return (
            f"{TORN}; {place} has the call whole" if place else f"{TORN} and asks that call again"
        )
    if line.entry:
        return "its own hash is right, so something else than a stage wrote it: delete the line"
    if place:
        return f"the stage's next run sets it aside, nothing is lost: {place} has the call whole"
    return (
        f"no stage runs with it: restore {line.path} (`dvc checkout` or a backup), "
        "or delete that line to pay for that one call again"
    )


def _elsewhere(line: LedgerLine, other: CheckedFile) -> str:
    """Where the other place has the call of a damaged line, if its key can still be read."""
    written = re.findall(rb'"key": "([0-9a-f]{64})"', line.data)
    return next(
        (other.locked[key.decode()].place for key in written if key.decode() in other.locked), ""
    )


def _note_repetition(line: LedgerLine, first: KeptAnswer, report: Report) -> None:
    if line.entry is None or first.place == line.place:
        return
    key = line.entry.key[:12]
    if first.response == line.entry.response:
        report.notes.append(f"{line.place}: repeats {first.place} (key {key}): harmless")
    else:
        report.damaged.append(
            f"{line.place}: another answer to the same request as {first.place} (key {key}): "
            f"that one is used; "
            "delete the line that you do not want"
        )


def _compare(
    store: Path,
    local: dict[str, KeptAnswer],
    published: Path,
    shared: dict[str, KeptAnswer],
    report: Report,
) -> None:
    if unpublished := sorted(local.keys() - shared.keys()):
        report.notes.append(
            f"{store}: {_calls(unpublished)} not in {published}: the stage's next run publishes "
            f"them"
        )
    if unknown := sorted(shared.keys() - local.keys()):
        report.notes.append(
            f"{published}: {_calls(unknown)} not in {store}: the stage's next run takes them over"
        )
    for key in sorted(local.keys() & shared.keys()):
        if local[key].response != shared[key].response:
            report.notes.append(
                f"{shared[key].place}: another answer than {local[key].place} (key {key[:12]}): "
                f"the latter is used"
            )


def _calls(keys: list[str]) -> str:
    shown = ", ".join(key[:12] for key in keys[:3])
    return f"{counted(len(keys), 'call')} ({shown}{', …' if len(keys) > 3 else ''})"
