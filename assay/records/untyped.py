"""Dictionaries whose keys others decide. All else between functions has a type."""

from typing import Any

JsonObject = dict[str, Any]
"""An object of JSON or YAML that comes from outside: from an answer, a provider or a program."""
Message = dict[str, Any]
"""A message of a chat, as litellm takes it."""
SamplingParams = dict[str, Any]
"""Parameters of a request beside its messages, as litellm takes them."""
JsonSchema = dict[str, Any]
"""The description of a tool or of a reply's format, as litellm takes it."""
ToolArguments = dict[str, Any]
"""The arguments of a tool's call, as a model wrote them."""
