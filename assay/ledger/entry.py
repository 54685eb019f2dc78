"""One line of a ledger: what it says, how it is written, and to which ledger it belongs."""

import json

from pydantic import Field, ValidationError

from assay.ledger.request import CallPurpose
from assay.records.hashing import text_hash
from assay.records.pipeline import Record, Response
from assay.records.untyped import JsonObject

_HEAD = '{"sha256": "'
_MIDDLE = '", "entry": '
HEADER = b'{"assay ledger": 1}\n'
"""The first line of every ledger file: the version of its format."""
BOM = b"\xef\xbb\xbf"
KEYS_OF_STAGE = {
    "generate": {"test", "attempt", "prompt"},
    "judge": {"test", "judge", "judge_name", "subject", "criteria"},
}
"""What a line's purpose must say for its stage to find its way in it."""


class LedgerEntry(Record):
    """One call: `key` is the hash of `request`; what the call was for is no part of the key."""

    key: str
    purpose: CallPurpose = Field(alias="about")
    request: JsonObject
    response: Response


def entry_line(entry: LedgerEntry) -> str:
    """The entry as a line of JSON that carries the SHA-256 of its own text."""
    body = json.dumps(entry.model_dump(mode="json"), ensure_ascii=False, sort_keys=True)
    return _line(body) + "\n"


def _line(body: str) -> str:
    return f"{_HEAD}{text_hash(body)}{_MIDDLE}{body}}}"


def parse_line(line: str) -> LedgerEntry:
    """The entry of a line. ValueError if the line is torn, malformed or altered after writing."""
    start = len(_HEAD) + 64 + len(_MIDDLE)
    body = line[start:-1]
    if line != _line(body):
        raise ValueError("its hash does not match")
    try:
        return LedgerEntry.model_validate_json(body)
    except ValidationError as error:
        raise ValueError("it is not an entry of this version of the ledger") from error


def parse_bytes(data: bytes) -> LedgerEntry:
    """The entry of a line without its line end. ValueError says what is wrong with the line."""
    if data.startswith(BOM):
        raise ValueError("it begins with a byte order mark (BOM)")
    if data.endswith(b"\r"):
        raise ValueError("its line end is CRLF")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError("it is no UTF-8") from error
    return parse_line(text)


def misplaced(entry: LedgerEntry, stage: str, model: str | None = None) -> str:
    """Why the entry does not belong to the ledger of this stage and model; nothing if it does."""
    present = entry.purpose.model_fields_set
    owner = "judge" if "judge" in present else "generate"
    if stage in KEYS_OF_STAGE and owner != stage:
        return f"it is an entry of {owner}, not of {stage}"
    if missing := sorted(KEYS_OF_STAGE.get(stage, set()) - present):
        return f"it is no entry of {stage}: its 'about' has no {', '.join(missing)}"
    if model is not None and entry.purpose.model not in ("", model):
        return f"it is an entry of the model '{entry.purpose.model}', not of '{model}'"
    return ""
