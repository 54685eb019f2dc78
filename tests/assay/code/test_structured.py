"""Configuration files as plain values, and hostile ones that are given up."""

import json
import time

import pytest

from assay.code.structured import Unreadable, loaded


def test_yaml_is_read_with_its_keys_as_written() -> None:
    text = "on: {push: [main]}\n8080: yes\nday: 2024-01-02\nref: !Ref Name\n"
    assert loaded("yaml", "a.yml", text) == {
        "on": {"push": ["main"]},
        "8080": True,
        "day": "2024-01-02",
        "ref": "Name",
    }


def test_several_documents_of_yaml_are_a_list_and_merged_keys_are_there() -> None:
    assert loaded("yaml", "a.yml", "a: 1\n---\nb: 2\n") == [{"a": 1}, {"b": 2}]
    merged = "x: &x {a: 1}\ny: {<<: *x, b: 2}\n"
    assert loaded("yaml", "a.yml", merged)["y"] == {"a": 1, "b": 2}


def test_xml_is_read_without_name_spaces() -> None:
    text = (
        '<?xml version="1.0"?>\n<project xmlns="urn:a"><a x="1">text</a>'
        "<b>1</b><b>2</b><c/></project>"
    )
    assert loaded("xml", "pom.xml", text) == {
        "project": {"a": {"@x": "1", "#text": "text"}, "b": ["1", "2"], "c": ""}
    }


def test_toml_is_read_with_dates_as_text() -> None:
    text = "day = 2024-01-02\n[tool.a]\nb = [1, 2.5, true]\n"
    assert loaded("toml", "a.toml", text) == {
        "day": "2024-01-02", "tool": {"a": {"b": [1, 2.5, True]}}
    }  # fmt: skip


@pytest.mark.parametrize(
    "value",
    [
        "!!int ''",
        "!!float ''",
        "!!bool x",
        "!!timestamp x",
        "!!int x",
        "2024-99-99",
    ],
)
def test_a_yaml_value_that_is_none_of_its_kind_is_text_as_written(value: str) -> None:
    written = value.rpartition(" ")[2].strip("'")
    assert loaded("yaml", "a.yml", f"a: {value}\nb: 1\n") == {"a": written, "b": 1}


@pytest.mark.parametrize(
    ("format_", "text"),
    [
        ("yaml", f"a: 0x{'f' * 400_000}\n"),
        ("yaml", f"a: 1{':59' * 150_000}\n"),
        ("yaml", f"a: 1{':59' * 200}.5\n"),
        ("toml", f"a = 0x{'f' * 400_000}\n"),
    ],
)
def test_a_number_of_any_length_can_be_written_and_searched(format_: str, text: str) -> None:
    start = time.process_time()
    value = loaded(format_, "a", text)["a"]
    assert len(json.dumps(value)) < 500_000 and repr(value)
    assert time.process_time() - start < 5


@pytest.mark.parametrize("format_, sign", [("yaml", ": "), ("toml", " = ")])
def test_a_number_of_up_to_300_digits_is_a_number(format_: str, sign: str) -> None:
    for digits in (90, 91, 299, 300):
        number = int("7" * digits)
        assert loaded(format_, "a", f"a{sign}{number}\nb{sign}-{number // 10}\n") == {
            "a": number, "b": -(number // 10)
        }  # fmt: skip
    assert isinstance(loaded(format_, "a", f"a{sign}{'7' * 301}\n")["a"], str)


BOMB = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{inner}'] * 10)}]\n"
    for name, inner in zip("bcdefgh", "abcdefg", strict=True)
)
LAUGHS = (
    '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">'
    '<!ENTITY d "&c;&c;&c;&c;&c;&c;">]><a>&d;</a>'
)
OUTSIDE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'


@pytest.mark.parametrize(
    ("format_", "text"),
    [
        ("yaml", BOMB),
        ("yaml", "a: &a [*a]\n"),
        ("yaml", "[" * 100_000),
        ("yaml", "- " * 200_000),
        ("yaml", "a: [\n"),
        ("yaml", "a: b: c\n"),
        ("yaml", "a: 1\n" * 200_000),
        ("xml", LAUGHS),
        ("xml", OUTSIDE),
        ("xml", "<a>" * 60_000),
        ("xml", "<a>" * 30_000 + "</a>" * 30_000),
        ("xml", "<a></b>"),
        ("toml", "a = " + "[" * 100_000),
        ("toml", "a = \n"),
        ("toml", f"{'a.' * 3_000}a = 1\n"),
        ("toml", f"[{'a . ' * 3_000}a]\n"),
        ("toml", f"{'`a`.' * 3_000}a = 1\n".replace("`", '"')),
        ("toml", f'a = {{b = """x"""", {"c." * 3_000}c = 1}}\n'),
        ("json", "{"),
    ],
)
def test_malformed_and_hostile_texts_are_given_up_soon(format_: str, text: str) -> None:
    start = time.process_time()
    with pytest.raises(Unreadable):
        loaded(format_, "a", text)
    assert time.process_time() - start < 10
