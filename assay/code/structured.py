"""JSON, YAML, TOML and XML of an answer as plain values: dicts, lists, texts, numbers.

A reader raises `Unreadable` for a text that is malformed, and for XML with entities. Aliases of
YAML can stand for billions of values: the text of an answer is read in a worker.
"""

import tomllib
from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element, ParseError

import yaml
from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser, fromstring

from assay.code import json_files

TEXT = "#text"
"""The key of an XML element's own text, if it has attributes or elements too."""
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NO_VALUE = (yaml.YAMLError, ValueError, LookupError, AttributeError)
"""What PyYAML raises for an unknown tag, such as !Ref, or one that the text contradicts."""


class Unreadable(ValueError):
    """The text is not what its file's name says, or more than is read of it."""


def _plain_toml(value: Any) -> Any:
    """The value with dates and times as text."""
    if isinstance(value, dict):
        return {key: _plain_toml(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain_toml(each) for each in value]
    return value if isinstance(value, str | int | float) else str(value)


def _yaml(_path: str, text: str) -> Any:
    """One document, or a list of them. A key is text as written: `on` and `8080` too."""
    loader = _Loader(text)
    try:
        documents = []
        while loader.check_node():
            documents.append(_plain_yaml(loader, loader.get_node()))
    finally:
        loader.dispose()
    return documents[0] if len(documents) == 1 else documents


def _plain_yaml(loader: Any, node: yaml.Node) -> Any:
    if isinstance(node, yaml.SequenceNode):
        return [_plain_yaml(loader, each) for each in node.value]
    if isinstance(node, yaml.MappingNode):
        loader.flatten_mapping(node)
        return {str(key.value): _plain_yaml(loader, each) for key, each in node.value}
    try:
        value = loader.construct_object(node)
    except _NO_VALUE:
        return node.value
    return value if value is None or isinstance(value, str | int | float) else node.value


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
    "yaml": _yaml,
    "toml": lambda _path, text: _plain_toml(tomllib.loads(text)),
    "xml": _xml,
}
SUFFIXES = {
    "json": (".json", ".jsonc"),
    "yaml": (".yaml", ".yml"),
    "toml": (".toml",),
    "xml": (".xml", ".csproj", ".props", ".targets", ".config"),
}
"""The usual suffixes of each format. A file of another name may have it too."""


def loaded(format_: str, path: str, text: str) -> Any:
    """The value of a text in a format: json, yaml, toml or xml. Unreadable if it has none."""
    try:
        return _READERS[format_](path, text)
    except (ValueError, RecursionError, yaml.YAMLError, ParseError, DefusedXmlException) as error:
        raise Unreadable(str(error)) from error
