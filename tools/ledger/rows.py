"""A call as one flat row: for tables and spreadsheets."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.table import Table
from rich.text import Text

from assay.config import paths
from assay.errors import AssayError, printable
from assay.records.jsonl import write_text
from assay.records.pipeline import Response
from assay.records.untyped import JsonObject, Message
from tools.ledger.files import LedgerLine, PaidCall, counted, ledgers, union

COLUMNS = (
    "key",
    "stage",
    "model",
    "test",
    "attempt",
    "judge",
    "time (UTC)",
    "tokens in",
    "out",
    "cost $",
)
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins so is a formula for a spreadsheet, and a model's words must not become one."""


class LedgerRow(NamedTuple):
    """One call.

    Tokens are as billed, cost is in US dollars (None: no price is known), latency in seconds.
    """

    key: str
    stage: str
    model: str
    test: str
    attempt: int | None
    judge: str
    criteria: int
    asked_model: str
    reported_model: str
    finish_reason: str
    time: str
    latency_s: float
    tokens_in: int
    tokens_cached: int
    tokens_out: int
    tokens_reasoning: int
    cost_usd: float | None
    prices: str
    messages: int
    characters_asked: int
    characters_answered: int
    tool_calls: int


def row(call: PaidCall) -> LedgerRow:
    purpose = call.entry.purpose
    request = call.entry.request
    response = call.entry.response
    messages = request.get("messages", [])
    return LedgerRow(
        key=call.entry.key,
        stage=call.stage,
        model=call.model,
        test=purpose.test,
        attempt=purpose.attempt,
        judge=purpose.judge_name,
        criteria=len(purpose.criteria),
        asked_model=str(request.get("model", "")),
        reported_model=response.reported_model,
        finish_reason=response.finish_reason,
        time=response.time,
        latency_s=response.latency_s,
        tokens_in=response.usage.input,
        tokens_cached=response.usage.cached,
        tokens_out=response.usage.output,
        tokens_reasoning=response.usage.reasoning,
        cost_usd=response.cost_usd,
        prices=response.prices,
        messages=len(messages),
        characters_asked=sum(len(content(message)) for message in messages),
        characters_answered=len(response.text),
        tool_calls=len(response.tool_calls),
    )


def content(message: Message) -> str:
    """The message's text; parts other than text as JSON."""
    value = message.get("content") or ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def chosen(
    stage: str | None, model: str | None, test: str | None, damaged: list[LedgerLine]
) -> Iterator[PaidCall]:
    """The calls that pass the filters, ledger by ledger, with one ledger in memory at a time."""
    for each in ledgers(stage, model):
        calls = [
            call
            for call in union(*each, damaged)
            if test is None or call.entry.purpose.test == test
        ]
        yield from sorted(calls, key=_order)


def _order(call: PaidCall) -> tuple[str, str, str, str, str]:
    purpose = call.entry.purpose
    names = (purpose.test, purpose.judge_name, str(purpose.attempt))
    return (*names, call.entry.response.time, call.entry.key)


def table(rows: Sequence[LedgerRow]) -> Table:
    """One line for each call, and the totals; a dash for a missing figure."""
    unpriced = sum(one.cost_usd is None for one in rows)
    note = f"without {counted(unpriced, 'call')} of unknown price" if unpriced else None
    shown = Table(show_footer=True, caption=note, caption_justify="left")
    for name, footer in zip(COLUMNS, _cells_of_totals(rows), strict=True):
        right = name in ("attempt", "tokens in", "out", "cost $")
        shown.add_column(name, footer, justify="right" if right else "left", overflow="fold")
    for one in rows:
        shown.add_row(*(Text(cell) for cell in _cells(one)))
    return shown


def _cells(one: LedgerRow) -> tuple[str, ...]:
    attempt = "–" if one.attempt is None else str(one.attempt)
    figures = (f"{one.tokens_in:,}", f"{one.tokens_out:,}", dollars(one.cost_usd))
    names = (
        one.key[:12],
        one.stage,
        one.model,
        one.test or "–",
        attempt,
        one.judge or "–",
        _minute(one.time),
    )
    return tuple(plain(cell) for cell in (*names, *figures))


def _minute(time: str) -> str:
    return time[:16].replace("T", " ") or "–"


def _cells_of_totals(rows: Sequence[LedgerRow]) -> tuple[str, ...]:
    tokens = f"{sum(one.tokens_in for one in rows):,}", f"{sum(one.tokens_out for one in rows):,}"
    return (
        counted(len(rows), "call"),
        *[""] * 6,
        *tokens,
        dollars(sum(one.cost_usd or 0.0 for one in rows)),
    )


def dollars(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


def plain(text: str) -> str:
    """The text on one line without anything that a terminal would obey."""
    return printable(text)


def export(calls: Iterable[PaidCall], output: Path | None, *, texts: bool) -> str:
    """The rows as CSV, or as JSONL if the file's name ends so; written to `output` if given.

    Returns what the terminal shows: the CSV without `output`, else what was written where.
    """
    suffix = _suffix(output)
    values = [_value(call, texts) for call in calls]
    names = [*LedgerRow._fields, *(("asked", "answered") if texts else ())]
    text = "".join(map(_json_line, values)) if suffix == ".jsonl" else _csv(names, values)
    if output is None:
        return text
    write_text(output, text)
    return f"{output}: {counted(len(values), 'call')}\n"


def _suffix(output: Path | None) -> str:
    suffix = output.suffix.lower() if output else ".csv"
    if suffix not in (".csv", ".jsonl"):
        raise AssayError(f"--output: {output}: end its name in .csv or .jsonl")
    if output and {folder.resolve() for folder in _ledger_folders()} & set(
        output.resolve().parents
    ):
        raise AssayError(f"--output: {output}: a ledger lies there; choose another folder")
    return suffix


def _ledger_folders() -> tuple[Path, ...]:
    return paths.LOCAL_STORE, paths.published_ledger("generate", "any").parents[1]


def _value(call: PaidCall, texts: bool) -> JsonObject:
    value: JsonObject = row(call)._asdict()
    if texts:
        asked = "\n\n".join(
            f"[{message.get('role')}] {content(message)}" for message in _messages(call)
        )
        value |= {"asked": asked, "answered": _answered(call.entry.response)}
    return value


def _messages(call: PaidCall) -> list[Message]:
    return list(call.entry.request.get("messages", []))


def _answered(response: Response) -> str:
    calls = [f"{one.name}({one.arguments})" for one in response.tool_calls]
    return "\n".join([response.text, *calls]) if response.text else "\n".join(calls)


def _json_line(value: JsonObject) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _csv(names: Sequence[str], values: Iterable[JsonObject]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _harmless(cell) for name, cell in value.items()} for value in values)
    return text.getvalue()


def _harmless(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
