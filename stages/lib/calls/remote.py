"""A client for a model behind litellm, put together: provider, gate, and what a call may take at most."""

import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from stages.lib.base import paths
from stages.lib.base.config import CallsConfig, RemoteModel
from stages.lib.base.errors import AssayError
from stages.lib.base.records import Response
from stages.lib.calls.client import AtMost, Client
from stages.lib.calls.gate import Gate
from stages.lib.calls.lazy import litellm_module
from stages.lib.calls.ledger import Ledger
from stages.lib.calls.llm import api_key, call, unsupported_params
from stages.lib.calls.prices import price_of
from stages.lib.calls.request import Provider, Request
from stages.lib.calls.traffic import Traffic, TrafficBounds, current_run

BYTES_PER_TOKEN = 3
"""On the careful side: source code has three to four bytes a token."""
MOST_OUTPUT = 32_000
"""Tokens that a model may write where its config sets no max_tokens."""
USUAL_OUTPUT = 4_000
"""Tokens of output that a call counts against tokens_per_minute until its answer is there."""


class Gates:
    """The gates of one process. Models and judges with the same provider and key share one."""

    def __init__(self, calls: CallsConfig) -> None:
        self._calls = calls
        self._traffic: Traffic | None = None
        self._gates: dict[str, Gate] = {}

    async def of(self, config: RemoteModel) -> Gate:
        """The gate to the model's provider. litellm is imported first: no call starts before."""
        litellm_module()
        place = endpoint_of(config)
        if place not in self._gates:
            self._traffic = self._traffic or Traffic(paths.TRAFFIC, current_run())
            limits = self._calls.limits.get(place)
            bounds = TrafficBounds(
                concurrency=self._calls.concurrency,
                requests_per_minute=limits.requests_per_minute if limits else None,
                tokens_per_minute=limits.tokens_per_minute if limits else None,
                budget_usd=self._calls.budget_usd,
                max_calls=self._calls.max_calls,
            )
            self._gates[place] = Gate(place, bounds, self._traffic)
        return self._gates[place]

    def close(self) -> None:
        if self._traffic:
            self._traffic.close()

    def __str__(self) -> str:
        """For the progress display: calls under way, and for how many each gate is open."""
        return ", ".join(
            f"{gate.under_way}/{gate.open_for} {place}"
            for place, gate in sorted(self._gates.items())
        )


@contextmanager
def open_gates(calls: CallsConfig) -> Iterator[Gates]:
    gates = Gates(calls)
    try:
        yield gates
    finally:
        gates.close()


def endpoint_of(config: RemoteModel) -> str:
    """Whose limits a model's calls count against: its key's name, else its server's address, else its provider."""
    return config.api_key_env or config.api_base or str(config.litellm_model).split("/")[0]


def remote_client(
    config: RemoteModel,
    calls: CallsConfig,
    place: str,
    ledger: Ledger,
    gates: Gates,
    *,
    too_long_is_fatal: bool = True,
) -> Client:
    """`place`: the file of the config, for messages."""
    provider = remote_provider(config, calls, place)
    at_most = _at_most(config, calls, place)
    return Client(
        provider,
        ledger,
        calls,
        too_long_is_fatal=too_long_is_fatal,
        gate=lambda: gates.of(config),
        at_most=at_most,
    )


def remote_provider(config: RemoteModel, calls: CallsConfig, place: str) -> Provider:
    """A provider that calls litellm once for each request.

    It prints once which parameters the model does not take.
    """
    seen: set[str] = set()
    told: set[str] = set()

    async def ask(request: Request) -> Response:
        settings = repr([request.params, request.tools, request.response_format])
        if settings not in seen:
            seen.add(settings)
            dropped = [name for name in unsupported_params(request, config) if name not in told]
            told.update(dropped)
            if dropped:
                print(
                    f"{place}: '{request.model}' is asked without {', '.join(dropped)}: not taken",
                    file=sys.stderr,
                )
        return await call(request, config, calls.timeout_s, place)

    return ask


def _at_most(config: RemoteModel, calls: CallsConfig, place: str) -> AtMost:
    """Upper bounds of a call: dollars only where a budget is set, since for that prices have to be known.

    What speaks against any call is found here, before traffic is asked: a missing key, an unknown price.
    """

    def at_most(request: Request) -> tuple[int, float]:
        api_key(config, place)
        sent = f"{request.messages}{request.tools}{request.response_format}"
        given = math.ceil(len(sent.encode()) / BYTES_PER_TOKEN)
        written = config.sampling.max_tokens or MOST_OUTPUT
        if calls.budget_usd is None:
            return given + min(written, USUAL_OUTPUT), 0.0
        price = price_of(config, given)
        if price is None:
            raise AssayError(
                f"{place}: calls.budget_usd is set, but nobody knows what '{config.litellm_model}' costs: add `price`"
            )
        fresh = max(price.input, price.cache_write or 0.0)
        return given + min(written, USUAL_OUTPUT), (given * fresh + written * price.output) / 1e6

    return at_most
