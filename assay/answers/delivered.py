"""Answers beside the prompts that they answer, and what each of them delivered."""

from collections.abc import Mapping

from assay.answers.dialogue_process import in_words, process_of
from assay.config import paths
from assay.errors import AssayError
from assay.records.hashing import content_hash, text_hash
from assay.records.jsonl import read_records
from assay.records.pipeline import Answer, Prompt
from assay.records.presentation import presented


def answers_to(prompts: Mapping[str, Prompt], model: str) -> tuple[Answer, ...]:
    """A model's answers by test id. AssayError if one answers another prompt.

    That can happen after a stage was run by hand.
    """
    answers = read_records(paths.answers(model), Answer)
    for answer in answers:
        prompt = prompts.get(answer.test)
        if prompt is None or prompt.sha256 != answer.prompt:
            raise AssayError(
                f"{paths.answers(model)}: the answer to {answer.test} is not to a prompt of "
                f"{paths.PROMPTS}: run `dvc repro generate@{model}`"
            )
    return answers


def delivered_text(answer: Answer) -> str:
    """All that an answer delivered: its text, or how a dialogue went and the files it wrote.

    The only place that decides this: judges are shown this text.
    """
    if answer.dialogue is None:
        return answer.text
    return (
        f"{in_words(process_of(answer.dialogue))} "
        f"The files written:\n\n{presented(answer.dialogue.files)}"
    )


def answer_id(answer: Answer) -> str:
    """The id that people's marks and verdicts carry: 16 hex digits of a hash.

    It hashes the text, or a dialogue's files and outcome. A mark with another id is stale.
    """
    if answer.dialogue is None:
        return text_hash(answer.text)[:16]
    files = [file.model_dump() for file in answer.dialogue.files]
    return content_hash([answer.dialogue.outcome, files])[:16]
