"""`complete(request)`: the one way to ask a model.

First the ledger is asked, then the provider: through the gate, with retries.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypedDict

from assay.calls.gate import SILENT_S, Gate, Notices
from assay.config.settings import CallsConfig
from assay.errors import AssayError, RunStopped
from assay.ledger.paid_calls import Ledger
from assay.ledger.request import (
    CONTEXT_TOO_LONG,
    PATIENCE_S,
    CallError,
    CallFailed,
    CallPurpose,
    CannotRun,
    ContextTooLong,
    LedgerEntry,
    Provider,
    Request,
)
from assay.records.pipeline import Response, Usage

MAX_BACKOFF_S = 60.0
"""The longest wait between two tries, unless the provider asks for more."""
NAMED_CALLS = 20
"""So many missing calls are named in a message."""


class MissingCall(NamedTuple):
    """A request that the ledger cannot answer, in a mode that calls nobody."""

    request: Request
    purpose: CallPurpose

    def name(self) -> str:
        purpose = self.purpose
        words = (purpose.judge_name, purpose.model, purpose.test, purpose.attempt)
        shown = " ".join(str(word) for word in words if word)
        return f"{shown} (key {self.request.key[:12]})"


class Totals(TypedDict):
    """What clients did in this run, in the fields of a stage's Summary."""

    reused: int
    new: int
    usage: Usage
    cost_usd: float


@dataclass(eq=False)
class Client:
    """Asks one model through one ledger; counts reused and new calls.

    After a fatal error it starts no further call. Calls under way end and are kept.

    `paid` False: a built-in model, whose answers need no ledger. `gate` is opened at the first
    call. `at_most`: the US dollars that a request may cost. `under_way`: the calls of several
    clients by key, so that two models or judges that ask the same pay once.
    """

    provider: Provider
    ledger: Ledger
    calls: CallsConfig
    paid: bool = True
    gate: Callable[[], Awaitable[Gate]] | None = None
    at_most: Callable[[Request], float] = lambda _: 0.0
    under_way: dict[str, asyncio.Future[Response]] = field(default_factory=dict)
    missing: list[MissingCall] = field(default_factory=list)
    reused: int = 0
    new: int = 0
    usage: Usage = Usage()
    cost_usd: float = 0.0
    _opened: Gate | None = None
    _fatal: AssayError | None = None
    _stopping: asyncio.Event = field(default_factory=asyncio.Event)
    _notices: Notices = field(default_factory=Notices)

    async def complete(self, request: Request, purpose: CallPurpose) -> Response:
        """The answer to the request: from the ledger, else from the provider, then in the ledger.

        CallFailed if the provider stays failing, or in replay mode if the ledger has no answer.
        AssayError for a fatal error.
        """
        key = request.key
        answer = self.ledger.answer(key)
        if answer:
            self.reused += 1
            return answer
        if self.paid and self.calls.mode != "live":
            self.missing.append(MissingCall(request, purpose))
            raise CallFailed(f"calls.mode={self.calls.mode}, and the ledger has no answer")
        if self.paid and self.ledger.absent and not self.calls.pay_again:
            raise AssayError(f"stopped before paying: {self.ledger.absent}")
        if key in self.under_way:  # the same request is under way: paid once
            self.reused += 1
        else:
            call = asyncio.ensure_future(self._call(request, purpose))
            self.under_way[key] = call
        return await self.under_way[key]

    async def _call(self, request: Request, purpose: CallPurpose) -> Response:
        try:
            response = await (self._answer if self.paid else self.provider)(request)
            if self.paid:
                asked = request.model_dump(mode="json")
                self.ledger.append(
                    LedgerEntry(key=request.key, purpose=purpose, request=asked, response=response)
                )
                await self.ledger.commit()
        except AssayError as error:
            if not isinstance(error, ContextTooLong):
                self.stop(error)
            raise
        except CallError as error:
            raise CallFailed(str(error)) from None
        self.new += 1
        self.usage += response.usage
        self.cost_usd += response.cost_usd or 0.0
        return response

    def stop(self, error: AssayError) -> None:
        """Start no further call: those that wait for the gate or for a retry end with this error.

        Calls under way go on.
        """
        self._fatal = self._fatal or error
        self._stopping.set()
        if self._opened:
            self._opened.look_again()

    async def _answer(self, request: Request) -> Response:
        """The provider's answer, after retries. CannotRun for an error that no retry can mend.

        That a dialogue outgrew the context window is an answer too: a replay ends there as well.
        """
        try:
            return await self._with_retries(request)
        except ContextTooLong:
            if not request.goes_on:
                raise
            # the provider refused the call, so it is not billed
            return Response(text="", finish_reason=CONTEXT_TOO_LONG, cost_usd=0.0)
        except (CannotRun, RunStopped):
            raise
        except AssayError as error:
            raise CannotRun(str(error)) from error

    async def _with_retries(self, request: Request) -> Response:
        tries = 0
        while True:
            try:
                return await self._once(request)
            except CallError as error:
                tries += 1
                asked_for_s = error.retry_after_s or 0.0
                given_up = tries > self.calls.max_retries or asked_for_s > PATIENCE_S
                if given_up or not error.retryable:
                    raise
                wait_s = asked_for_s + backoff_s(tries, self.calls.retry_wait_s)
                if wait_s >= SILENT_S:
                    self._notices.say("retry", f"{error}: asked again in {wait_s:.0f} s")
            with suppress(TimeoutError):  # until there will be no further try
                async with asyncio.timeout(wait_s):
                    await self._stopping.wait()

    async def _once(self, request: Request) -> Response:
        self._require_not_stopped()
        if self.gate is None:
            return await self.provider(request)
        usd = self.at_most(request)
        self._opened = await self.gate()
        ask = partial(self.provider, request)
        return await self._opened.through(ask, usd, self, self._require_not_stopped)

    def _require_not_stopped(self) -> None:
        if self._fatal:
            raise self._fatal


def require_nothing_missing(clients: Iterable[Client]) -> None:
    """AssayError that lists what a replay did not find in the ledger."""
    missing = [call for client in clients for call in client.missing]
    if not missing:
        return
    names = [call.name() for call in missing[:NAMED_CALLS]]
    if len(missing) > len(names):
        names.append(f"and {len(missing) - len(names)} more")
    raise AssayError(
        f"calls.mode=replay, but the ledger has no answer for {len(missing)} calls: "
        f"{'; '.join(names)}. `dvc pull` the ledger, or run with calls.mode=live "
        "(calls.mode=plan tells what that costs)"
    )


def totals(clients: Iterable[Client]) -> Totals:
    """What the clients did in this run, together."""
    every = list(clients)
    return {
        "reused": sum(client.reused for client in every),
        "new": sum(client.new for client in every),
        "usage": sum((client.usage for client in every), Usage()),
        "cost_usd": sum(client.cost_usd for client in every),
    }


def backoff_s(tries: int, first_s: float) -> float:
    """The wait after so many tries: `first_s`, doubled with each try up to a minute.

    A random part takes away at most half, so that the default's six waits outlast a provider that
    is down for a minute.
    """
    longest_s = min(MAX_BACKOFF_S, first_s * 2.0 ** (tries - 1))
    return longest_s * random.uniform(0.5, 1.0)
