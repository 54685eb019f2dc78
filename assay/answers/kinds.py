"""What a run of lines is: commands, a project tree, prose, code, a whole file or an excerpt.

Each function looks at a bounded number of characters a line, so its work is linear in the text.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Literal

from assay.answers.file_paths import looks_like_path
from assay.answers.lines import MAX_LABEL, is_blank

_SAMPLE = 40
_BOX = re.compile(r"[├└│┣┗┃╠╚]|^[\s|]*[|+`\\]\s?--")
_COMMANDS = frozenset(
    "npm npx pnpm yarn bun bunx node ng nx vite tsc cd mkdir touch rm cp mv ls cat echo git docker "
    "docker-compose curl wget sudo apt apt-get brew pip pip3 python python3 source export chmod "
    "deno make corepack nvm serve code open start sh bash winget choco New-Item Set-Location "
    "jest cypress lerna turbo vitest playwright".split()
)
_PROMPT = re.compile(r"\s*(?:\$|>|%|PS [^>]{0,80}>)\s+")
_ENDS_OTHERWISE = re.compile(r"(?:;|\w\.)\s*$")
_TREE_NOTE = re.compile(r"\s+(?:#|//|<-|←|--|-|–|—|\(|\[|:).*")
_TREE_NAME = re.compile(r"[\w.@()\[\]$+-]+(?:/[\w.@()\[\]$+-]++)*+/?")
_LIST_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+\S")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+\w")
_CODE_LINE = re.compile(
    r"[;{}\[\](),>]\s*$|^\s*[<@}\])]|=>|\s=\s|^\s*(?://|/\*|<!--)|^\s+\*\s"
    r"|^\s*(?:import|export|const|let|var|function|class|interface|type|def|from|return|public"
    r"|private)\s"
    r"|^\s*\"[^\"]{0,80}\"\s*:|^\s*[\w.-]{1,60}:(?:\s+[\w.'\"\[{/-]+)?\s*$|^[A-Z_][A-Z0-9_]{1,60}="
)
_ELISION = re.compile(
    r"^\s*(?://+|#|/\*+|<!--|\{\s*/\*+|--|\*)\s*[\[(]?\s*(?:"
    r"(?:\.{3}|…)"
    r"|(?:the\s+)?(?:rest|remainder)\s+of\s+(?:the|your|this|code|file)\b"
    r"|(?:existing|previous|other|remaining)\s[^\r\n]{0,60}(?:\.{3}|…)"
    r"|(?:existing|remaining)\s+(?:code|imports|content|methods|styles)\b[^\r\n]{0,60}$"
    r"|[^\r\n]{0,40}\b(?:code|imports|rest|file|component|functions?|styles|logic"
    r"|methods)\s(?:\w+\s)?"
    r"(?:unchanged|omitted|the\s+same)\b"
    r"|(?:same|unchanged)\s+(?:as|from)\s+(?:before|above)\b)",
    re.IGNORECASE,
)
_ELLIPSES = frozenset({"…", "[…]", "{…}", "(…)", "…,"})


def _sample(lines: Iterable[str]) -> list[str]:
    filled = (line for line in lines if not is_blank(line))
    return [line[:MAX_LABEL] for line in islice(filled, _SAMPLE)]


def is_commands(lines: Sequence[str]) -> bool:
    """Whether most of the lines that are no comments are shell commands."""
    sample = [line for line in _sample(lines) if not line.lstrip().startswith("#")]
    return bool(sample) and 2 * sum(map(is_command, sample)) > len(sample)


def is_command(line: str) -> bool:
    prompt = _PROMPT.match(line)
    words = line[prompt.end() if prompt else 0 :].split(None, 1)
    if not words:
        return False
    is_alone = len(words) == 1 and prompt is None
    return words[0] in _COMMANDS and not is_alone and not _ENDS_OTHERWISE.search(line)


def is_tree(lines: Sequence[str]) -> bool:
    """Whether the lines draw folders: with box characters, or as an indented list of names."""
    sample = _sample(lines)
    if len(sample) < 2:
        return False
    boxes = sum(1 for line in sample if _BOX.search(line))
    is_named = 5 * sum(map(_is_tree_name, sample)) >= 4 * len(sample)
    names = (_TREE_NOTE.sub("", line.strip(), count=1).rstrip() for line in sample)
    has_depth = is_named and any(name.endswith("/") for name in names)
    return 2 * boxes >= len(sample) or has_depth


def _is_tree_name(line: str) -> bool:
    core = _TREE_NOTE.sub("", line.strip().lstrip("-*+ "), count=1).strip()
    if core in ("...", "…"):
        return True
    return bool(_TREE_NAME.fullmatch(core)) and (core.endswith("/") or looks_like_path(core))


def kind_of(lines: Iterable[str]) -> Literal["prose", "code", "unknown"]:
    """Prose if more lines read as prose than as code, and the other way round; ties are unknown."""
    sample = _sample(lines)
    if is_tree(sample) or is_commands(sample):
        return "code"
    balance = sum(map(_lean, sample))
    if not balance:
        return "unknown"
    return "prose" if balance > 0 else "code"


def _lean(line: str) -> int:
    """1 for a line of prose, -1 for a line of code, 0 for neither."""
    if _HEADING.match(line):
        return 1
    if _CODE_LINE.search(line):
        return -1
    if _LIST_ITEM.match(line) or line.lstrip().startswith("**"):
        return 1
    return 1 if is_sentence(line) else 0


def is_sentence(line: str) -> bool:
    """Whether the line has four words or more, begins with a capital and ends as a sentence."""
    words = line.split()
    ends = line.rstrip().endswith((".", ":", "!", "?"))
    return ends and len(words) >= 4 and words[0][:1].isupper()


def leaves_code_out(content: str) -> bool:
    """Whether a line says that code was left out: `// ... existing code`, or `…` alone."""
    return any(
        _ELISION.match(line) or line.strip() in _ELLIPSES
        for line in content.splitlines()
        if len(line) <= MAX_LABEL
    )
