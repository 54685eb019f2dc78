"""The values that checks are written with: patterns, ranges, paths of keys, languages."""

from typing import Annotated, Any

import semantic_version
from pydantic import AfterValidator, BeforeValidator, Field

from assay.checks.patterns import compiled
from assay.code.languages import QUERY_LANGUAGES
from assay.config.settings import as_tuple, did_you_mean


def _pattern(text: str) -> str:
    compiled(text, False)
    return text


def _language(name: str) -> str:
    if name not in QUERY_LANGUAGES:
        raise ValueError(
            f"'{name}' is no language of queries{did_you_mean(name, list(QUERY_LANGUAGES))}"
        )
    return name


def _range(text: str) -> str:
    try:
        semantic_version.NpmSpec(text)
    except ValueError as error:
        raise ValueError("is no version range as npm writes them, such as >=18") from error
    return text


def _as_keys(value: Any) -> Any:
    return tuple(value.split(".")) if isinstance(value, str) else as_tuple(value)


Regex = Annotated[str, Field(min_length=1), AfterValidator(_pattern)]
Names = Annotated[tuple[str, ...], BeforeValidator(as_tuple), Field(min_length=1)]
KeyPath = Annotated[tuple[str, ...], BeforeValidator(_as_keys), Field(min_length=1)]
Regexes = Annotated[tuple[Regex, ...], BeforeValidator(as_tuple)]
Range = Annotated[str, AfterValidator(_range)]
QueryLanguage = Annotated[str, AfterValidator(_language)]
