"""What a gateway needs in a model's file, checked: no secret stands there, only its name."""

import re
from typing import Annotated

from pydantic import AfterValidator

from assay.records.untyped import JsonObject

SECRET_HEADERS = r"authorization|cookie|api[-_]?key|secret|token$|password"
FIXED_BODY = ("model", "messages", "tools", "stream", "n")
"""Keys of a request's body that Assay decides."""
NO_EXTRA_BODY = ("anthropic/", "openai/responses/")
"""Where litellm drops fields of the body that it does not know, or sends them in a wrong form."""


def _variable_name(text: str) -> str:
    if not re.fullmatch(r"[A-Z_][A-Z0-9_]*", text):
        raise ValueError(
            "must be the NAME of an environment variable, such as OPENAI_API_KEY, never a key "
            "itself"
        )
    return text


def _without_secrets(headers: dict[str, str]) -> dict[str, str]:
    for name, value in headers.items():
        if "${" in value or re.search(SECRET_HEADERS, name, re.I):
            raise ValueError(
                f"{name}: write the name of the environment variable that holds the value under "
                "`extra_headers_env`, never a secret itself"
            )
    return headers


def _without_fixed(body: JsonObject) -> JsonObject:
    fixed = [name for name in FIXED_BODY if name in body]
    if fixed:
        raise ValueError(f"Assay decides {', '.join(fixed)}: remove it here")
    return body


VariableName = Annotated[str, AfterValidator(_variable_name)]
Headers = Annotated[dict[str, str], AfterValidator(_without_secrets)]
ExtraBody = Annotated[JsonObject, AfterValidator(_without_fixed)]
