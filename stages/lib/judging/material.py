"""What a judge is shown of a task and of the answer to it, and the hash by which the two are known."""

from typing import Literal, NamedTuple

from stages.lib.base.config import JudgingConfig
from stages.lib.base.hashing import content_hash
from stages.lib.base.records import Answer, Prompt, SourceFile
from stages.lib.content.datasets import presented

Sources = Literal["shown", "omitted"]


class Shown(NamedTuple):
    """The texts of a question. `cut`: how many characters were left out of the answer; `subject`: the texts' hash."""

    task: str
    answer: str
    cut: int
    subject: str


def shown(prompt: Prompt, answer: Answer, judging: JudgingConfig) -> Shown:
    """The task and the answer as `judging` lets a judge see them."""
    whole, task = delivered(answer), task_shown(prompt, judging.sources)
    text = shortened(whole, judging.max_answer_chars)
    omitted = ["sources omitted"] if task != task_shown(prompt) else []
    return Shown(
        task=task,
        answer=text,
        cut=len(whole) - judging.max_answer_chars if text != whole else 0,
        subject=content_hash([prompt.sha256, text, *omitted]),
    )


def delivered(answer: Answer) -> str:
    """All of the answer: its text, or for a dialogue the files that were written."""
    if answer.dialogue is None:
        return answer.text
    return f"The dialogue's outcome: {answer.dialogue.outcome}. The files written:\n\n{presented(answer.dialogue.files)}"


def task_shown(prompt: Prompt, sources: Sources = "shown") -> str:
    """The task as the model saw it; for a dialogue with the legacy files that its tools served.

    Where sources are omitted, one line stands for the data set's code.
    """
    listed, line = presented(prompt.files), _line(prompt.files)
    dialogue, omits = prompt.answer == "dialogue", sources == "omitted" and bool(prompt.files)
    user = prompt.user.replace(listed.strip(), line) if omits else prompt.user
    legacy = f"\n\nThe legacy application:\n\n{line if omits else listed}" if dialogue else ""
    return f"{prompt.system}\n\n{user}{legacy}"


def _line(files: tuple[SourceFile, ...]) -> str:
    lines = sum(len((file.content or "").splitlines()) for file in files)
    return f"(The source code that belongs here is left out: {len(files)} files, {lines} lines.)"


def shortened(text: str, most: int) -> str:
    """The text, or where it is longer than `most` characters its beginning and its end with a line between them."""
    if len(text) <= most:
        return text
    half = most // 2
    line = f"[{len(text) - most} characters of the answer are left out here: it is longer than a judge is shown.]"
    return f"{text[: most - half]}\n\n{line}\n\n{text[len(text) - half :]}"
