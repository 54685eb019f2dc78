"""One service for all tests of providers. It answers 'Hello.' at the start of each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.providers.anthropic_messages import AnthropicMessages
from tests.providers.gemini import Gemini
from tests.providers.generic import Generic
from tests.providers.openai_chat import OpenAIChat
from tests.providers.openai_responses import OpenAIResponses
from tests.providers.service import Service
from tests.providers.setups import KEY, KEY_ENV, RUNNER


@pytest.fixture(scope="session")
def running() -> Iterator[Service]:
    service = Service([OpenAIChat(), OpenAIResponses(), AnthropicMessages(), Gemini(), Generic()])
    yield service
    RUNNER.close()
    service.close()


@pytest.fixture
def service(running: Service, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Service:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(KEY_ENV, KEY)
    running.reset()
    return running
