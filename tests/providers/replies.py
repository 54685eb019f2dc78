"""A model's reply, before a protocol puts it into its own form."""

from dataclasses import dataclass
from typing import Literal

from assay.records.untyped import JsonObject


@dataclass(frozen=True)
class ReplyCall:
    """A tool call. `arguments` is JSON."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True)
class ModelReply:
    """One answer and what it took, in tokens.

    `cached` and `written` are part of `input`, `thought` of `output`.
    """

    text: str = "Hello."
    calls: tuple[ReplyCall, ...] = ()
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
    """What goes wrong on the way: the connection is reset, nothing comes, or bytes without end."""

    kind: Literal["reset", "silence", "drip"]


Reply = ModelReply | Failure | Raw | Trouble


class RefusedRequest(Exception):
    """What the real service would refuse: its status and what it says."""

    def __init__(self, status: int, text: str, kind: str = "") -> None:
        super().__init__(text)
        self.failure = Failure(status, text, kind)


def refuse_if(wrong: object, text: str, status: int = 400, kind: str = "") -> None:
    """Refuse the request, in the words of the real service."""
    if wrong:
        raise RefusedRequest(status, text, kind)


def only(body: JsonObject, known: set[str], wording: str) -> None:
    """Refuse a parameter that the service does not know. `wording` has one {} for its name."""
    for name in body:
        refuse_if(name not in known, wording.format(name))
