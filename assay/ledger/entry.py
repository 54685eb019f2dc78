"""One paid call: what it was for, what was asked, and what came back."""

from pydantic import Field

from assay.ledger.request import CallPurpose
from assay.records.pipeline import Record, Response
from assay.records.untyped import JsonObject


class LedgerEntry(Record):
    """One call: `key` is the hash of `request`; what the call was for is no part of the key."""

    key: str
    purpose: CallPurpose = Field(alias="about")
    request: JsonObject
    response: Response
