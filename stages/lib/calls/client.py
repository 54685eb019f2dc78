"""`complete(request)`: the one way to ask a model. Ledger first, then the provider, through the gate, with retries."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any

from stages.lib.base.config import CallsConfig
from stages.lib.base.errors import AssayError
from stages.lib.base.records import Response, Usage
from stages.lib.calls.gate import Gate
from stages.lib.calls.ledger import Entry, Ledger
from stages.lib.calls.request import (
    CONTEXT_TOO_LONG,
    PATIENCE_S,
    CallError,
    CallFailed,
    ContextTooLong,
    Provider,
    Request,
)
from stages.lib.calls.traffic import OverBudget

LONGEST_WAIT_S = 60.0
"""Between two tries, unless the provider asks for more."""
SHOWN = 20
"""So many missing calls are listed."""

AtMost = Callable[[Request], tuple[int, float]]
"""The tokens and US dollars that a request may take at most."""


class Client:
    """Asks one model through one ledger; counts reused and new calls.

    After an error that no retry can mend it starts no further call, while those under way end and are kept.
    """

    def __init__(
        self,
        provider: Provider,
        ledger: Ledger,
        calls: CallsConfig,
        *,
        paid: bool = True,
        too_long_ends: bool = True,
        gate: Callable[[], Awaitable[Gate]] | None = None,
        at_most: AtMost = lambda _: (0, 0.0),
    ) -> None:
        """`paid` False: a built-in model, whose answers need no ledger. `gate` is opened at the first call.

        `too_long_ends` False: a question that the context window cannot hold fails alone.
        """
        self._provider = provider
        self._ledger = ledger
        self._calls = calls
        self._paid = paid
        self._too_long_ends = too_long_ends
        self._gate = gate
        self._at_most = at_most
        self._way: Gate | None = None
        self._stopped: AssayError | None = None
        self._stopping = asyncio.Event()
        self._asked: dict[str, asyncio.Future[Response]] = {}
        self.missing: list[tuple[Request, dict[str, Any]]] = []
        self.reused = self.new = 0
        self.usage = Usage()
        self.cost_usd = 0.0

    def knows(self, request: Request) -> bool:
        """Whether the request can be answered without a paid call."""
        return not self._paid or self._ledger.find(request.key) is not None

    async def complete(self, request: Request, about: dict[str, Any]) -> Response:
        """The answer to the request, from the ledger or else from the provider and then in the ledger.

        CallFailed if the provider stays failing, or in replay mode if the ledger has no answer; AssayError for what no
        retry can mend.
        """
        entry = self._ledger.find(request.key)
        if entry:
            self.reused += 1
            return entry.response
        if self._paid and self._calls.mode != "live":
            self.missing.append((request, about))
            raise CallFailed(f"calls.mode={self._calls.mode}, and the ledger has no answer")
        if request.key in self._asked:  # the very same request is under way: one call, paid once
            self.reused += 1
        else:
            self._asked[request.key] = asyncio.ensure_future(self._ask(request, about))
        return await self._asked[request.key]

    def require_nothing_missing(self) -> None:
        """AssayError that lists what a replay did not find in the ledger."""
        if self.missing:
            named = [
                f"{_named(about)} (key {request.key[:12]})"
                for request, about in self.missing[:SHOWN]
            ]
            more = len(self.missing) - len(named)
            listed = "; ".join(named) + (f"; and {more} more" if more else "")
            raise AssayError(
                f"calls.mode=replay, but the ledger has no answer for {len(self.missing)} calls: {listed}. "
                "`dvc pull` the ledger, or run with calls.mode=live (calls.mode=plan tells what that costs)"
            )

    async def _ask(self, request: Request, about: dict[str, Any]) -> Response:
        try:
            if not self._paid:
                response = await self._provider(request)
            else:
                response = await self._paid_for(request)
                asked = request.model_dump(mode="json")
                self._ledger.append(
                    Entry(key=request.key, about=about, request=asked, response=response)
                )
        except OverBudget as over:
            stopped = AssayError(
                f"stopped before the limit: {over}. All answers so far are kept; to go on, raise it in "
                "conf/calls/default.yaml and run again"
            )
            self._stop(stopped)
            raise stopped from None
        except AssayError as error:
            if self._too_long_ends or not isinstance(error, ContextTooLong):
                self._stop(error)
            raise
        except CallError as error:
            raise CallFailed(str(error)) from None
        self.new += 1
        self.usage += response.usage
        self.cost_usd += response.cost_usd or 0.0
        return response

    def _stop(self, error: AssayError) -> None:
        """No further call: those that wait for their turn or for their next try end with this error."""
        self._stopped = error
        self._stopping.set()
        if self._way:
            self._way.turn_away(self, error)

    async def _paid_for(self, request: Request) -> Response:
        """The provider's answer. That a dialogue outgrew the context window is one: a replay ends there too."""
        try:
            return await self._with_retries(request)
        except ContextTooLong:
            if not request.goes_on:
                raise
            return Response(
                text="", finish_reason=CONTEXT_TOO_LONG, cost_usd=0.0
            )  # refused, so not billed

    async def _with_retries(self, request: Request) -> Response:
        import tenacity

        def wait(state: tenacity.RetryCallState) -> float:
            error = state.outcome.exception() if state.outcome else None
            wanted = error.retry_after_s if isinstance(error, CallError) else None
            return (wanted or 0.0) + backoff_s(state.attempt_number, self._calls.retry_wait_s)

        retrying = tenacity.AsyncRetrying(
            retry=tenacity.retry_if_exception(_may_mend),
            stop=tenacity.stop_after_attempt(self._calls.max_retries + 1),
            wait=wait,
            sleep=self._sleep,
            reraise=True,
        )
        return await retrying(self._once, request)

    async def _sleep(self, seconds: float) -> None:
        """Wait for the next try, or until there will be none."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()

    async def _once(self, request: Request) -> Response:
        self._require_not_stopped()
        if self._gate is None:
            return await self._provider(request)
        tokens, usd = self._at_most(request)
        self._way = await self._gate()
        async with self._way.slot(tokens, usd, self) as slot:
            self._require_not_stopped()  # it may have been while the turn was given
            slot.response = await self._provider(request)
            return slot.response

    def _require_not_stopped(self) -> None:
        if self._stopped:
            raise self._stopped


def newly(clients: Iterable[Client]) -> dict[str, Any]:
    """What the clients did in this run, in the fields of a stage's Summary."""
    listed = list(clients)
    return {
        "reused": sum(client.reused for client in listed),
        "new": sum(client.new for client in listed),
        "usage": sum((client.usage for client in listed), Usage()),
        "cost_usd": sum(client.cost_usd for client in listed),
    }


def backoff_s(tries: int, first_s: float) -> float:
    """The wait after so many tries: from half to the whole of `first_s`, doubled with each try up to a minute.

    Never less than half, so that the default's six waits outlast a provider that is down for a minute.
    """
    return min(LONGEST_WAIT_S, first_s * 2.0 ** (tries - 1)) * random.uniform(0.5, 1.0)


def _may_mend(error: BaseException) -> bool:
    return (
        isinstance(error, CallError)
        and error.mendable
        and (error.retry_after_s or 0.0) <= PATIENCE_S
    )


def _named(about: dict[str, Any]) -> str:
    """What a call is for: its model, test and attempt, and the judge."""
    return " ".join(
        str(about[name]) for name in ("judge_name", "model", "test", "attempt") if name in about
    )
