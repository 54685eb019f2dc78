"""Show what was paid: every call in a table, or one call with its request and response."""

import json
import sys
from collections.abc import Iterable, Mapping

from assay.errors import AssayError, printable
from assay.ledger.entry import LedgerEntry
from assay.ledger.paid_calls import read_ledger
from assay.ledger.segment_index import CallRow
from assay.records.pipeline import Response
from assay.records.untyped import JsonObject, Message

COLUMNS = ("key", "stage", "model", "test", "attempt", "judge", "time (UTC)")
FIGURES = ("tokens in", "out", "cost $")
ENDS = 2
WIDTH = 110
LISTED = 20
"""Lines shown of each end of a text, characters of a line, calls listed for an ambiguous key."""


def show(key: str | None, purpose: Mapping[str, str], *, full: bool) -> None:
    """Print the calls with these values, or the one whose key begins so.

    `full`: as JSON, one object a line. AssayError if no key begins so, or several do.
    """
    ledger = read_ledger()
    rows = [row for row in ledger.rows(**purpose) if row.key.startswith((key or "").lower())]
    if key is not None:
        _require_one(key, rows)
    calls = (entry for row in rows if (entry := ledger.find(row.key)))
    if full:
        for entry in calls:
            print(json.dumps(entry.model_dump(mode="json", by_alias=True)))
    elif key is None:
        _print_table(calls)
    else:
        print(*map(explained, calls), sep="\n\n")
    if ledger.absent:
        print(f"ledger: {ledger.absent}", file=sys.stderr)


def _require_one(key: str, rows: list[CallRow]) -> None:
    if not rows:
        raise AssayError(
            f"no call's key begins with '{plain(key)}': python -m tools.ledger show lists them"
        )
    if len(rows) > 1:
        lines = [f"{row.key[:16]}  {row.stage}, {row.model}, {row.test}" for row in rows[:LISTED]]
        more = [f"… and {len(rows) - LISTED} more"] if len(rows) > LISTED else []
        head = f"{len(rows)} keys begin with '{plain(key)}': give more of it"
        raise AssayError("\n  - ".join([head, *map(plain, lines), *more]))


def _print_table(calls: Iterable[LedgerEntry]) -> None:
    """A line a call, and what they cost together."""
    from tools.terminal_tables import console, table

    rows = []
    tokens_in = tokens_out = unpriced = 0
    usd = 0.0
    for entry in calls:
        response = entry.response
        tokens_in += response.usage.input
        tokens_out += response.usage.output
        usd += response.cost_usd or 0.0
        unpriced += response.cost_usd is None
        rows.append([plain(cell) for cell in _cells(entry)])
    shown = table((*COLUMNS, *FIGURES), rows, COLUMNS)
    shown.show_footer = True
    totals = [counted(len(rows), "call"), f"{tokens_in:,}", f"{tokens_out:,}", dollars(usd)]
    for column, footer in zip([shown.columns[0], *shown.columns[-3:]], totals, strict=True):
        column.footer = footer
    if unpriced:
        shown.caption = f"without {counted(unpriced, 'call')} of unknown price"
        shown.caption_justify = "left"
    console().print(shown)


def _cells(entry: LedgerEntry) -> tuple[str, ...]:
    purpose, response = entry.purpose, entry.response
    return (
        entry.key[:12],
        "judge" if purpose.judge else "generate",
        purpose.model or "–",
        purpose.test or "–",
        str(purpose.attempt or "–"),
        purpose.judge_name or "–",
        response.time[:16].replace("T", " ") or "–",
        f"{response.usage.input:,}",
        f"{response.usage.output:,}",
        dollars(response.cost_usd),
    )


def explained(entry: LedgerEntry) -> str:
    """The call for a reader; of long texts the beginning and the end."""
    purpose = entry.purpose
    stage = "judge" if purpose.judge else "generate"
    judge = f", judge {purpose.judge_name}" if purpose.judge_name else ""
    repeat = f", repeat {purpose.repeat}" if purpose.repeat else ""
    aim = f"{stage}, model {purpose.model}, test {purpose.test}, attempt {purpose.attempt}"
    lines = [_field("key", entry.key), _field("for", f"{aim}{judge}{repeat}")]
    if purpose.criteria:
        lines.append(_field("criteria", " ".join(purpose.criteria)))
    return "\n".join([*lines, *_request(entry.request), *_response(entry.response)])


def _field(name: str, value: str) -> str:
    return f"{name:<10} {plain(value)}"


def _request(request: JsonObject) -> list[str]:
    params = [f"{name} {value}" for name, value in sorted(request.get("params", {}).items())]
    tools = [str(tool.get("function", {}).get("name", "?")) for tool in request.get("tools", ())]
    reply = (request.get("response_format") or {}).get("type", "any text")
    lines = [
        _field("request", f"{request.get('model', '–')}, attempt {request.get('attempt', '–')}"),
        _field("parameters", ", ".join(params) or "none: the provider's defaults"),
        _field("tools", ", ".join(tools) or "none"),
        _field("reply", str(reply)),
    ]
    for number, message in enumerate(request.get("messages", ()), 1):
        lines += _text(f"message {number}, {message.get('role', '?')}", content(message))
        lines += [_tool_call(call.get("function", {})) for call in message.get("tool_calls") or ()]
    return lines


def _response(response: Response) -> list[str]:
    usage = response.usage
    asked = f"{usage.input} in ({usage.cached} cached)"
    tokens = f"{asked}, {usage.output} out ({usage.reasoning} reasoning)"
    price = f"${dollars(response.cost_usd)} by {response.prices}"
    reported = response.reported_model or "–"
    lines = [
        _field("response", f"finish reason {response.finish_reason}, from {reported}"),
        _field("time", f"{response.time or '–'}, took {response.latency_s} s"),
        _field("usage", f"{tokens}; {'price unknown' if response.cost_usd is None else price}"),
        *_text("text", response.text),
    ]
    for call in response.tool_calls:
        lines.append(_tool_call({"name": call.name, "arguments": call.arguments}))
    return lines


def _tool_call(function: JsonObject) -> str:
    return "  > " + _cut(f"{function.get('name', '?')} {function.get('arguments', '')}")


def _text(title: str, text: str) -> list[str]:
    """A heading with the text's lengths, then its first and last lines."""
    lines = text.splitlines()
    shown = [*lines[:ENDS], "…", *lines[-ENDS:]] if len(lines) > 2 * ENDS else lines
    head = f"{plain(title)}: {counted(len(lines), 'line')}, {counted(len(text), 'character')}"
    return [head, *(f"  | {_cut(line)}" for line in shown)]


def _cut(line: str) -> str:
    return plain(line if len(line) <= WIDTH else line[: WIDTH - 1] + "…")


def content(message: Message) -> str:
    """The message's text; parts other than text as JSON."""
    value = message.get("content") or ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def dollars(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


def counted(number: int, word: str) -> str:
    """'1 call', '2 calls'."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def plain(text: str) -> str:
    """The text on one line without anything that a terminal would obey."""
    return printable(text)
