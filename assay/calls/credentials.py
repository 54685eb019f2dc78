"""The key and the extra headers of a model's calls: from the environment, or .env."""

import os
from typing import NamedTuple

from dotenv import dotenv_values

from assay.config.settings import RemoteModel
from assay.errors import AssayError

SHORTEST_SECRET = 8
"""Shorter values of headers in the file are shown: messages would lose ordinary words."""


class Credentials(NamedTuple):
    """What a call is let in by: the key and the extra headers. No message may show `secrets`."""

    key: str | None
    headers: dict[str, str]
    secrets: tuple[str, ...]


def credentials(config: RemoteModel, config_path: str) -> Credentials:
    """The key, and all extra headers with their values. AssayError if a variable is not set."""
    key = _variable(config.api_key_env, config_path) if config.api_key_env else None
    names = config.extra_headers_env.items()
    hidden = {header: _variable(variable, config_path) for header, variable in names}
    # a value in the file is no secret, unless Hydra took it from the environment
    written = [value for value in config.extra_headers.values() if len(value) >= SHORTEST_SECRET]
    secrets = (*filter(None, [key]), *hidden.values(), *written)
    return Credentials(key, {**config.extra_headers, **hidden}, secrets)


def _variable(name: str, config_path: str) -> str:
    """The value of the environment variable, else that in .env."""
    value = os.environ.get(name) or dotenv_values(".env").get(name)
    if not value:
        raise AssayError(
            f"{config_path}: the environment variable {name} is not set: "
            "export it or write it to .env. No call was made"
        )
    return value
