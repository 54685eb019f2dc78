"""Marks in a request, for providers that cache a prompt's beginning only if told to.

OpenAI, Gemini, DeepSeek and most servers find a repeated beginning by themselves. Claude must be
told how far it goes. It charges a quarter more for storing it and nine tenths less for reading it
within five minutes.
"""

from assay.records.untyped import Message

MARK = {"type": "ephemeral"}
PROVIDERS = ("anthropic", "azure_ai", "bedrock", "openrouter", "vertex_ai")
"""Where Claude is served, by litellm's names."""


def wants_marks(model: str) -> bool:
    """Whether litellm's `model` is one whose provider wants marks."""
    return model.split("/")[0] in PROVIDERS and "claude" in model


def marked(messages: list[Message], shared: int) -> list[Message]:
    """The messages with a mark after the first `shared` characters of the last one's content."""
    *before, last = messages
    text = last["content"]
    if not isinstance(text, str) or not text[:shared].strip():
        return messages  # an empty text must not be marked
    if last["role"] == "tool":
        return [*before, {**last, "cache_control": MARK}]
    parts = [{"type": "text", "text": text[:shared], "cache_control": MARK}]
    if text[shared:].strip():
        parts.append({"type": "text", "text": text[shared:]})
    return [*before, {**last, "content": parts}]
