"""The question to an LLM judge: task and answer between safe delimiters, then the criteria."""

from collections.abc import Collection, Sequence
from typing import Any

from assay.config.settings import JudgeConfig, JudgingConfig
from assay.content.criteria import Criterion
from assay.judging.instructions import instructions
from assay.judging.material import Material
from assay.judging.second_round import Fault, note
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


def repeat_key(judge_key: str, number: int) -> str:
    """The key of a judge's repeat (1, 2, …). Its verdicts are another measurement."""
    return content_hash([judge_key, "repeat", number])


def question(
    judge: JudgeConfig,
    material: Material,
    criteria: Sequence[Criterion],
    round_: int,
    several: bool = False,
    faults: Collection[Fault] = (),
) -> Request:
    """The request that asks one judge about some criteria of one answer.

    From the second round on it says what was wrong with the earlier replies: `faults`.

    The long part that all questions on an answer share comes first, so that providers can cache it.
    If `several` questions follow, it is marked as shared. The delimiters contain a hash of what
    they enclose: it is the same for the same question, and an answer cannot guess it.
    """
    shared = _MATERIAL.format(
        mark=_mark(material.task + material.answer),
        task=material.task.strip(),
        answer=material.answer.strip("\n"),
    )
    lines = [line_of(criterion) for criterion in criteria]
    text = shared + note(round_ - 1, faults) + _CRITERIA.format(criteria="\n".join(lines))
    return Request(
        model=judge.litellm_model or "",
        messages=({"role": "system", "content": instructions()}, {"role": "user", "content": text}),
        params=sampling_params(judge),
        response_format=_response_format(judge),
        attempt=round_,
        shared=len(shared) if several else 0,
    )


def line_of(criterion: Criterion) -> str:
    """The criterion as a line of the question."""
    return f"{criterion.id}: {criterion.text}"


def text_of(messages: Sequence[Message]) -> str:
    """The text of a question, from a request's messages."""
    return str(messages[-1]["content"])


def statements(text: str, ids: Sequence[str]) -> dict[str, str]:
    """The criteria of a question: each id with its statement ('' if it has none)."""
    lines = text.rstrip("\n").split("\n")[-len(ids) :] if ids else []
    by_id = dict(line.split(": ", 1) for line in lines if ": " in line)
    return {id_: by_id.get(id_, "") for id_ in ids}


def _mark(enclosed: str) -> str:
    mark = text_hash(enclosed)[:16]
    return mark if mark not in enclosed else _mark(enclosed + mark)


def _response_format(judge: JudgeConfig) -> JsonSchema | None:
    if judge.response_format == "text":
        return None
    if judge.response_format == "json_object":
        return {"type": "json_object"}
    return {
        "type": "json_schema",
        "json_schema": {"name": "verdicts", "strict": True, "schema": _SCHEMA},
    }


def _object(**properties: Any) -> JsonSchema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_SCHEMA = _object(
    verdicts={
        "type": "array",
        "items": _object(
            id={"type": "string"},
            passed={"type": "boolean"},
            confidence={"type": "integer"},
            evidence={"type": "string"},
            explanation={"type": "string"},
        ),
    }
)
