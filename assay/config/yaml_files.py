"""YAML and text files as people write them: what is wrong with one is named by file and line."""

from collections.abc import Hashable
from pathlib import Path
from typing import Any

import yaml

from assay.errors import AssayError

_FastLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _StrictLoader(_FastLoader):  # type: ignore[misc]
    """YAML, but a key that is written twice is an error."""


def _unique_mapping(loader: Any, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
    seen: set[Any] = set()
    for key_node, _ in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, Hashable):
            raise yaml.MarkedYAMLError(
                problem="a list or mapping stands where a key belongs "
                "(quote a value that starts with { or [)",
                problem_mark=key_node.start_mark,
            )
        if key in seen:
            raise yaml.MarkedYAMLError(
                problem=f"key '{key}' is written twice", problem_mark=key_node.start_mark
            )
        seen.add(key)
    return dict(_FastLoader.construct_mapping(loader, node, deep))


_StrictLoader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _unique_mapping)


def read_yaml(path: Path) -> Any:
    """The YAML file's value. AssayError names file and line of malformed YAML."""
    return parse_yaml(read_utf8(path), str(path))


def parse_yaml(text: str, config_path: str) -> Any:
    """The YAML text's value; `config_path` is the file that errors name."""
    try:
        return yaml.load(text, _StrictLoader)
    except RecursionError as error:
        raise AssayError(f"{config_path}: malformed YAML: nested too deeply") from error
    except yaml.YAMLError as error:
        raise AssayError(yaml_message(error, config_path)) from error


def yaml_message(error: yaml.YAMLError, config_path: str) -> str:
    """One line that says where the YAML is malformed."""
    mark = getattr(error, "problem_mark", None)
    line = f":{mark.line + 1}" if mark else ""
    problem = getattr(error, "problem", None) or "cannot be parsed"
    return f"{config_path}{line}: malformed YAML: {problem}"


def read_utf8(path: Path) -> str:
    """The file's text with its line ends unchanged. AssayError if it is missing or not UTF-8."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError as error:
        raise AssayError(f"{path} is missing") from error
    except UnicodeDecodeError as error:
        raise AssayError(
            f"{path}: byte {error.start} is not UTF-8: save the file as UTF-8"
        ) from error
    except OSError as error:
        raise AssayError(f"{path}: cannot be read: {error.strerror}") from error
