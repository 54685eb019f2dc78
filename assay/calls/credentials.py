"""The key and the extra headers of a model's calls: from the environment, .env or a command."""

import os
import shlex
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from dotenv import dotenv_values

from assay.calls.call_errors import redacted
from assay.config.settings import RemoteModel
from assay.errors import AssayError

COMMAND_S = 30.0
"""A command that has not ended by then is given up."""
SHORTEST_SECRET = 8
"""Shorter values of headers in the file are shown: messages would lose ordinary words."""


class Credentials(NamedTuple):
    """What a call is let in by: the key and the extra headers. No message may show `secrets`."""

    key: str | None
    headers: dict[str, str]
    secrets: tuple[str, ...]


def credentials(config: RemoteModel, config_path: str) -> Credentials:
    """The key, and all extra headers with their values. AssayError as `api_key`."""
    key = api_key(config, config_path)
    names = config.extra_headers_env.items()
    hidden = {header: _variable(variable, config_path) for header, variable in names}
    # a value in the file is no secret, unless Hydra took it from the environment
    written = [value for value in config.extra_headers.values() if len(value) >= SHORTEST_SECRET]
    secrets = (*filter(None, [key]), *hidden.values(), *written)
    return Credentials(key, {**config.extra_headers, **hidden}, secrets)


def api_key(config: RemoteModel, config_path: str) -> str | None:
    """The key from the environment, else from .env, or what the command prints.

    None for a server without keys. AssayError if there is none.
    """
    if config.api_key_command:
        return printed_key(config.api_key_command, config_path)
    return _variable(config.api_key_env, config_path) if config.api_key_env else None


def _variable(name: str, config_path: str) -> str:
    """The value of the environment variable, else that in .env, read again after it changed."""
    path = Path(".env").absolute()
    value = os.environ.get(name)
    if not value and path.exists():
        value = _dotenv(path, path.stat().st_mtime_ns).get(name)
    if not value:
        raise AssayError(
            f"{config_path}: the environment variable {name} is not set: "
            "export it or write it to .env. No call was made"
        )
    return value


@lru_cache(maxsize=1)
def _dotenv(path: Path, changed: int) -> dict[str, str | None]:
    """The values in .env. `changed` is a key of the cache."""
    return dotenv_values(path)


def printed_key(command: str, config_path: str) -> str:
    """What the command prints, without white space around it. It is run once in this process.

    There is no shell. AssayError names the file and the problem, never what was printed.
    """
    key, problem = _run(command, COMMAND_S)
    if problem:
        raise AssayError(
            f"{config_path}: api_key_command: `{redacted(command)}` {problem}: "
            "correct the command. No call was made"
        )
    return key


@lru_cache
def _run(command: str, timeout_s: float) -> tuple[str, str]:
    """The key, or why there is none: kept too, so that no waiting call starts the command again."""
    try:
        done = subprocess.run(
            shlex.split(command),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout_s,
            check=False,
        )
        key = done.stdout.decode().strip()
    except subprocess.TimeoutExpired:
        return "", f"has not ended after {timeout_s:g} s"
    except UnicodeDecodeError:
        return "", "prints something that is not UTF-8"
    except (OSError, ValueError, IndexError) as error:
        return "", f"cannot be run ({redacted(str(error))})"
    if done.returncode:
        return "", f"ends with exit code {done.returncode}"
    if not key.isprintable() or len(key.split()) != 1:
        return "", "must print a key and nothing else"
    return key, ""
