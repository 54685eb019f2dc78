"""Show what was paid: every call in a table, or one call with its request and response."""

import json
import sys
from collections.abc import Iterable, Mapping

import yaml

from assay.errors import AssayError, printable
from assay.ledger.paid_calls import read_ledger
from assay.ledger.request import LedgerEntry

COLUMNS = ("key", "stage", "model", "test", "attempt", "judge", "time (UTC)")
FIGURES = ("tokens in", "out", "cost $")


def show(key: str, purpose: Mapping[str, str], *, full: bool) -> None:
    """Print the calls with these values whose key begins so: one as a whole, several as a table.

    `full`: as JSON, one object a line. AssayError if no key begins so.
    """
    ledger = read_ledger()
    begin = key.lower()
    rows = [row for row in ledger.rows(**purpose) if row.key.startswith(begin)]
    if begin and not rows:
        raise AssayError(
            f"no call's key begins with '{printable(begin)}': python -m tools.ledger show lists "
            "them"
        )
    calls = (entry for row in rows if (entry := ledger.find(row.key)))
    if full:
        _print_json(calls)
    elif begin and len(rows) == 1:
        print(*map(explained, calls))
    else:
        _print_table(calls)
    if ledger.absent:
        print(f"ledger: {ledger.absent}", file=sys.stderr)


def _print_json(calls: Iterable[LedgerEntry]) -> None:
    for entry in calls:
        print(json.dumps(entry.model_dump(mode="json", by_alias=True)))


def _print_table(calls: Iterable[LedgerEntry]) -> None:
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
        rows.append([printable(cell) for cell in _cells(entry)])
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


class ReadableYaml(yaml.SafeDumper):
    """YAML in which a text of several lines keeps its lines."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


ReadableYaml.add_representer(str, _text)


def explained(entry: LedgerEntry) -> str:
    """The whole call as YAML, request and response, without anything that a terminal would obey."""
    values = entry.model_dump(mode="json", by_alias=True)
    text = yaml.dump(values, Dumper=ReadableYaml, sort_keys=False, allow_unicode=True)
    return "\n".join(map(printable, text.splitlines()))


def dollars(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"


def counted(number: int, word: str) -> str:
    """'1 call', '2 calls'."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"
