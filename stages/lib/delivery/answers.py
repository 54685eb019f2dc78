"""Answers beside the prompts that they answer."""

from collections.abc import Mapping

from stages.lib.base import paths
from stages.lib.base.errors import AssayError
from stages.lib.base.hashing import content_hash, text_hash
from stages.lib.base.jsonl import read_records
from stages.lib.base.records import Answer, Prompt


def answers_to(prompts: Mapping[str, Prompt], model: str) -> tuple[Answer, ...]:
    """A model's answers, each to the very prompt of its test (by test id).

    AssayError if one answers another prompt, as after a stage was run by hand.
    """
    answers = read_records(paths.answers(model), Answer)
    for answer in answers:
        prompt = prompts.get(answer.test)
        if prompt is None or prompt.sha256 != answer.prompt:
            raise AssayError(
                f"{paths.answers(model)}: the answer to {answer.test} is not to a prompt of {paths.PROMPTS}: "
                f"run `dvc repro generate@{model}`"
            )
    return answers


def answer_id(answer: Answer) -> str:
    """What people's marks and verdicts belong to: the text, or of a dialogue the files written and how it ended.

    The first 16 digits of a hash. A line that names another answer is stale.
    """
    if answer.dialogue is None:
        return text_hash(answer.text)[:16]
    return content_hash(
        [answer.dialogue.outcome, [file.model_dump() for file in answer.dialogue.files]]
    )[:16]
