"""The question to an LLM judge: task and answer between safe delimiters, then the criteria.

If the criteria have questions of their own, it is the document alone, then these questions.
"""

from collections.abc import Sequence
from typing import Any

from assay.config.judging_settings import JudgingConfig
from assay.config.settings import JudgeConfig
from assay.content.criteria import Criterion
from assay.content.questions import NOT_STATED
from assay.judging.document import DOCUMENT, LETTERS, QUESTIONS, choices
from assay.judging.instructions import instructions
from assay.judging.material import Material
from assay.ledger.request import Request, sampling_params
from assay.records.hashing import content_hash, text_hash
from assay.records.untyped import JsonSchema, Message

_MATERIAL = """<task-{mark}>
{task}
</task-{mark}>

<answer-{mark}>
{answer}
</answer-{mark}>

"""
CAP = "max_tokens"
"""The sampling parameter that bounds a reply."""
_CRITERIA = """The criteria, one a line, as id: statement.
{criteria}
"""


_AGAIN = """You were asked about this list {times} before, without a usable verdict on it. \
Reply with the JSON object that the instructions describe, and nothing else. Give one verdict of \
your own for each id of the list, copied letter by letter, and decide as the instructions allow. \
Think briefly, quote few words, and explain in one short sentence. You are only asked to review \
the text.

"""


def judge_key(judge: JudgeConfig, judging: JudgingConfig) -> str:
    """The hash of what makes two judges the same.

    This is the model, sampling, reply format and wording of the question. A judge that is asked
    about one metric or one criterion at a time counts as another judge, because its verdicts are
    another measurement. `max_tokens` is left out: it cannot change a reply that it did not cut off.
    """
    params = {name: value for name, value in sampling_params(judge).items() if name != CAP}
    parts = [
        judge.litellm_model,
        params,
        judge.response_format,
        instructions(),
        _MATERIAL + _CRITERIA,
    ]
    if judging.question != "all":
        parts.append(judging.question)
    return content_hash(parts)


def question(
    judge: JudgeConfig,
    material: Material,
    criteria: Sequence[Criterion],
    round_: int,
    several: bool = False,
) -> Request:
    """The request that asks one judge about some criteria of one answer.

    The long part that all questions on an answer share comes first, so that providers can cache it.
    If `several` questions follow, it is marked as shared. The delimiters contain a hash of what
    they enclose: it is the same for the same question, and an answer cannot guess it.
    """
    is_document = criteria[0].question is not None
    shared = (DOCUMENT if is_document else _MATERIAL).format(
        mark=_mark(material.task + material.answer),
        task=material.task.strip(),
        answer=material.answer.strip("\n"),
    )
    lines = [line_of(criterion) for criterion in criteria]
    statements = (QUESTIONS if is_document else _CRITERIA).format(criteria="\n".join(lines))
    system = instructions("document") if is_document else instructions()
    text = shared + _note(round_ - 1) + statements
    return Request(
        model=judge.litellm_model or "",
        messages=({"role": "system", "content": system}, {"role": "user", "content": text}),
        params=sampling_params(judge),
        response_format=_response_format(judge, _ANSWER if is_document else _PASSED),
        attempt=round_,
        shared=len(shared) if several else 0,
    )


def _note(times_asked: int) -> str:
    """What stands before the criteria of a question that is asked again.

    Without it a judge at temperature 0 would give the same reply. Nothing of its replies is quoted:
    they may repeat what an answer planted.
    """
    if not times_asked:
        return ""
    return _AGAIN.format(times="once" if times_asked == 1 else f"{times_asked} times")


def line_of(criterion: Criterion) -> str:
    """The criterion as a line of the question; its own question has three more, the answers."""
    if criterion.question is None:
        return f"{criterion.id}: {criterion.text}"
    answers = choices(criterion.question).items()
    lines = [criterion.question.ask, *(f"  {letter}: {answer}" for letter, answer in answers)]
    return f"{criterion.asked_id}: " + "\n".join(lines)


def text_of(messages: Sequence[Message]) -> str:
    """The text of a question, from a request's messages."""
    return str(messages[-1]["content"])


def statements(text: str, ids: Sequence[str]) -> dict[str, str]:
    """The criteria of a question: each id with its statement ('' if it has none)."""
    size = 1 + len(LETTERS) if text.startswith(DOCUMENT[: DOCUMENT.index("{")]) else 1
    lines = text.rstrip("\n").split("\n")[-size * len(ids) :] if ids else []
    each = ["\n".join(lines[start : start + size]) for start in range(0, len(lines), size)]
    by_id = dict(statement.split(": ", 1) for statement in each if ": " in statement)
    return {id_: by_id.get(id_, "") for id_ in ids}


def _mark(enclosed: str) -> str:
    mark = text_hash(enclosed)[:16]
    return mark if mark not in enclosed else _mark(enclosed + mark)


def _response_format(judge: JudgeConfig, decision: JsonSchema) -> JsonSchema | None:
    if judge.response_format == "text":
        return None
    if judge.response_format == "json_object":
        return {"type": "json_object"}
    return {
        "type": "json_schema",
        "json_schema": {"name": "verdicts", "strict": True, "schema": _schema(decision)},
    }


def _object(**properties: Any) -> JsonSchema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_PASSED: JsonSchema = {"passed": {"type": "boolean"}}
_ANSWER: JsonSchema = {"answer": {"type": "string", "enum": [*LETTERS, NOT_STATED]}}


def _schema(decision: JsonSchema) -> JsonSchema:
    verdict = _object(
        id={"type": "string"},
        **decision,
        confidence={"type": "integer"},
        evidence={"type": "string"},
        explanation={"type": "string"},
    )
    return _object(verdicts={"type": "array", "items": verdict})
