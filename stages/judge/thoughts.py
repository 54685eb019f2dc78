"""A judge's thoughts are not its verdicts: what stands in a block `<think>` is left out."""

import json
import re

_TAG = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
_FENCE = re.compile(r"\s*```(?:json)?\s*\n(.*)\n\s*```\s*", re.DOTALL)


def without_thoughts(text: str) -> str:
    """The text after the last `</think>`, up to a `<think>` that is never closed.

    A reply that is JSON from its first to its last character has no thoughts: there a tag is part
    of a quotation.
    """
    tags = list(_TAG.finditer(text))
    if not tags or _is_json(text):
        return text
    closings = [tag for tag in tags if tag[1]]
    start = closings[-1].end() if closings else 0
    unclosed = [tag.start() for tag in tags if not tag[1] and tag.start() >= start]
    end = unclosed[0] if unclosed else len(text)
    return text[start:end]


def _is_json(text: str) -> bool:
    fenced = _FENCE.fullmatch(text)
    try:
        json.loads(fenced[1] if fenced else text, strict=False)
    except (ValueError, RecursionError):
        return False
    return True
