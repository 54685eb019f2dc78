"""Lines that are nothing but a path, and the paths that a longer line mentions."""

import re
from dataclasses import dataclass
from functools import lru_cache

from assay.answers.fence_languages import fits
from assay.answers.file_paths import looks_like_path, may_hold_path
from assay.answers.lines import MAX_LABEL

_TAGS = re.compile(r"</?(?:b|strong|code|em|summary|details|p|h[1-6])>", re.IGNORECASE)
_DECORATION = re.compile(
    r"\s+|>+\s|\#{1,6}\s|[-*+•]\s+|[-=~─═━—–*#+]{2,}(?=[\s`\w(\[])|_{3,}\s|\*+|"
    r"\d️?⃣|[^\x00-\x7F\w]+\s*|\(?\d{1,3}(?:\.\d{1,3})*[.):]\s+|\d{1,3}\.\d{1,3}\s+|[a-z]\)\s+|"
    r"(?:step|part|section)\s*\d{1,3}\s*[:.)–—-]\s+|"
    r"@?(?:(?:new|updated|modified|main|full|complete)\s+)?"
    r"(?:file(?:\s?\d{1,3})?(?:[\s_-]?(?:name|path))?|path|location)\s*(?:[:=]|\s[-–—])\s*|"
    r"@file(?:overview)?\s+|begin\s+(?:of\s+)?file:?\s+",
    re.IGNORECASE,
)
_LINK = re.compile(r"\[`?([^\]`\s]{1,300})`?\]\(([^()\s]{1,300})\)")
_CLOSING_RULE = re.compile(r"[-=~─═]{3,}\Z")
_AFTER = " \t*:`-=_~#─═━—–\"'.,;"
_NOTE = re.compile(r"[(\[:–—|<#]|-\s|//|or\s", re.IGNORECASE)
_ARROW = re.compile(r"\s*(?:->|=>|→|⇒|-->)")
_QUOTES = "`'\""
_MENTION = re.compile(r"`([^`]{1,300})`|([^\s`\"'<>|*,;{}=!?&^%]+)")
_OTHER_FILE = re.compile(
    r"\b(?:from|old|legacy|original|deprecated|replac(?:es|ed|ing)|formerly|instead\s+of"
    r"|rather\s+than|uses|imports|unlike|like|than|deleted?|removed?|superseded)"
    r"(?:\s+(?:the|your|a|an|our|old|legacy|original|existing))*\s*$",
    re.IGNORECASE,
)
_MOVED_FILE = re.compile(
    r"\b(?:replace|rename|convert|converting|migrate|migrating|move|moving|turn|translate|import"
    r"|importing|using)"
    r"(?:\s+(?:the|your|a|an|our|existing))*\s*$",
    re.IGNORECASE,
)
_BEFORE = 40
_MAX_DECORATIONS = 12


@dataclass(frozen=True, slots=True)
class Label:
    """A path for a file, as written, and the note behind it, such as `(excerpt)`.

    `explicit`: it is a line that touches the block, a comment or an info string, and nothing else.
    `prose`: a sentence names it.
    """

    path: str
    note: str = ""
    explicit: bool = False
    prose: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    """A path inside a longer line.

    `rank`: 0 for the file that is meant, 1 perhaps, 2 for another file.
    """

    path: str
    rank: int


def undecorated(line: str) -> str:
    """The line without its decoration.

    That is bold, and at its start a heading, list, number or rule mark, an emoji or `File:`.
    """
    core = _TAGS.sub("", line.replace("**", "")).strip() if len(line) <= MAX_LABEL else ""
    for _ in range(_MAX_DECORATIONS):
        found = _DECORATION.match(core)
        if not found:
            break
        core = core[found.end() :]
    return core


@lru_cache(maxsize=2048)
def read_bare(line: str) -> Label | None:
    """The path that the line is, without its decoration; None for any other line."""
    if len(line) > MAX_LABEL or not may_hold_path(line):
        return None
    core = undecorated(line)
    path, rest = _take_path(core)
    if not looks_like_path(path):
        return None
    tail = rest.strip(_AFTER)
    if not tail:
        return Label(path)
    note = rest.lstrip("*`\"' \t")
    is_note = _NOTE.match(note) and not _ARROW.match(note)
    return Label(path, note.strip()) if is_note else None


def _take_path(core: str) -> tuple[str, str]:
    if link := _LINK.match(core):
        return link.group(1), core[link.end() :]
    if core[:1] and core[0] in _QUOTES and (close := core.find(core[0], 1)) > 0:
        return core[1:close].strip(), core[close + 1 :]
    words = core.split(None, 1)
    token = _CLOSING_RULE.sub("", words[0]) if words else ""
    path = clean_token(token)
    rest = core[core.find(path) + len(path) :] if path else ""
    return path, rest.removeprefix(")") if token.startswith("(") else rest


def clean_token(token: str) -> str:
    """The token without the punctuation of the sentence around it."""
    core = token.strip("\"'`").rstrip(".,:;!?*`\"'")
    if core.startswith("(") and core.endswith(")") and core.count("(") == 1:
        core = core[1:-1]
    if core.count("(") > core.count(")"):
        core = core.removeprefix("(")
    if core.count(")") > core.count("("):
        core = core.rstrip(")")
    return core.strip("`\"'").rstrip(".,:;!?*`\"'")


def mentions(line: str) -> list[Mention]:
    """The paths that the line mentions, in order; of a link its text counts, not its target."""
    if len(line) > MAX_LABEL or not may_hold_path(line):
        return []
    core = _LINK.sub(r"`\1`", line.replace("**", ""))
    found: list[Mention] = []
    for match in _MENTION.finditer(core):
        quoted = match.group(1) is not None
        path = match.group(1).strip() if quoted else clean_token(match.group(2))
        # such as `Moment.js`, in text without backticks or folders
        is_library = not quoted and path.endswith(".js") and path[:1].isupper() and "/" not in path
        if looks_like_path(path) and not is_library:
            found.append(Mention(path, _rank(core, match.start(), match.end())))
    return found


def _rank(line: str, start: int, end: int) -> int:
    before = line[max(0, start - _BEFORE) : start].rstrip("(`\"' ")
    if _OTHER_FILE.search(before) or _ARROW.match(line, end):
        return 2
    return 1 if _MOVED_FILE.search(before) else 0


def meant(candidates: list[Mention], language: str) -> Mention | None:
    """The mention that names the block's file: best rank first, then the first that fits.

    It must fit the block's language. Files that the line only compares with, imports or replaces
    (rank 2) are never meant.
    """
    able = [mention for mention in candidates if mention.rank < 2 and fits(language, mention.path)]
    return min(able, key=lambda mention: mention.rank) if able else None
