"""What is asked of a model and what can go wrong: the words that callers, providers and the ledger share."""

from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from typing import Any

from pydantic import Field

from stages.lib.base.config import RemoteModel
from stages.lib.base.errors import AssayError
from stages.lib.base.hashing import content_hash
from stages.lib.base.records import Record, Response

Provider = Callable[["Request"], Awaitable[Response]]
"""Answers one request by one call, or raises CallError, or AssayError for what ends the whole stage."""

REFUSALS = ("refusal", "content_filter")
"""The finish reasons of a response that declines."""
CONTEXT_TOO_LONG = "context too long"
"""The finish reason that stands in the ledger for a turn of a dialogue that did not fit the context window."""


class Request(Record):
    """The exact content of a call. Its hash is the ledger's key; addresses, keys and time-outs are not in it.

    Not part of the content is `shared`: so many characters of the last message, and all before it, are in further
    requests too. Where a provider wants to be told what to cache, that is told; it changes no answer.
    """

    model: str
    messages: tuple[dict[str, Any], ...]
    tools: tuple[dict[str, Any], ...] = ()
    params: dict[str, Any] = {}
    response_format: dict[str, Any] | None = None
    attempt: int = 1
    shared: int = Field(default=0, ge=0, exclude=True)

    @cached_property
    def key(self) -> str:
        return content_hash(self.model_dump(mode="json"))

    def model_copy(
        self, *, update: Mapping[str, Any] | None = None, deep: bool = False
    ) -> "Request":
        """A copy with a key of its own: pydantic would hand on the one that was worked out."""
        copied = super().model_copy(update=update, deep=deep)
        copied.__dict__.pop("key", None)
        return copied

    @property
    def goes_on(self) -> bool:
        """Whether it is a later turn of a dialogue."""
        return any(message["role"] == "assistant" for message in self.messages)


PATIENCE_S = 300.0
"""A provider that wants to be left alone for longer than this is not waited for."""


class CallError(Exception):
    """One call that failed. `mendable`: asking again can help; `overloaded`: the provider asks for fewer calls.

    `retry_after_s`: how long it wants to be left alone, where it says so; `charged`: it may charge for the call.
    """

    def __init__(
        self,
        text: str,
        *,
        mendable: bool = False,
        overloaded: bool = False,
        retry_after_s: float | None = None,
        charged: bool = False,
    ) -> None:
        super().__init__(text)
        self.mendable = mendable
        self.overloaded = overloaded
        self.retry_after_s = retry_after_s
        self.charged = charged


class ContextTooLong(AssayError):
    """The messages do not fit the model's context window: ends a dialogue, a judge's question, or else the stage."""


class CallFailed(Exception):
    """A call that stayed failed after its retries: a gap to be named, not a reason to stop the others."""


def sampling_params(config: RemoteModel) -> dict[str, Any]:
    """The sampling parameters that the config sets, as a request sends them."""
    return config.sampling.model_dump(exclude_none=True)
