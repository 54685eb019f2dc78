"""Move away what nobody asks any more. Nothing is deleted: `merge` brings the lines back."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from assay.config.params import load_params
from assay.content.scenarios import load_suite
from assay.ledger.entry import HEADER, LedgerEntry
from assay.ledger.store import locked
from assay.records.jsonl import write_bytes
from assay.records.pipeline import Prompt
from tools.ledger.files import LedgerLine, PaidCall, both_paths, counted, ledgers, read, union
from tools.ledger.rows import content

Wanted = Callable[[str, LedgerEntry], bool]
"""Whether an entry of a stage stays."""


class Pruned(NamedTuple):
    """What leaves one ledger, in calls and US dollars.

    `aside` is where its lines went, None if they did not.
    """

    stage: str
    model: str
    calls: int
    kept: int
    cost_usd: float
    unpriced: int
    aside: Path | None

    def text(self) -> str:
        unpriced = (
            f" and {counted(self.unpriced, 'call')} of unknown price" if self.unpriced else ""
        )
        went = f"moved to {self.aside}" if self.aside else "would go"
        calls = counted(self.calls, "call")
        cost = f"${self.cost_usd:.4f}{unpriced}"
        return f"{self.stage} {self.model}: {calls} {went} ({cost}), {self.kept} stay"


def newer_than(days: int, now: datetime) -> Wanted:
    """An entry stays if it is younger, or does not say when it was written."""
    limit = now - timedelta(days=days)

    def wanted(_: str, entry: LedgerEntry) -> bool:
        written = _moment(entry.response.time)
        return written is None or written >= limit

    return wanted


def _moment(time: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def asked_by_suite() -> Wanted:
    """A call stays if the suite of params.yaml has its prompt, as scenarios and data sets are now.

    For an answer that is the prompt's hash; for a verdict the question's text contains the task as
    a judge is shown it. Models, attempts, judges and criteria do not count. AssayError if the suite
    cannot be rendered.
    """
    from assay.judging.material import task_material
    from stages.render import render_all

    suite = load_params().suite
    prompts: dict[str, Prompt] = {
        prompt.test: prompt for prompt in render_all(suite, load_suite(suite))
    }
    hashes = {prompt.sha256 for prompt in prompts.values()}
    tasks = {
        test: [task_material(prompt, "shown").strip(), task_material(prompt, "omitted").strip()]
        for test, prompt in prompts.items()
    }

    def wanted(stage: str, entry: LedgerEntry) -> bool:
        if stage == "generate":
            return entry.purpose.prompt in hashes
        messages = [content(message) for message in entry.request.get("messages", [])]
        return any(
            task in message for task in tasks.get(entry.purpose.test, []) for message in messages
        )

    return wanted


def prune(wanted: Wanted, day: str | None) -> list[Pruned]:
    """What every ledger has beside what is wanted.

    Moved away if `day` is given, which names the file.
    """
    pruned = [_prune(stage, model, wanted, day) for stage, model in ledgers()]
    return [one for one in pruned if one.calls]


def _prune(stage: str, model: str, wanted: Wanted, day: str | None) -> Pruned:
    if day is None:
        return _plan(stage, model, wanted)[0]
    store = both_paths(stage, model)[0]
    with locked(store):
        pruned, gone = _plan(stage, model, wanted)
        if not gone:
            return pruned
        aside = store.with_name(f"{model}.pruned-{day}.jsonl")
        _move(stage, model, gone, aside)
        return pruned._replace(aside=aside)


def _plan(stage: str, model: str, wanted: Wanted) -> tuple[Pruned, set[str]]:
    damaged: list[LedgerLine] = []
    calls = union(stage, model, damaged)
    gone: list[PaidCall] = [call for call in calls if not wanted(stage, call.entry)]
    costs = [call.entry.response.cost_usd for call in gone]
    cost = sum(cost or 0.0 for cost in costs)
    pruned = Pruned(stage, model, len(gone), len(calls) - len(gone), cost, costs.count(None), None)
    return pruned, {call.entry.key for call in gone}


def _move(stage: str, model: str, gone: set[str], aside: Path) -> None:
    """First copy, then take out: a kill in between leaves lines in two files, never in none.

    Damaged lines stay.
    """
    moved: dict[bytes, None] = {}
    for path in both_paths(stage, model):
        for line in read(path, stage):
            if line.entry and line.entry.key in gone:
                moved[line.data.rstrip(b"\n") + b"\n"] = None
    before = aside.read_bytes() if aside.exists() else HEADER
    known = set(before.splitlines(keepends=True))
    added = b"".join(data for data in moved if data not in known)
    write_bytes(aside, before + added, durable=True)
    for path in both_paths(stage, model):
        _take_out(path, stage, gone)


def _take_out(path: Path, stage: str, gone: set[str]) -> None:
    if not path.exists():
        return
    numbers = {line.number for line in read(path, stage) if line.entry and line.entry.key in gone}
    if numbers:
        with open(path, "rb") as file:
            kept = [data for number, data in enumerate(file, 1) if number not in numbers]
        write_bytes(path, b"".join(kept), durable=True)
