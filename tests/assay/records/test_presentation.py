"""Files as Markdown: whatever is in them comes out byte for byte."""

import re

from hypothesis import given
from hypothesis import strategies as st

from assay.records.pipeline import SourceFile
from assay.records.presentation import presented


def unfenced(shown: str) -> str:
    """What stands in the first fence."""
    opening = re.search(r"^(`{3,})\w*\n", shown, re.M)
    assert opening
    return shown[opening.end() :].split(f"{opening[1]}\n")[0]


@given(st.text(st.sampled_from("`a\n ~{}%#") | st.characters(exclude_categories=["Cs"])))
def test_whatever_a_file_contains_its_fence_gives_it_back(content: str) -> None:
    shown = presented((SourceFile(path="a.js", content=content),))
    inside = unfenced(shown)
    assert inside == content or inside == content + "\n"
    assert shown.startswith("### a.js\n```")


def test_a_binary_file_is_listed_under_its_path() -> None:
    assert (
        presented((SourceFile(path="a.png", content=None),))
        == "### a.png\n(binary file, not shown)\n"
    )
    assert presented(()) == ""
