"""What an LLM judge is asked: the task and the answer between unforgeable delimiters, then the criteria."""

from functools import cache
from pathlib import Path
from typing import Any

from stages.lib.base.config import JudgeConfig
from stages.lib.base.records import Answer, Prompt
from stages.lib.calls.request import Request, sampling_params
from stages.lib.criteria.load import Criterion
from stages.lib.datasets import presented
from stages.lib.hashing import content_hash, text_hash

_TEMPLATE = """<task-{mark}>
{task}
</task-{mark}>

<answer-{mark}>
{answer}
</answer-{mark}>

The criteria, one a line, as id: statement.
{criteria}
"""


@cache
def instructions() -> str:
    """The judge's system message, from system.md beside this module."""
    return (Path(__file__).parent / "system.md").read_text(encoding="utf-8").strip()


def judge_key(judge: JudgeConfig) -> str:
    """The hash of what makes two judges the same: model, sampling, reply format and the wording of the question."""
    asked = [judge.litellm_model, sampling_params(judge), judge.response_format, instructions(), _TEMPLATE]
    return content_hash(asked)


def delivered(answer: Answer) -> str:
    """The answer as a judge sees it: its text, or for a dialogue the files that were written."""
    if answer.dialogue is None:
        return answer.text
    return (
        f"The dialogue's outcome: {answer.dialogue.outcome}. The files written:\n\n{presented(answer.dialogue.files)}"
    )


def task_shown(prompt: Prompt) -> str:
    """The task as the model saw it; for a dialogue with the legacy files that its tools served."""
    legacy = f"\n\nThe legacy application:\n\n{presented(prompt.files)}" if prompt.answer == "dialogue" else ""
    return f"{prompt.system}\n\n{prompt.user}{legacy}"


def subject_key(prompt: Prompt, answer: Answer) -> str:
    """The hash of what is judged: the task and the answer to it."""
    return content_hash([prompt.sha256, delivered(answer)])


def question(judge: JudgeConfig, prompt: Prompt, answer: Answer, criteria: list[Criterion], round_: int) -> Request:
    """The request that asks one judge about some criteria of one answer.

    The long part that all questions on an answer share comes first, so that providers can cache it. The delimiters'
    mark is a hash of what they enclose: the same for the same question, and not to be guessed inside it.
    """
    task, answer_text = task_shown(prompt), delivered(answer)
    text = _TEMPLATE.format(
        mark=_mark(task + answer_text),
        task=task.strip(),
        answer=answer_text.strip("\n"),
        criteria="\n".join(f"{criterion.id}: {criterion.text}" for criterion in criteria),
    )
    return Request(
        model=judge.litellm_model or "",
        messages=({"role": "system", "content": instructions()}, {"role": "user", "content": text}),
        params=sampling_params(judge),
        response_format=_response_format(judge),
        attempt=round_,
    )


def _mark(enclosed: str) -> str:
    mark = text_hash(enclosed)[:16]
    return mark if mark not in enclosed else _mark(enclosed + mark)


def _response_format(judge: JudgeConfig) -> dict[str, Any] | None:
    if judge.response_format == "text":
        return None
    if judge.response_format == "json_object":
        return {"type": "json_object"}
    return {"type": "json_schema", "json_schema": {"name": "verdicts", "strict": True, "schema": _SCHEMA}}


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


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
