"""Paths that lead outside or that some disk cannot store are refused; clashes are found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.answers.containment import (
    MALFORMED,
    MAX_PATH,
    OUTSIDE,
    UNUSABLE,
    Refused,
    SideBySide,
    contained,
)


def refusal(path: object) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        contained(path)
    return refused.value.kind, str(refused.value)


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd", "../x", "src/../../x", "a/..", "src/../a", "..\\x", "\\windows", "C:\\x",
        "c:/x", " C:/x", "C:",
        "//server/share", "\\\\server\\share", "\\\\?\\C:\\x", ".", "./", "//", " /etc", "~", "~/x",
        "~root/x", "\t/x",
    ],
)  # fmt: skip
def test_a_path_that_leads_outside_is_refused_with_the_form_it_should_have(path: str) -> None:
    kind, message = refusal(path)
    assert (
        kind == OUTSIDE
        and message.startswith("the path must be relative")
        and "such as src/main.ts" in message
    )


@pytest.mark.parametrize(
    "path, reason",
    [
        ("a\0b", "control character"), ("a\nb", "control character"), ("a\u202eb",
        "control character"),
        ("a\ud800", "control character"), ("x" * (MAX_PATH + 1), "longer than"), ("é" * 101,
        "longer than"),
        ("a/" * 101 + "b", "longer than"), ("NUL", "device"), ("nul.txt", "device"), ("src/Con.tsx",
        "device"),
        ("aux/a.ts", "device"), ("com1", "device"), ("LPT9.tar.gz", "device"), ("COM¹.x", "device"),
        ("con .x", "device"), ("conout$", "device"), ("ab:c", "':'"), ("src/a.ts:stream", "':'"),
        ("a?.ts", "'?'"),
        ("a|b", "'|'"), ("a.", "dot or a space"), ("a /b", "dot or a space"), ("src/.. /x",
        "dot or a space"),
        ("...", "dot or a space"),
        (".git/config", "reserved"), ("sub/.GIT/hooks/post-checkout", "reserved"), ("git~1/config",
        "reserved"),
        (".dvcignore", "reserved"), ("src/.dvc/config", "reserved"),
    ],
)  # fmt: skip
def test_a_path_that_a_disk_cannot_hold_is_refused_with_the_reason(path: str, reason: str) -> None:
    kind, message = refusal(path)
    assert kind == UNUSABLE and reason in message and len(message) < 500 and message.isprintable()


@pytest.mark.parametrize("path", [None, 3, "", " ", ["a"], {"path": "a"}])
def test_what_is_no_path_is_malformed(path: object) -> None:
    assert refusal(path)[0] == MALFORMED


@pytest.mark.parametrize(
    "path, kept",
    [
        ("src/App.tsx", "src/App.tsx"), ("./src//App.tsx", "src/App.tsx"), ("src\\App.tsx",
        "src/App.tsx"),
        (" a.ts ", "a.ts"), ("app/[...slug]/page.tsx", "app/[...slug]/page.tsx"), ("a/(b)/@c/$d.ts",
        "a/(b)/@c/$d.ts"),
        (".github/workflows/ci.yml", ".github/workflows/ci.yml"), (".gitignore", ".gitignore"),
        ("a..b/c", "a..b/c"),
        ("console.ts", "console.ts"), ("com10", "com10"), ("ünï.ts", "ünï.ts"), ("x" * MAX_PATH,
        "x" * MAX_PATH),
        ("a~/b", "a~/b"), ("...a", "...a"),
    ],
)  # fmt: skip
def test_other_paths_are_kept_in_normal_form(path: str, kept: str) -> None:
    assert contained(path) == kept
    assert contained(kept) == kept


@given(st.text(st.characters() | st.sampled_from("./\\: ~\0.."), max_size=40))
def test_whatever_passes_is_relative_and_passes_again_as_it_is(path: str) -> None:
    try:
        kept = contained(path)
    except Refused:
        return
    assert (
        contained(kept) == kept
        and not kept.startswith("/")
        and not {"", ".", ".."} & set(kept.split("/"))
    )


@pytest.mark.parametrize(
    "path, other",
    [
        ("a.ts", "A.ts"), ("Src/a.ts", "src/b.ts"), ("a", "a/b"), ("a/b", "a"), ("A", "a/b"),
        ("a/b/c", "A/B"),
        ("é.ts", "e\u0301.ts"), ("straße", "STRASSE"), ("x/É/a", "x/e\u0301/b"),
    ],
)  # fmt: skip
def test_paths_that_some_disk_cannot_hold_together_clash_both_ways(path: str, other: str) -> None:
    assert (
        SideBySide(["z", other]).clash(path) == other
        and SideBySide([path, "z"]).clash(other) == path
    )


@pytest.mark.parametrize(
    "path, other", [("a", "a"), ("a/b", "a/c"), ("a", "b"), ("a/b", "ab"), ("a.b", "a/b")]
)
def test_other_paths_do_not_clash(path: str, other: str) -> None:
    assert SideBySide([other]).clash(path) is None and SideBySide([path]).clash(other) is None
    assert SideBySide().clash(path) is None
