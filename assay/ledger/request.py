"""What is asked of a model, what for, and what can go wrong.

Callers, providers and the ledger share these words.
"""

from collections.abc import Awaitable, Callable

from pydantic import ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer

from assay.config.settings import RemoteModel
from assay.errors import AssayError
from assay.records.hashing import content_hash
from assay.records.pipeline import Prompt, Record, Response
from assay.records.untyped import JsonObject, JsonSchema, Message, SamplingParams

Provider = Callable[["Request"], Awaitable[Response]]
"""Answers one request by one call. Raises CallError, or AssayError for what ends the stage."""

REFUSALS = ("refusal", "content_filter")
"""The finish reasons of a response that declines."""
CONTEXT_TOO_LONG = "context too long"
"""The finish reason in the ledger of a dialogue's turn that did not fit the context window."""


class CallPurpose(Record):
    """What a call was for: a model's answer to a test, or a judge's question about such an answer.

    `model`, `test` and `attempt` name the answer. A line of generate has the hash of its `prompt`.
    A line of judge has the hash of the judge's settings (`judge`), the judge's name, the hash of
    what is judged (`subject`) and the ids of the criteria. A line has its own stage's keys only.
    Lines of other versions may have further keys, which are kept.
    """

    model_config = ConfigDict(extra="allow")

    model: str = ""
    test: str = ""
    attempt: int | None = None
    prompt: str = ""
    judge: str = ""
    judge_name: str = ""
    subject: str = ""
    criteria: tuple[str, ...] = ()

    @model_serializer(mode="wrap")
    def _without_what_was_not_set(self, handler: SerializerFunctionWrapHandler) -> JsonObject:
        values: JsonObject = handler(self)
        return {key: value for key, value in values.items() if key in self.model_fields_set}


class Request(Record):
    """The exact content of a call. Its hash is the ledger's key.

    Addresses, API keys and time-outs are not in it. Nor is `shared`: so many characters of the last
    message, and all messages before it, are in further requests too. Providers that must be told
    what to cache are told so; it changes no answer. Nor is `prompt`, which the messages repeat: a
    command finds its files in a folder.
    """

    model: str
    messages: tuple[Message, ...]
    tools: tuple[JsonSchema, ...] = ()
    params: SamplingParams = {}
    response_format: JsonSchema | None = None
    attempt: int = 1
    shared: int = Field(default=0, ge=0, exclude=True)
    prompt: Prompt | None = Field(default=None, exclude=True)

    @property
    def key(self) -> str:
        return content_hash(self.model_dump(mode="json"))

    @property
    def goes_on(self) -> bool:
        """Whether it is a later turn of a dialogue."""
        return any(message["role"] == "assistant" for message in self.messages)


PATIENCE_S = 300.0
"""A provider that wants no call for longer than this is not waited for."""


class CallError(Exception):
    """One call that failed.

    `retryable`: asking again can help. `rate_limited`: the provider asks for fewer calls.
    `retry_after_s`: how long it wants no call, where it says so. `charged`: the call may be billed.
    """

    def __init__(
        self,
        text: str,
        *,
        retryable: bool = False,
        rate_limited: bool = False,
        retry_after_s: float | None = None,
        charged: bool = False,
    ) -> None:
        super().__init__(text)
        self.retryable = retryable
        self.rate_limited = rate_limited
        self.retry_after_s = retry_after_s
        self.charged = charged


class ContextTooLong(AssayError):
    """The messages do not fit the model's context window.

    It ends a dialogue or a judge's question; for other calls it ends the stage.
    """


class CannotRun(AssayError):
    """An error that no retry can mend, such as a missing key: this model or judge cannot run.

    Its calls are gaps. Other models and judges go on.
    """


class CallFailed(Exception):
    """A call that failed after its retries: a gap to be named. Other calls go on."""


def sampling_params(config: RemoteModel) -> SamplingParams:
    """What the config sets that can change an answer, as a request sends it."""
    params: SamplingParams = config.sampling.model_dump(mode="json", exclude_none=True)
    if budget := params.pop("thinking_budget", None):
        params["thinking"] = {"type": "enabled", "budget_tokens": budget}
    return {**params, "extra_body": config.extra_body} if config.extra_body else params


class LedgerEntry(Record):
    """One call: `key` is the hash of `request`; what the call was for is no part of the key."""

    key: str
    purpose: CallPurpose = Field(alias="about")
    request: JsonObject
    response: Response
