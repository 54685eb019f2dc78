"""JSON, TOML and XML of an answer as plain values: dicts, lists, texts, numbers.

A reader raises `Unreadable` for a text that is malformed, and for XML with entities.
"""

import tomllib
from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser, fromstring

from assay.code import json_files

TEXT = "#text"
"""The key of an XML element's own text, if it has attributes or elements too."""


class Unreadable(ValueError):
    """The text is not what its file's name says, or more than is read of it."""


def _plain_toml(value: Any) -> Any:
    """The value with dates and times as text."""
    if isinstance(value, dict):
        return {key: _plain_toml(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain_toml(each) for each in value]
    return value if isinstance(value, str | int | float) else str(value)


def _xml(_path: str, text: str) -> Any:
    parser = DefusedXMLParser()
    root = fromstring(text, parser)
    return {_name(root): _plain_xml(root)}


def _plain_xml(element: Element) -> Any:
    """Text of an element that has nothing else; else a dict.

    Attributes have an @ before their name. Elements that occur several times are a list.
    """
    text = (element.text or "").strip()
    value: dict[str, Any] = {f"@{name}": each for name, each in element.attrib.items()}
    for child in element:
        inner = _plain_xml(child)
        name = _name(child)
        if name not in value:
            value[name] = inner
        elif isinstance(value[name], list):
            value[name].append(inner)
        else:
            value[name] = [value[name], inner]
    if not value:
        return text
    return {**value, TEXT: text} if text else value


def _name(element: Element) -> str:
    """The name without its name space."""
    return element.tag.rpartition("}")[2]


_READERS: dict[str, Callable[[str, str], Any]] = {
    "json": json_files.loaded,
    "toml": lambda _path, text: _plain_toml(tomllib.loads(text)),
    "xml": _xml,
}


def loaded(format_: str, path: str, text: str) -> Any:
    """The value of a text in a format: json, toml or xml. Unreadable if it has none."""
    try:
        return _READERS[format_](path, text)
    except (ValueError, RecursionError, ParseError, DefusedXmlException) as error:
        raise Unreadable(str(error)) from error
