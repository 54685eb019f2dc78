"""Every record that passes between stages. The records under metrics/ are in `results`.

Records are frozen and reject unknown keys. Money is in US dollars, time in seconds, sizes in
tokens.
"""

from typing import Annotated, Literal, TypedDict

from pydantic import BaseModel, ConfigDict, Field

from assay.records.untyped import JsonObject, Message

Metric = Literal["accuracy", "completeness"]
METRICS: tuple[Metric, ...] = ("accuracy", "completeness")
CATEGORIES = ("code_generation", "code_translation", "code_documentation", "instruction_following")
LCIF = "instruction_following"
CHECKS = "checks"
"""The name of the built-in judge, and of its judge group."""
COUNTED_LANGUAGES = ("javascript", "typescript", "html", "python")
"""The languages that are measured unless a data set names others."""
JudgeGroup = Literal["llm", "checks", "people"]
"""Who judges: all LLM judges together, the built-in checks, or people."""
TestStatus = Literal["scored", "mentioned", "unscored", "missing"]
AutomaticGroup = Literal["llm", "checks"]
AUTOMATIC_GROUPS: tuple[AutomaticGroup, ...] = ("llm", "checks")
"""The judge groups that need no people."""


class Record(BaseModel):
    """Frozen, without unknown keys. An alias is the name of a field in files."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        validate_by_alias=True,
        validate_by_name=True,
        serialize_by_alias=True,
    )


class Interval(Record):
    """The interval of a figure, with the confidence that conf/score states."""

    low: float
    high: float


class SourceFile(Record):
    """A file as text. `content` is None for a binary file, which is listed but never shown."""

    path: str
    content: str | None


class Prompt(Record):
    """What a test asks, exactly as a model sees it.

    `files` are the data set's, in the order of their paths; where it is answered `in_steps`, each
    is a request. `count_html`, `languages` and `exclude`
    say what of them is measured.
    """

    test: str
    scenario: str
    dataset: str | None
    category: str
    type: str
    title: str
    answer: Literal["files", "document", "dialogue"]
    system: str
    user: str
    files: tuple[SourceFile, ...]
    in_steps: bool = False
    count_html: bool
    languages: tuple[str, ...] = COUNTED_LANGUAGES
    exclude: tuple[str, ...] = ()
    sha256: str
    tokens_estimate: int


class Usage(Record):
    """Tokens as the provider bills them.

    `cached` (read from the provider's cache) and `cache_write` (stored there at their own price)
    are parts of `input`. `reasoning` is part of `output`.
    """

    input: int = 0
    cached: int = 0
    cache_write: int = 0
    output: int = 0
    reasoning: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            **{name: getattr(self, name) + getattr(other, name) for name in Usage.model_fields}
        )


class ToolCall(Record):
    id: str
    name: str
    arguments: str


class Response(Record):
    """One provider's reply. It never changes once it is in the ledger.

    `cost_usd` is None if no price is known. `thoughts` are fields of the message that the provider
    wants back in the next turn; Assay does not read them.
    """

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    thoughts: JsonObject = {}
    finish_reason: str = "stop"
    usage: Usage = Usage()
    cost_usd: float | None = 0.0
    prices: str = ""
    latency_s: float = 0.0
    reported_model: str = ""
    time: str = ""


class Turn(Record):
    """One message of the model in a dialogue, and what it took.

    `calls`: the tools it called, in order ('' for a call that could not be read). `invalid`: how
    many calls were answered with an error.
    """

    calls: tuple[str, ...] = ()
    invalid: int = 0
    finish_reason: str = "stop"
    usage: Usage = Usage()
    cost_usd: float | None = 0.0
    latency_s: float = 0.0


class Dialogue(Record):
    """A dialogue: transcript, the last version of each file written, and what was declared."""

    outcome: str
    turns: int
    per_turn: tuple[Turn, ...] = ()
    transcript: tuple[Message, ...]
    declared: tuple[str, ...]
    files: tuple[SourceFile, ...]
    calls: dict[str, int]
    flags: dict[str, int]


class AnswerName(TypedDict):
    """Which answer: an attempt of a model at a test."""

    model: str
    test: str
    attempt: int


class OfAnswer(Record):
    """Something about one answer: an attempt of a model at a test."""

    model: str
    test: str
    attempt: int

    @property
    def place(self) -> tuple[str, int]:
        """Which of the model's answers: test and attempt."""
        return self.test, self.attempt

    @property
    def name(self) -> AnswerName:
        """The fields that name the answer, for another record about it."""
        return {"model": self.model, "test": self.test, "attempt": self.attempt}


class Answer(OfAnswer):
    """What a model answered to one test; `time` is that of the last reply.

    A `gap` is a call that failed after its retries: missing, never zero.
    """

    prompt: str
    status: Literal["answered", "empty", "refused", "gap"]
    text: str = ""
    dialogue: Dialogue | None = None
    finish_reason: str = "stop"
    usage: Usage = Usage()
    cost_usd: float | None = 0.0
    latency_s: float = 0.0
    time: str = ""
    reported_model: str = ""
    requests: tuple[str, ...] = ()
    error: str = ""


class Figures(Record):
    """Size and complexity of files: LoC, cyclomatic complexity, GCI, files that do not parse."""

    files: int
    loc: int
    cyclomatic_complexity: int
    functions: int
    gci: float
    parse_errors: int


class DeliveredFile(Record):
    """A file of an answer: how it was found (`marks`), and whether it parses.

    `parse_ok` is None if the language is not known, or the file is `doubtful` (delivery/parsed.py).
    """

    path: str
    content: str
    marks: tuple[str, ...] = ()
    parse_ok: bool | None = None
    error_share: float = 0.0
    tag_errors: tuple[str, ...] = ()


class Extracted(OfAnswer):
    """The files of an answer.

    For translations also the figures before and after, without `unparsable` and `doubtful` files.
    `fault`: the bound that reading it passed, or "crash"; then its files are `unread`.
    """

    files: tuple[DeliveredFile, ...]
    ignored: dict[str, int]
    before: Figures | None = None
    after: Figures | None = None
    unparsable: int = 0
    fault: Literal["", "cpu", "memory", "output", "crash"] = ""


class Overruling(Record):
    """A person's decision in place of a judge's. The judge's is in `judge_decision`."""

    judge_decision: Annotated[bool | None, Field(alias="said")]
    person: str
    reason: str


class Verdict(Record):
    """One judge on one criterion. `passed` None: not judged, because no usable verdict came.

    `evidence_found`: whether the quotation stands in the answer (None: nothing is quoted).
    `overruled` is never in a file: people's verdicts are applied where scores are computed or
    shown. `basis`: `executed` where running the answer decided; `asked` where an LLM judge answered
    a question; `checked` where the check decided in its place; '' where somebody read it. `share`:
    of a criterion with several behaviours, how many passed, where it is neither none nor all; -1 of
    a question that was answered wrongly. Such a criterion did not pass. What is usual of both is
    not written.
    """

    criterion: str
    metric: Metric
    weight: float
    basis: Literal["", "executed", "asked", "checked"] = Field(
        default="", exclude_if=lambda value: value == ""
    )
    tags: tuple[str, ...] = ()
    passed: bool | None
    share: float | None = Field(default=None, exclude_if=lambda value: value is None)
    confidence: int | None = None
    explanation: str = ""
    evidence: str = ""
    evidence_found: bool | None = None
    overruled: Overruling | None = None

    @property
    def earned(self) -> float:
        """The share of its weight that the verdict gives, from 0 to 1; -1 for a wrong answer."""
        return float(bool(self.passed)) if self.share is None else self.share

    @property
    def picked(self) -> str:
        """What the answer to a question was; empty if there is none, or a person decided."""
        if self.basis != "asked" or self.passed is None or self.overruled:
            return ""
        wrong_or_none = "not stated" if self.share is None else "wrong"
        return "right" if self.passed else wrong_or_none

    @property
    def judge_decision(self) -> bool | None:
        """The judge's own decision, whether or not a person overruled it."""
        return self.overruled.judge_decision if self.overruled else self.passed


class Judgement(OfAnswer):
    """All verdicts of one judge on one answer. `gap`: a call that failed after its retries.

    `calls`: calls it took; `truncated` of them reached the token limit, `refused` were refusals.
    `rounds`: the most times that one criterion was asked. `cut`: characters of the answer that the
    judge was not shown.
    """

    judge: str
    status: Literal["judged", "delivered nothing", "missing", "gap"]
    verdicts: tuple[Verdict, ...]
    usage: Usage = Usage()
    cost_usd: float | None = 0.0
    latency_s: float = 0.0
    calls: int = 0
    truncated: int = 0
    refused: int = 0
    rounds: int = 0
    cut: int = 0
    error: str = ""


class MetricScore(Record):
    """Percent of judged weight that passed, the share judged, and the bounds.

    The bounds are the score if everything not judged had failed, and if it had passed.
    """

    score: float | None
    coverage: float
    low: float
    high: float


class TestScore(Record):
    """One judge group on one test.

    `mentioned`: checks searched a document; the bound `high` is the most that it can score.
    `unscored`: too few criteria were judged. `missing`: there is no answer. `attempts` are the
    scores of the attempts, in order; empty with one attempt, or if one has none. `criteria`: the
    mean share over judges and attempts that each of the judged ones earned, by id.
    """

    __test__ = False  # pytest takes a class of this name for tests

    model: str
    test: str
    category: str
    dataset: str | None
    judge_group: Annotated[JudgeGroup, Field(alias="panel")]
    status: TestStatus
    accuracy: MetricScore | None
    completeness: MetricScore | None
    attempts: tuple[float, ...] = ()
    criteria: dict[str, float] = {}
