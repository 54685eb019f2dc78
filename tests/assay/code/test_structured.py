"""Configuration files as plain values; hostile ones harm their worker alone."""

import pytest

from assay.code.structured import Unreadable, loaded
from assay.workers import WorkerBounds, WorkerFault, Workers, outcomes


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


LAUGHS = (
    '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">'
    '<!ENTITY d "&c;&c;&c;&c;&c;&c;">]><a>&d;</a>'
)
OUTSIDE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'


@pytest.mark.parametrize(
    ("format_", "text"),
    [
        ("xml", LAUGHS),
        ("xml", OUTSIDE),
        ("xml", "<a>" * 30_000 + "</a>" * 30_000),
        ("xml", "<a></b>"),
        ("toml", "a = " + "[" * 100_000),
        ("toml", "a = \n"),
        ("json", "{"),
    ],
)
def test_malformed_texts_and_entities_are_refused(format_: str, text: str) -> None:
    with pytest.raises(Unreadable):
        loaded(format_, "a", text)


HOSTILE = {
    "a dotted key of 30,000 parts": ("toml", f"{'a.' * 30_000}a = 1\n"),
    "a number of 400,000 digits": ("toml", f"a = 0x{'f' * 400_000}\n"),
}


def read(item: tuple[str, str]) -> str:
    return repr(loaded(item[0], "a", item[1]))[:100]


def test_hostile_texts_harm_no_other_one() -> None:
    good = ("toml", "a = 1\n")
    items = [each for hostile in HOSTILE.values() for each in (hostile, good)]
    with Workers(1, WorkerBounds(cpu_seconds=1, memory_bytes=300 << 20)) as workers:
        found = list(outcomes(workers, read, items))
    assert found[1::2] == ["{'a': 1}"] * len(HOSTILE)
    assert all(isinstance(each, WorkerFault) for each in found[::2]), found
