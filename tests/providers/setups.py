"""Ask a protocol's service through the real provider, as a stage does it."""

import asyncio
from typing import Any

import pytest

from assay.calls.batches import Batches
from assay.calls.provider import RemoteProvider
from assay.config.settings import CallsConfig, Price, RemoteModel
from assay.errors import AssayError
from assay.ledger.paid_calls import Ledger
from assay.ledger.request import CallError, Provider, Request
from assay.records.pipeline import Response
from tests.providers.models import Setup
from tests.providers.service import Service

KEY = "plain-secret-0123456789"
KEY_ENV = "PROVIDERS_API_KEY"
CONFIG_PATH = "conf/model/m.yaml"
TALK = ({"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello?"})
RUNNER = asyncio.Runner()
"""One event loop for all, as the stages have: litellm keeps its clients by it."""


def provider_of(
    url: str,
    setup: Setup,
    timeout_s: float = 20,
    replies: Ledger | None = None,
    batches: Batches | None = None,
    **settings: Any,
) -> RemoteProvider:
    """The provider as a stage has it. `url`: of the service; `settings`: more of the model's."""
    named = {"litellm_model": setup.model, "api_base": url + setup.base, "api_key_env": KEY_ENV}
    config = RemoteModel.model_validate(named | settings)
    return RemoteProvider(config, CallsConfig(timeout_s=timeout_s), CONFIG_PATH, replies, batches)


def ends(provider: Provider, *requests: Request) -> list[Response | BaseException]:
    """What these requests come to, side by side."""

    async def all_ends() -> list[Response | BaseException]:
        return await asyncio.gather(*map(provider, requests), return_exceptions=True)

    return RUNNER.run(all_ends())


def answer_of(provider: Provider, request: Request) -> Response:
    """The answer to one request; raises what the provider raises."""
    (end,) = ends(provider, request)
    if isinstance(end, BaseException):
        raise end
    return end


def ask(
    service: Service,
    setup: Setup,
    *,
    messages: tuple[dict[str, Any], ...] = TALK,
    timeout_s: float = 20,
    price: Price | None = None,
    url: str = "",
    **more: Any,
) -> Response:
    """The answer to one request; raises what the provider raises."""
    provider = provider_of(url or service.url, setup, timeout_s, price=price)
    asked = {"model": setup.model, "messages": messages, "params": {"max_tokens": 9000}}
    return answer_of(provider, Request(**asked | more))


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
