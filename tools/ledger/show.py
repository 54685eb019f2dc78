"""Show one call: what it was for, the request, the response, and its place."""

import json
from collections.abc import Sequence

from assay.errors import AssayError
from assay.records.pipeline import Response
from assay.records.untyped import JsonObject
from tools.ledger.files import LedgerLine, PaidCall, counted
from tools.ledger.rows import chosen, content, dollars, plain

ENDS = 2
WIDTH = 110
LISTED = 20
"""Lines shown of each end of a text, characters of a line, calls listed for an ambiguous key."""


def find(prefix: str, damaged: list[LedgerLine]) -> list[PaidCall]:
    """The calls of the one key with this beginning; several if several ledgers have the key.

    AssayError if no key has this beginning, or if several have: then they are listed.
    """
    found = [
        call
        for call in chosen(None, None, None, damaged)
        if call.entry.key.startswith(prefix.lower())
    ]
    keys = sorted({call.entry.key for call in found})
    if not keys:
        hint = "; some lines are damaged: python -m tools.ledger verify" if damaged else ""
        raise AssayError(
            f"no call's key begins with '{plain(prefix)}': python -m tools.ledger list shows "
            f"keys{hint}"
        )
    if len(keys) > 1:
        lines = [f"{call.entry.key[:16]}  {purpose(call)}" for call in found[:LISTED]]
        more = [f"… and {len(found) - LISTED} more"] if len(found) > LISTED else []
        raise AssayError(
            "\n  - ".join(
                [f"{len(keys)} keys begin with '{prefix}': give more of it", *lines, *more]
            )
        )
    return found


def purpose(call: PaidCall) -> str:
    """What the call was for, in a line."""
    purpose = call.entry.purpose
    judge = f", judge {purpose.judge_name}" if purpose.judge_name else ""
    repeat = f", repeat {purpose.repeat}" if purpose.repeat else ""
    return plain(
        f"{call.stage}, model {call.model}, test {purpose.test or '–'}, "
        f"attempt {purpose.attempt or '–'}{judge}{repeat}"
    )


def as_json(calls: Sequence[PaidCall]) -> str:
    """Everything that is known of the calls, as a JSON list."""
    values = [
        {
            "stage": call.stage,
            "ledger": call.model,
            "places": call.lines,
            **call.entry.model_dump(mode="json"),
        }
        for call in calls
    ]
    return json.dumps(values, ensure_ascii=True, indent=2)


def explained(call: PaidCall) -> str:
    """The call for a reader; of long texts the beginning and the end."""
    entry = call.entry
    criteria = (
        [_field("criteria", " ".join(entry.purpose.criteria))] if entry.purpose.criteria else []
    )
    return "\n".join(
        [
            _field("key", entry.key),
            _field("for", purpose(call)),
            *criteria,
            *(
                _field("at" if number == 0 else "", place)
                for number, place in enumerate(call.lines)
            ),
            *_request(entry.request),
            *_response(entry.response),
        ]
    )


def _field(name: str, value: str) -> str:
    return f"{name:<10} {plain(value)}"


def _request(request: JsonObject) -> list[str]:
    params = ", ".join(
        f"{name} {value}" for name, value in sorted(request.get("params", {}).items())
    )
    tools = ", ".join(
        str(tool.get("function", {}).get("name", "?")) for tool in request.get("tools", ())
    )
    reply = (request.get("response_format") or {}).get("type", "any text")
    lines = [
        _field("request", f"{request.get('model', '–')}, attempt {request.get('attempt', '–')}"),
        _field("parameters", params or "none: the provider's defaults"),
        _field("tools", tools or "none"),
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
    price = (
        f"${dollars(response.cost_usd)} by {response.prices}"
        if response.cost_usd is not None
        else "price unknown"
    )
    return [
        _field(
            "response",
            f"finish reason {response.finish_reason}, from {response.reported_model or '–'}",
        ),
        _field("time", f"{response.time or '–'}, took {response.latency_s} s"),
        _field("usage", f"{tokens}; {price}"),
        *_text("text", response.text),
        *(
            _tool_call({"name": call.name, "arguments": call.arguments})
            for call in response.tool_calls
        ),
    ]


def _tool_call(function: JsonObject) -> str:
    return "  > " + _cut(f"{function.get('name', '?')} {function.get('arguments', '')}")


def _text(title: str, text: str) -> list[str]:
    """A heading with the text's lengths, then its first and last lines."""
    lines = text.splitlines()
    shown = [*lines[:ENDS], "…", *lines[-ENDS:]] if len(lines) > 2 * ENDS else lines
    return [
        f"{plain(title)}: {counted(len(lines), 'line')}, {counted(len(text), 'character')}",
        *(f"  | {_cut(line)}" for line in shown),
    ]


def _cut(line: str) -> str:
    return plain(line if len(line) <= WIDTH else line[: WIDTH - 1] + "…")
