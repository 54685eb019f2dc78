"""A model's reply, before a protocol puts it into its own form."""

from dataclasses import dataclass
from typing import Literal

from assay.records.pipeline import ToolCall
from assay.records.untyped import JsonObject


@dataclass(frozen=True)
class ModelReply:
    """One answer and what it took, in tokens.

    `cached` and `written` are part of `input`, `thought` of `output`.
    """

    text: str = "Hello."
    calls: tuple[ToolCall, ...] = ()
    end: Literal["stop", "length", "filter", "refusal"] = "stop"
    input: int = 1000
    cached: int = 400
    written: int = 0
    output: int = 300
    thought: int = 120


@dataclass(frozen=True)
class Failure:
    """An answer with an error's status, worded by the protocol.

    `kind` picks the protocol's own wording.
    """

    status: int
    text: str = "no such luck"
    kind: str = ""
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Raw:
    """Bytes as they are: what no service should send."""

    body: bytes
    status: int = 200
    content_type: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Trouble:
    """What goes wrong on the way.

    The connection is closed or reset, nothing comes, or bytes without end.
    """

    kind: Literal["close", "reset", "silence", "drip"]


Reply = ModelReply | Failure | Raw | Trouble


class RefusedRequest(Exception):
    """What the real service would refuse; its one argument is the Failure."""


def refuse_if(wrong: object, text: str, status: int = 400, kind: str = "") -> None:
    """Refuse the request, in the words of the real service."""
    if wrong:
        raise RefusedRequest(Failure(status, text, kind))


def only(body: JsonObject, known: set[str], wording: str) -> None:
    """Refuse a parameter that the service does not know. `wording` has one {} for its name."""
    for name in body:
        refuse_if(name not in known, wording.format(name))
