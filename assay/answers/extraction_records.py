"""The records of extraction, and its closed lists of marks and reasons."""

from collections.abc import Mapping
from dataclasses import dataclass

from assay.records.pipeline import DeliveredFile

CONTINUED = "continued"
DEDENTED = "dedented"
NO_PATH = "no-path"
DOUBTFUL = "doubtful"
OPEN_ENDED = "open-ended"
PARTIAL = "partial"
PATH_COMMENT_DROPPED = "path-comment-dropped"
REPEATED = "repeated"
SPLIT = "split"
TRUNCATED = "truncated"
UNCLOSED = "unclosed"
UNFENCED = "unfenced"
UNREAD = "unread"

MARKS: Mapping[str, str] = {
    CONTINUED: "several blocks give the file, one after the other, and are joined",
    DEDENTED: "the whole block was indented (a list item); that common indentation was removed",
    NO_PATH: "the answer's only code block named no path; the name is a default",
    DOUBTFUL: "it had no fence and does not parse: its lines may have been divided wrongly",
    OPEN_ENDED: "no fence, and nothing shows where the file ends: prose may stand in it",
    PARTIAL: "the answer says that this is an excerpt, or leaves code out with a comment",
    PATH_COMMENT_DROPPED: "the first line, a path comment, was removed: the format forbids it",
    REPEATED: "the path was given before; this later full version replaced the earlier one",
    SPLIT: "one block held several files, separated by path comments",
    TRUNCATED: "the block's fence never closes: the answer ends inside it",
    UNCLOSED: "the block's fence never closes, and the next file's label ends it",
    UNFENCED: "the file stood between rules or labels, without a fence",
    UNREAD: "its answer passed the bounds of reading: it is neither parsed nor checked",
}
"""Every mark that a file can carry, with its meaning. The stage `extract` sets two of them."""

REASONS: Mapping[str, str] = {
    "diff": "a diff: the prompts ask for whole files",
    "refused-path": "the path is absolute or too long, or has `..` or control characters",
    "shell": "shell commands",
    "snippet": "code without a path, or an excerpt of a file that the answer gives in full",
    "tree": "a drawing of the project's folders",
    "usage": "an example of use without a path of its own",
}
"""Every reason for which a block is not a file, with its meaning."""


@dataclass(frozen=True)
class Extraction:
    """The files of one answer in the order of their first mention, and what was left out.

    Nothing was parsed yet. Paths are relative, with forward slashes, without `.` and `..` parts; no
    two are equal, not even when case is ignored. Contents are the answer's text, byte for byte.
    Marks are keys of `MARKS`, sorted. `ignored` counts blocks by reason, a key of `REASONS`.
    """

    files: tuple[DeliveredFile, ...]
    ignored: Mapping[str, int]
