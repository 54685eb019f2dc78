"""The models that tests ask, one or more behind each protocol."""

from dataclasses import dataclass

import pytest


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
