"""The commands that a JSON object is or contains, by the names that models give to its keys."""

from typing import Any, NamedTuple

from assay.records.untyped import JsonObject
from stages.generate.dialogue.tools import NAMES

_SURE_KEYS = ("command", "tool")
_NAME_KEYS = (*_SURE_KEYS, "name", "action", "function", "tool_name")
_ARGUMENT_KEYS = ("arguments", "args", "parameters", "params", "input")
_PLAN_KEYS = frozenset(
    ("plan", "next", "next_steps", "steps", "todo", "thought", "thoughts", "reasoning", "example")
)
"""Keys whose value only mentions commands."""
_DEEPEST = 4
"""Objects and lists around a command: `{"tool_calls": [{"function": {…}}]}` has three."""


class Command(NamedTuple):
    """A tool's name and its arguments: an object, or its JSON as a text."""

    name: str
    arguments: Any


def commands_in(value: Any, depth: int = 0) -> list[Command]:
    """The commands that an object is or contains, in their order."""
    inside = value if isinstance(value, list) else []
    if isinstance(value, dict):
        command = _command(value, nested=depth > 0)
        if command:
            return [command]
        inside = [item for key, item in value.items() if key.lower() not in _PLAN_KEYS]
    if depth == _DEEPEST:
        return []
    return [command for item in inside for command in commands_in(item, depth + 1)]


def _command(value: JsonObject, nested: bool) -> Command | None:
    """The object as a command; None if it is none.

    Only an outermost `command` or `tool` may have a name that is no tool's.
    """
    for key in _NAME_KEYS:
        name = value.get(key)
        if isinstance(name, str) and (name in NAMES or (key in _SURE_KEYS and not nested)):
            return Command(_whole_characters(name), _arguments(value, key))
    if len(value) == 1:
        ((name, inner),) = value.items()
        if name in NAMES and isinstance(inner, dict):
            return Command(name, inner)
    return None


def _whole_characters(name: str) -> str:
    """The name without halves of characters, which JSON can spell and no file may hold."""
    return name.encode("utf-8", "replace").decode("utf-8")


def _arguments(value: JsonObject, name_key: str) -> Any:
    """The arguments of a command: under a key of their own, or beside its name."""
    for key in _ARGUMENT_KEYS:
        if isinstance(value.get(key), dict | str):
            return value[key]
    return {key: item for key, item in value.items() if key != name_key}
