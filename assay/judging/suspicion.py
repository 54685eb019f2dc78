"""Find text in an answer that addresses its judges instead of solving the task.

Flags are shown to people and change no score. The patterns are few and narrow: honest code and
prose must not be flagged (none of the gold answers is).
"""

import re
from functools import cache

from assay.judging.instructions import instructions
from assay.records.pipeline import Suspicion

LARGE = 1_000_000
"""Bytes from which an answer is flagged for its size."""
QUOTED = 120
"""Characters shown of the first place."""

INVISIBLE = re.compile(
    # zero widths, directions, tags
    "[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\U000e0000-\U000e007f]"
    # selectors of variants: one is an emoji's, many are a text
    "|[\ufe00-\ufe0f]{2,}|[\U000e0100-\U000e01ef]"
    "|(?<=[^\n])\ufeff"  # a mark of byte order but where a file may begin
    # joiners and hyphens within a Latin word
    "|(?<=[A-Za-z])[\u00ad\u034f\u200c\u200d](?=[A-Za-z])"
)
DELIMITER = re.compile(r"</?(?:task|answer|document)-[0-9a-f]{6,}>", re.IGNORECASE)
CHAT = re.compile(
    r"<\|(?:im_start|im_end|system|assistant|user|endoftext|eot_id|start_header_id)\|>|\[/?INST\]"
    r"|<<SYS>>"
)
_ID = r"""["']id["']\s*:\s*["'][0-9a-f]{12}["']"""
VERDICT = re.compile(
    rf"""["']verdicts["']\s*:\s*\[\s*\{{|{_ID}\s*,\s*["'](?:passed|answer)["']"""
    rf"""|["']passed["']\s*:\s*["']?(?:true|false)["']?\s*,\s*(?:["']confidence["']|{_ID})""",
    re.IGNORECASE,
)
_JUDGES = r"(?:judges?|graders?|evaluators?|examiners?|llm[- ]judges?)"
_LISTED = (
    r"(?:evaluation|grading|judging|scoring|assessment|acceptance"
    r"|given|listed|above|below|following)"
)
INSTRUCTION = re.compile(
    rf"\b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|of|the|these|those|your"
    rf"|its)\s+){{0,3}}"
    rf"(?:(?:{_LISTED}\s+)?(?:criteria|criterion|rubric)"
    r"|(?:previous|prior|earlier|above|preceding|system)\s+(?:instructions?|prompts?|rules))\b"
    r"|\b(?:mark|grade|rate|judge|treat|report)\s+(?:(?:all|every|each|of|the|these"
    r"|your)\s+){1,3}(?:criteria|criterion)\s+"
    r"(?:as\s+)?(?:passed|passing|pass|met|satisfied|fulfilled|true)\b"
    r"|\b(?:set|put|return|report)\s+[\"'`]?passed[\"'`]?\s*(?:to|as|="
    r"|:)\s*[\"'`]?true\b[^\n]{0,30}\bcriteri(?:a|on)\b"
    rf"|\b(?:dear|attention|note\s+(?:to|for)|message\s+(?:to|for)|instructions?\s+(?:to"
    rf"|for))[\s,:]+(?:the\s+|all\s+)?"
    rf"{_JUDGES}\b"
    rf"|\bas\s+(?:an?|the)\s+(?:\w+\s+)?{_JUDGES}\b[^.\n]{{0,40}}\b(?:you|must|should)\b"
    rf"|\byou\s+are\s+(?:now\s+)?(?:an?|the)\s+(?:\w+\s+){{0,2}}?{_JUDGES}\b",
    re.IGNORECASE,
)
PATTERNS = {
    "invisible characters": INVISIBLE,
    "delimiters of a judge's question": DELIMITER,
    "marks of a chat template": CHAT,
    "verdicts of a judge": VERDICT,
    "instructions to a judge": INSTRUCTION,
}


def suspicions(text: str) -> tuple[Suspicion, ...]:
    """The flags of one answer, by kind in a fixed order; none for a normal answer."""
    found = {kind: pattern.findall(text) for kind, pattern in PATTERNS.items()}
    plain = _plain(text)
    found["words of the judges' instructions"] = [each for each in _sentences() if each in plain]
    size = len(text.encode("utf-8", "surrogatepass"))
    found["more than 1 MB"] = [f"{size:,} bytes"] if size > LARGE else []
    return tuple(
        Suspicion(kind=kind, count=len(places), quote=_quote(places[0]))
        for kind, places in found.items()
        if places
    )


@cache
def _sentences() -> tuple[str, ...]:
    """The sentences of the judges' instructions that are long enough to be unique."""
    return tuple(
        sentence
        for text in (instructions(), instructions("document"))
        for sentence in re.split(r"(?<=[.:])\s", _plain(text))
        if len(sentence) >= 40
    )


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _quote(text: str) -> str:
    """The place, shortened; invisible characters are named by their code points."""
    unseen = not text.isascii() and not re.search(r"\w", text)
    named = " ".join(f"U+{ord(character):04X}" for character in text) if unseen else text
    return " ".join(named.split())[:QUOTED]
