"""What a `check:` may say: each error names the key and what would be right."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from assay.checks.vocabulary import KINDS, Check
from assay.config.settings import validated
from assay.content.criteria import CriteriaFile
from assay.errors import AssayError


def parsed(check: Any) -> Any:
    return TypeAdapter(Check).validate_python(check)


def message(check: Any) -> str:
    """What a user reads who writes this check under the first criterion."""
    steps = {"accuracy": [{"criterion": "a", "check": check}], "completeness": ["b"]}
    with pytest.raises(AssayError) as caught:
        validated({"evaluation_steps": steps}, CriteriaFile, "c.yaml")
    return str(caught.value)


ONE_KIND = "exactly one of the keys"
NO_PATTERN = "is no regular expression of RE2"
FEWER = "set min to at most max"
FAILED_CALLS = "max goes with `dialogue: failed_calls`"
WRONG: list[tuple[Any, str, str]] = [
    ({"regx": "a"}, "accuracy.0.check", ONE_KIND),
    ({"file": "a", "tsx": "b"}, "accuracy.0.check", ONE_KIND),
    ("package.json", "accuracy.0.check", ONE_KIND),
    ({"all": [{"not": {"regx": "a"}}]}, "all.0.not", ONE_KIND),
    ({"regex": "("}, "regex", NO_PATTERN),
    ({"absent": "a", "except": "("}, "except", NO_PATTERN),
    ({"mentions": ["a", "*"]}, "mentions.1", NO_PATTERN),
    ({"together": ["a"], "cut": "("}, "cut", NO_PATTERN),
    ({"tsx": "a", "attrs": {"href": "("}}, "attrs.href", NO_PATTERN),
    ({"json": "a", "path": "b", "matches": "("}, "matches", NO_PATTERN),
    ({"regex": ""}, "regex", "at least 1 character"),
    ({"mentions": []}, "mentions", "at least 1 item"),
    ({"regex": "a", "in": []}, "in", "at least 1 item"),
    ({"query": "(call_expression"}, "query", "is no tree-sitter query"),
    ({"query": "(no_such_node) @a"}, "query", "no_such_node"),
    ({"dependency": "react", "version": "banana"}, "version", "such as >=18"),
    ({"json": "a", "path": "b", "version": "=>18"}, "version", "such as >=18"),
    ({"json": "package.json"}, "path", "is missing"),
    ({"words": 0}, "words", "greater than or equal to 1"),
    ({"regex": "a", "max": 0}, "check", FEWER),
    ({"mentions": ["a", "b"], "min": 3}, "check", "only 2 patterns: lower min"),
    ({"tsx": "h1", "txt": "Hi"}, "unknown key", "check.txt"),
    ({"dialogue": "ended", "max": 2}, "check", FAILED_CALLS),
    ({"dialogue": "failed_calls"}, "check", FAILED_CALLS),
]


@pytest.mark.parametrize(("check", "key", "remedy"), WRONG, ids=str)
def test_wrong_check_is_rejected_with_key_and_remedy(check: Any, key: str, remedy: str) -> None:
    text = message(check)
    assert text.startswith("c.yaml: ")
    assert key in text
    assert remedy in text


def test_a_query_names_the_language_that_it_is_written_in() -> None:
    wrong = {"query": "(jsx_element) @e", "in": "*.java", "language": "java"}
    assert "is no tree-sitter query over the java grammar" in message(wrong)
    unknown = {"query": "(identifier) @e", "language": "jawa"}
    assert "(did you mean 'java'?)" in message(unknown)


def test_rejection_of_a_kind_lists_all_kinds() -> None:
    text = message({"regx": "a"})
    assert all(kind in text for kind in KINDS)


def test_every_mistake_of_a_check_is_named_at_once() -> None:
    text = message({"all": [{"regex": "("}, {"words": 0}]})
    assert "is no regular expression" in text
    assert "all.1.words" in text


def test_one_name_and_a_list_of_names_are_the_same() -> None:
    assert parsed({"tsx": "h1", "in": "*.tsx"}) == parsed({"tsx": ["h1"], "in": ["*.tsx"]})


def test_path_with_dots_and_path_as_list_are_the_same() -> None:
    dotted = parsed({"json": "package.json", "path": "dependencies.react"})
    assert dotted == parsed({"json": "package.json", "path": ["dependencies", "react"]})
    assert parsed({"json": "a", "path": ["files", "a.ts"]}).path == ("files", "a.ts")


@pytest.mark.parametrize(
    "wanted", ["^18", "~18.2", "18 || 19", ">=16.8 <20", "18.x", "*", "1.2.3 - 2.3.4"]
)
def test_ranges_as_npm_writes_them_are_accepted(wanted: str) -> None:
    assert parsed({"dependency": "react", "version": wanted}).version == wanted
