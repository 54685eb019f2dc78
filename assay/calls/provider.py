"""The provider of a model behind litellm: one call for each request, and what it has learned."""

import asyncio
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field

from assay.calls.batches import LONGEST_S, PRICE_SHARE, Batches
from assay.calls.call_errors import UnreadableReply, classify_error, is_moderated
from assay.calls.credentials import Credentials, credentials
from assay.calls.exchange import EXCHANGE, Exchange, most_bytes
from assay.calls.llm import LEVELS, completion, unsupported_params
from assay.calls.read_reply import now, response_of
from assay.config.settings import CallsConfig, RemoteModel
from assay.errors import AssayError
from assay.ledger.paid_calls import Ledger
from assay.ledger.request import CallError, Request
from assay.records.pipeline import Response

MOST_UNREADABLE = 5


@dataclass
class RemoteProvider:
    """Answers one request by one call, as `assay.ledger.request.Provider`.

    A reply to this very request that `replies` has is read without paying; a new one is there
    before anything reads it. It prints once which parameters the model does not take;
    a level of reasoning that it does not take is fatal. JSON that is
    no answer is asked for once more; `MOST_UNREADABLE` of them with no answer in between are fatal.

    `config_path`: the file of the config, for messages. `batches`: for what can wait.
    """

    config: RemoteModel
    calls: CallsConfig
    config_path: str
    replies: Ledger | None = None
    batches: Batches | None = None
    _settings_seen: set[str] = field(default_factory=set)
    _reported: set[str] = field(default_factory=set)
    _unreadable: int = 0
    _asked_again: set[str] = field(default_factory=set)

    async def __call__(self, request: Request) -> Response:
        self._report_what_is_not_taken(request)
        try:
            response = await self._stored_or_new(request)
        except UnreadableReply as error:
            self._count(error, request)
            raise
        self._unreadable = 0
        return response

    async def _stored_or_new(self, request: Request) -> Response:
        access = credentials(self.config, self.config_path)
        replies = self.replies
        stored = None if replies is None else replies.raw(request.key)
        if stored is not None:
            with suppress(AssayError, CallError):  # it could not be read then, and still cannot be
                return await self._ask(request, access, Exchange(stored=stored))

        def keep(body: str) -> None:
            for secret in access.secrets:
                body = body.replace(secret, "<key>")
            if replies is not None:
                replies.keep_raw(request.key, body, request.model)

        exchange = Exchange(most_bytes(request.params.get("max_tokens")), keep, key=request.key)
        if self.batches is None or request.tools or request.goes_on:  # a dialogue does not wait
            return await self._ask(request, access, exchange)
        exchange.batches = self.batches
        response = await self._ask(request, access, exchange)
        cost = response.cost_usd
        return response.model_copy(update={"cost_usd": cost and round(PRICE_SHARE * cost, 8)})

    async def _ask(self, request: Request, access: Credentials, exchange: Exchange) -> Response:
        """The answer. AssayError for a fatal error, else CallError."""
        config, path = self.config, self.config_path
        timeout_s = LONGEST_S if exchange.batches else self.calls.timeout_s
        started = time.monotonic()
        EXCHANGE.set(exchange)
        try:
            # litellm's own bounds each wait for a byte, not the whole
            async with asyncio.timeout(timeout_s):
                reply = await completion(request, config, timeout_s, path, access)
            if not exchange.tried:
                raise AssayError(f"{path}: litellm called '{request.model}' past Assay's bounds")
            return response_of(reply, request, config, time.monotonic() - started)
        except TimeoutError:
            text = f"no complete reply within the time-out of {timeout_s:g} s"
            raise CallError(text, retryable=True, charged=True) from None
        except Exception as error:
            if is_moderated(error, exchange):  # some refuse with an error, not by an empty answer
                return Response(text="", finish_reason="content_filter", time=now())
            model = str(config.litellm_model)
            raise classify_error(error, model, path, exchange, *access.secrets) from None

    def _count(self, error: UnreadableReply, request: Request) -> None:
        """AssayError after too many in a row; the second time for one request it is given up."""
        self._unreadable += 1
        if self._unreadable >= MOST_UNREADABLE:
            raise AssayError(
                f"{self.config_path}: '{request.model}' gave {MOST_UNREADABLE} replies in a row "
                f"that cannot be read ({error}): no further call is made. The replies are kept, "
                "and a version of Assay that reads them pays nothing"
            ) from None
        error.retryable = request.key not in self._asked_again
        self._asked_again.add(request.key)

    def _report_what_is_not_taken(self, request: Request) -> None:
        settings = repr([request.params, request.tools, request.response_format])
        if settings in self._settings_seen:
            return
        names = unsupported_params(request, self.config)
        for name in names:
            if key := LEVELS.get(name.split("=")[0]):
                raise AssayError(
                    f"{self.config_path}: key 'sampling.{key}': litellm does not pass its value "
                    f"on to '{request.model}': remove it, or set one that the model takes"
                )
        self._settings_seen.add(settings)
        dropped = [name for name in names if name not in self._reported]
        self._reported.update(dropped)
        if dropped:
            print(
                f"{self.config_path}: '{request.model}' is asked without {', '.join(dropped)}: "
                "not taken",
                file=sys.stderr,
            )
