"""Version ranges of npm: whether the lowest release that one admits lies in another."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.checks.versions import admits_only

ADMITTED = """
^18.2.0; ~18.2; 18; 18.x; v18.2.0; =18.2.0; >= 18; >18; ^ 18.2; >=18.0.0-rc.1 <20.0.0-0
18.2.0 - 19; ^18 || ^19; workspace:^18.1.0; npm:react@^18.2.0; npm:@preact/compat@18
git+https://example.com/a/b.git#v18.0.0; user/repo#semver:^18.0.0; ^19.0.0-rc-de68d2f4-20241204
19.0.0-beta2; 18.2.0+build.5; *; x; latest; next
"""
REFUSED = """
^17.0.2; ^17 || ^18; >=16.8 <19; < 19; <= 18.2.0; 1.2.3 - 18.3.4; workspace:*; workspace:^
file:../react-99; git+https://example.com/a/b99.git; git+https://example.com/a/b.git#abc99
https://example.com/react-99.0.0.tgz; npm:react; catalog:; canary; banana; 17 -
"""
OTHERS = ("1 || " * 20_000 + "18", 18, None, ["^18"])


def ranges_in(ranges: str) -> list[str]:
    return ranges.strip().replace("\n", "; ").split("; ")


@pytest.mark.parametrize("declared", ["", " latest ", *ranges_in(ADMITTED)])
def test_range_whose_lowest_release_is_wanted_is_admitted(declared: str) -> None:
    assert admits_only(declared, ">=18")


@pytest.mark.parametrize(
    "declared", [*ranges_in(REFUSED), *OTHERS], ids=lambda each: repr(each)[:40]
)
def test_range_that_reaches_lower_or_is_none_is_refused(declared: Any) -> None:
    assert not admits_only(declared, ">=18")


def test_newest_release_is_above_every_upper_bound() -> None:
    assert not admits_only("latest", "^18")
    assert admits_only("^18.1.0", "^18")


@given(
    parts=st.tuples(*[st.integers(0, 40)] * 3),
    wanted=st.integers(0, 40),
    mark=st.sampled_from(["", "^", "~", ">="]),
)
def test_lowest_release_decides(parts: tuple[int, int, int], wanted: int, mark: str) -> None:
    declared = mark + ".".join(map(str, parts))
    assert admits_only(declared, f">={wanted}") == (parts[0] >= wanted)


@given(st.text(max_size=40))
def test_no_declared_text_is_an_error(declared: str) -> None:
    assert admits_only(declared, ">=18") in (True, False)
