"""Whether a check can see a file at all: its pattern, and the kinds of files that it reads."""

from pathlib import PurePosixPath

_WHOLE_ANSWER = "answer"
"""What `in: answer` names: a text, and no code."""
_WILD = frozenset("*?[]{}")


def require_visible(key: str, patterns: tuple[str, ...], kinds: tuple[str, ...]) -> None:
    """ValueError if every pattern names files of a kind that the check does not read.

    `kinds` are patterns such as `*.ts`. A pattern without a suffix may match anything.
    """
    readable = {kind.removeprefix("*") for kind in kinds}
    suffixes = {_suffix(pattern) for pattern in patterns if not pattern.startswith("!")}
    if suffixes and "" not in suffixes and not suffixes & readable:
        seen = ", ".join(sorted(readable))
        wanted = ", ".join(sorted(suffixes))
        raise ValueError(f"{key}: this check can see no {wanted} file: it reads {seen}")


def _suffix(pattern: str) -> str:
    """The suffix of the files that the pattern matches; "" if that is open."""
    if pattern == _WHOLE_ANSWER:
        return pattern
    suffix = PurePosixPath(pattern).suffix.lower()
    is_open = pattern.endswith("/") or bool(_WILD & set(suffix))
    return "" if is_open else suffix
