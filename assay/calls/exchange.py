"""One call on the network, as it is handed from the caller to the transport and back."""

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field

from assay.calls.batches import Batches

FRAME_BYTES = 1 << 20
"""Of a reply without its tokens: names of fields, ids, counts."""
BYTES_PER_TOKEN = 64
"""Of a reply. A token of text has four; tokens of white space, escapes and signatures have more."""
MOST_TOKENS = 1 << 18
"""Of a reply whose request sets no max_tokens: no model writes more at once."""


@dataclass
class Exchange:
    """What a call may receive and who keeps it; then, what came of it.

    `most_bytes`: of the reply, unpacked. `keep` gets the body of each reply with status 200 before
    anything reads it. `stored`: such a body, which answers in place of the network. `batches`: by
    which the call goes, if it can wait, under its `key`.

    `tried`: litellm came as far as sending. `sent`: the provider may have the request. `status`:
    what the reply means, None without one. `cut_off`: it was a part of an answer, then a failure.
    """

    most_bytes: int = FRAME_BYTES + BYTES_PER_TOKEN * MOST_TOKENS
    keep: Callable[[str], None] = lambda _: None
    stored: str | None = None
    batches: Batches | None = None
    key: str = ""
    tried: bool = False
    sent: bool = False
    status: int | None = None
    cut_off: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


EXCHANGE: ContextVar[Exchange] = ContextVar("EXCHANGE")
"""The call that this task makes now."""


def most_bytes(max_tokens: int | None) -> int:
    """The bytes that a reply of so many tokens may have, unpacked."""
    return FRAME_BYTES + BYTES_PER_TOKEN * (max_tokens or MOST_TOKENS)
