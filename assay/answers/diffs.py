"""Unified diffs: told from code. None is applied: every prompt asks for whole files."""

from collections.abc import Sequence

from assay.answers.lines import is_blank


def is_diff(lines: Sequence[str]) -> bool:
    """Whether the lines hold a file header (`---` then `+++`) or start with a hunk."""
    first = next((line for line in lines if not is_blank(line)), "")
    if first.startswith("@@ -"):
        return True
    return any(is_diff_header(lines, index) for index in range(len(lines) - 1))


def is_diff_header(lines: Sequence[str], index: int) -> bool:
    """Whether `---` and `+++` with the names of a file begin on the line."""
    return (
        lines[index].startswith("--- ")
        and index + 1 < len(lines)
        and lines[index + 1].startswith("+++ ")
    )
