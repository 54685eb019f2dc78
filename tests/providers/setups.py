"""Ask a protocol's service through the real provider, as a stage does it."""

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest

from assay.calls.provider import RemoteProvider
from assay.config.settings import CallsConfig, Price, RemoteModel
from assay.errors import AssayError
from assay.ledger.request import CallError, Provider, Request
from assay.records.pipeline import Response
from tests.providers.service import Service

KEY = "plain-secret-0123456789"
KEY_ENV = "PROVIDERS_API_KEY"
CONFIG_PATH = "conf/model/m.yaml"
TALK = ({"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello?"})
RUNNER = asyncio.Runner()
"""One event loop for all, as the stages have: litellm keeps its clients by it."""


@dataclass(frozen=True)
class Setup:
    """A model behind a protocol: litellm's name for it, and where on the service it is."""

    model: str
    base: str


CHAT = Setup("openai/gpt-4.1", "/openai/v1")
THINKER = Setup("openai/gpt-5", "/openai/v1")
RESPONSES = Setup("openai/responses/gpt-5", "/openai/v1")
CLAUDE = Setup("anthropic/claude-sonnet-4-5", "/anthropic")
CLAUDE_ADAPTIVE = Setup("anthropic/claude-sonnet-5-5", "/anthropic")
CLAUDE_4 = Setup("anthropic/claude-sonnet-4-20250514", "/anthropic")
GEMINI = Setup("gemini/gemini-2.5-pro", "/gemini")
GEMINI_3 = Setup("gemini/gemini-3.8-flash", "/gemini")
GENERIC = Setup("openai/my-model", "/generic/v1")
PROTOCOLS = {
    "chat": CHAT,
    "responses": RESPONSES,
    "anthropic": CLAUDE,
    "gemini": GEMINI,
    "generic": GENERIC,
}
"""One model of each protocol."""
every_protocol = pytest.mark.parametrize("setup", PROTOCOLS.values(), ids=PROTOCOLS)
two_protocols = pytest.mark.parametrize("setup", [CHAT, CLAUDE], ids=["chat", "anthropic"])
"""For what the one transport does: it is the same for all."""


def provided(setup: Setup, base: str, timeout_s: float, price: Price | None = None) -> Provider:
    """The provider as a stage has it."""
    config = RemoteModel(litellm_model=setup.model, api_base=base, api_key_env=KEY_ENV, price=price)
    return RemoteProvider(config, CallsConfig(timeout_s=timeout_s), CONFIG_PATH)


def ask(
    service: Service,
    setup: Setup,
    *,
    messages: tuple[dict[str, Any], ...] = TALK,
    timeout_s: float = 20,
    price: Price | None = None,
    base: str | None = None,
    **more: Any,
) -> Response:
    """The answer to one request; raises what the provider raises."""
    provider = provided(setup, base or service.url + setup.base, timeout_s, price)
    request = Request(
        **{"model": setup.model, "messages": messages, "params": {"max_tokens": 9000}} | more
    )

    async def answer() -> Response:
        return await provider(request)

    return RUNNER.run(answer())


def ask_at_once(
    service: Service, setup: Setup, count: int, timeout_s: float
) -> list[Response | BaseException]:
    """What so many calls side by side come to."""
    provider = provided(setup, service.url + setup.base, timeout_s)
    request = Request(model=setup.model, messages=TALK)

    async def answers() -> list[Response | BaseException]:
        calls = (provider(request) for _ in range(count))
        return await asyncio.gather(*calls, return_exceptions=True)

    return RUNNER.run(answers())


def failed(service: Service, setup: Setup, **more: Any) -> CallError:
    """The CallError that asking ends with."""
    with pytest.raises(CallError) as caught:
        ask(service, setup, **more)
    return caught.value


def stopped(service: Service, setup: Setup, **more: Any) -> str:
    """The line of the AssayError that asking ends with."""
    with pytest.raises(AssayError) as caught:
        ask(service, setup, **more)
    assert len(caught.value.lines) == 1 and "\n" not in str(caught.value)
    return str(caught.value)
