"""The material of a question: the task and the answer as a judge is shown them, and their hash."""

from functools import cache
from typing import Literal, NamedTuple

from assay.answers.delivered import delivered_text
from assay.config.judging_settings import JudgingConfig
from assay.records.hashing import content_hash
from assay.records.pipeline import Answer, Prompt
from assay.records.presentation import presented


class Material(NamedTuple):
    """The texts of a question.

    `cut`: how many characters were left out of the answer; `subject`: the hash of the texts.
    """

    task: str
    answer: str
    cut: int
    subject: str


def material_of(prompt: Prompt, answer: Answer, judging: JudgingConfig) -> Material:
    """The task and the answer as a judge is shown them with these settings."""
    whole = delivered_text(answer)
    text = shortened(whole, judging.max_answer_chars)
    task = task_material(prompt, judging.sources)
    hashed = [prompt.sha256, text]
    if task != task_material(prompt):
        hashed.append("sources omitted")
    return Material(
        task=task,
        answer=text,
        cut=len(whole) - judging.max_answer_chars if text != whole else 0,
        subject=content_hash(hashed),
    )


@cache
def task_material(prompt: Prompt, sources: Literal["shown", "omitted"] = "shown") -> str:
    """The task as the model saw it; for a dialogue with the legacy files that its tools served.

    If sources are omitted, one line replaces the data set's code. All answers to a prompt share the
    text.
    """
    code = presented(prompt.files)
    user = prompt.user
    if sources == "omitted" and prompt.files:
        lines = sum(len((file.content or "").splitlines()) for file in prompt.files)
        count = f"{len(prompt.files)} files, {lines} lines"
        line = f"(The source code that belongs here is left out: {count}.)"
        user = user.replace(code.strip(), line)
        code = line
    if prompt.answer == "dialogue":
        user = f"{user}\n\nThe legacy application:\n\n{code}"
    return f"{prompt.system}\n\n{user}"


def shortened(text: str, most: int) -> str:
    """The text. If it has more than `most` characters, its middle is replaced by a line."""
    if len(text) <= most:
        return text
    half = most // 2
    line = (
        f"[{len(text) - most} characters of the answer are left out here: "
        "it is longer than a judge is shown.]"
    )
    return f"{text[: most - half]}\n\n{line}\n\n{text[len(text) - half :]}"
