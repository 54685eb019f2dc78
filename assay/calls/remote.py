"""A client for a model behind litellm, put together.

It has a provider, a gate, and a bound of what a call may take.
"""

import asyncio
import math
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from assay.calls.batches import MOST, Batches
from assay.calls.budget import Budget, keep_spent, open_budget
from assay.calls.client import Client
from assay.calls.credentials import credentials
from assay.calls.gate import Gate
from assay.calls.lazy import litellm_module
from assay.calls.prices import price_of
from assay.calls.provider import RemoteProvider
from assay.config.settings import CallsConfig, RemoteModel
from assay.errors import AssayError
from assay.ledger.paid_calls import Ledger
from assay.ledger.request import Request
from assay.records.pipeline import Response

BYTES_PER_TOKEN = 3
"""On the careful side: source code has three to four bytes a token."""
MOST_OUTPUT = 32_000
"""Tokens that a model may write where its config sets no max_tokens."""


class Gates:
    """The gates of one process, and the clients that use them.

    Models and judges with the same provider and key share one gate. All calls are made in the event
    loop of `runner`: connections, locks and waiting calls belong to one loop.
    """

    def __init__(self, calls: CallsConfig, runner: asyncio.Runner) -> None:
        self.runner = runner
        self._calls = calls
        self.budget: Budget | None = None
        self._gates: dict[str, Gate] = {}
        self.clients: list[Client] = []
        self.calls_by_key: dict[str, asyncio.Future[Response]] = {}
        self.drain_s = calls.drain_s
        self.batches = Batches() if calls.batch else None

    async def of(self, config: RemoteModel) -> Gate:
        """The gate of its key, else of its server, else of its provider.

        litellm is imported first: no call starts before.
        """
        litellm_module()
        provider = str(config.litellm_model).split("/")[0]
        endpoint = config.api_key_env or config.api_base or provider
        most = MOST if self.batches else self._calls.concurrency
        return self.named(endpoint, most)

    def named(self, endpoint: str, concurrency: int) -> Gate:
        """The gate with this name, for so many calls at once."""
        if endpoint not in self._gates:
            if self.budget is None:
                self.budget = open_budget(self._calls.budget_usd, self._calls.max_calls)
            self._gates[endpoint] = Gate(endpoint, concurrency, self.budget)
        return self._gates[endpoint]

    def stop(self, error: AssayError) -> None:
        """No client starts a further call; calls under way go on."""
        for client in self.clients:
            client.stop(error)

    @property
    def under_way(self) -> int:
        """The calls of this process that are under way."""
        return sum(gate.under_way for gate in self._gates.values())

    def __str__(self) -> str:
        """For the progress display: calls under way, and for how many each gate is open."""
        gates = sorted(self._gates.items())
        return ", ".join(f"{gate.under_way}/{gate.open_for} {name}" for name, gate in gates)


@contextmanager
def open_gates(calls: CallsConfig) -> Iterator[Gates]:
    """For one stage. What it spent is kept for the next stage of the run."""
    with asyncio.Runner() as runner:
        gates = Gates(calls, runner)
        try:
            yield gates
        finally:
            if gates.budget:
                keep_spent(gates.budget)


def remote_client(
    config: RemoteModel, calls: CallsConfig, config_path: str, ledger: Ledger, gates: Gates
) -> Client:
    """`config_path`: the file of the config, for messages."""
    client = Client(
        RemoteProvider(config, calls, config_path, ledger, gates.batches),
        ledger,
        calls,
        gate=lambda: gates.of(config),
        at_most=partial(_at_most, config, calls, config_path),
        under_way=gates.calls_by_key,
    )
    gates.clients.append(client)
    return client


def _at_most(config: RemoteModel, calls: CallsConfig, config_path: str, request: Request) -> float:
    """The upper bound of a call's dollars: only where a budget is set, since it needs known prices.

    What speaks against any call is found here, before traffic is asked: a missing key, an unknown
    price.
    """
    credentials(config, config_path)
    if calls.budget_usd is None:
        return 0.0
    sent = f"{request.messages}{request.tools}{request.response_format}"
    tokens_in = math.ceil(len(sent.encode()) / BYTES_PER_TOKEN)
    tokens_out = config.sampling.max_tokens or MOST_OUTPUT
    price = price_of(config, tokens_in)
    if price is None:
        raise AssayError(
            f"{config_path}: calls.budget_usd is set, but nobody knows what "
            f"'{config.litellm_model}' costs: add `price`"
        )
    price_in = max(price.input, price.cache_write or 0.0)
    return (tokens_in * price_in + tokens_out * price.output) / 1e6
