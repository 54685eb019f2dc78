"""What an LLM judge is asked: the task and the answer between unforgeable delimiters, then the criteria."""

from collections.abc import Mapping, Sequence
from typing import Any

from stages.lib.base.config import JudgeConfig, JudgingConfig
from stages.lib.base.hashing import content_hash, text_hash
from stages.lib.calls.request import Request, sampling_params
from stages.lib.content.criteria import Criterion
from stages.lib.judging.instructions import instructions
from stages.lib.judging.material import Shown

_MATERIAL = """<task-{mark}>
{task}
</task-{mark}>

<answer-{mark}>
{answer}
</answer-{mark}>

"""
_CRITERIA = """The criteria, one a line, as id: statement.
{criteria}
"""


def judge_key(judge: JudgeConfig, judging: JudgingConfig) -> str:
    """The hash of what makes two judges the same: model, sampling, reply format and the wording of the question.

    So is one that is asked about a metric or a criterion at a time: its verdicts are another measurement.
    """
    asked = [
        judge.litellm_model,
        sampling_params(judge),
        judge.response_format,
        instructions(),
        _MATERIAL + _CRITERIA,
    ]
    return content_hash([*asked, judging.question] if judging.question != "all" else asked)


def question(
    judge: JudgeConfig,
    shown: Shown,
    criteria: Sequence[Criterion],
    round_: int,
    several: bool = False,
) -> Request:
    """The request that asks one judge about some criteria of one answer.

    The long part that all questions on an answer share comes first, so that providers can cache it; where `several` are
    to come, it is marked as such. The delimiters' mark is a hash of what they enclose: the same for the same question,
    and not to be guessed inside it.
    """
    material = _MATERIAL.format(
        mark=_mark(shown.task + shown.answer),
        task=shown.task.strip(),
        answer=shown.answer.strip("\n"),
    )
    text = material + _CRITERIA.format(
        criteria="\n".join(listed(criterion) for criterion in criteria)
    )
    return Request(
        model=judge.litellm_model or "",
        messages=({"role": "system", "content": instructions()}, {"role": "user", "content": text}),
        params=sampling_params(judge),
        response_format=_response_format(judge),
        attempt=round_,
        shared=len(material) if several else 0,
    )


def listed(criterion: Criterion) -> str:
    """The criterion as a line of the question."""
    return f"{criterion.id}: {criterion.text}"


def text_of(messages: Sequence[Mapping[str, Any]]) -> str:
    """The question itself, of a request's messages."""
    return str(messages[-1]["content"])


def statements(text: str, ids: Sequence[str]) -> dict[str, str]:
    """The criteria of a question, each id with its statement; an empty one where the question lists none."""
    lines = text.rstrip("\n").split("\n")[-len(ids) :] if ids else []
    found = dict(line.split(": ", 1) for line in lines if ": " in line)
    return {id_: found.get(id_, "") for id_ in ids}


def _mark(enclosed: str) -> str:
    mark = text_hash(enclosed)[:16]
    return mark if mark not in enclosed else _mark(enclosed + mark)


def _response_format(judge: JudgeConfig) -> dict[str, Any] | None:
    if judge.response_format == "text":
        return None
    if judge.response_format == "json_object":
        return {"type": "json_object"}
    return {
        "type": "json_schema",
        "json_schema": {"name": "verdicts", "strict": True, "schema": _SCHEMA},
    }


def _object(**properties: Any) -> dict[str, Any]:
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
