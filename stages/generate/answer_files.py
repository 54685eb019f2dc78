"""`provider: files`: answers that are there already, such as those of an agent or a colleague.

answers/<model>/<test>.md            one Markdown text, as a model would send it
answers/<model>/<test>/…             or a tree of files, as an agent leaves it
answers/<model>/<test>/<attempt>.md  or one of these for each attempt: 1, 2, …
answers/<model>/<test>.note.yaml     optional: who gave it, when, and what it took

A test without a file is a gap. Nothing is asked and nothing is paid, so the ledger is not used.
"""

from pathlib import Path

from pydantic import Field

from assay.config import paths
from assay.config.settings import Config, validated
from assay.config.yaml_files import read_utf8, read_yaml
from assay.errors import AssayError
from assay.ledger.request import CallError, Provider, Request
from assay.records.pipeline import Prompt, Response, SourceFile, Usage
from assay.records.presentation import presented
from stages.generate.builtin import orderly, scripted


class AnswerNote(Config):
    """What is known of an answer that is a file: who gave it, when, and what it took."""

    who: str = ""
    when: str = ""
    cost_usd: float | None = Field(default=None, ge=0)
    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    seconds: float = Field(default=0.0, ge=0)


MOST_BYTES = 8 << 20
"""Of all files of one answer."""


def answer_files(model: str, prompt: Prompt) -> Provider:

    async def answer(request: Request) -> Response:
        place = answer_place(model, prompt.test, request.attempt)
        if place is None:
            raise CallError(f"{paths.answer_files(model)} has no answer to {prompt.test}")
        if prompt.answer == "dialogue":
            response = await scripted(orderly(prompt, texts_of(place)))(request)
        else:
            response = Response(text=_markdown(place), finish_reason="stop")
        note = paths.answer_files(model) / f"{prompt.test}.note.yaml"
        if not note.exists():
            return response
        return with_note(response, validated(read_yaml(note), AnswerNote, str(note)))

    return answer


def answer_place(model: str, test: str, attempt: int) -> Path | None:
    """The file or folder of an attempt; None if there is none."""
    folder = paths.answer_files(model) / test
    candidates = [folder / f"{attempt}.md", folder / str(attempt)]
    if attempt == 1:
        candidates.append(folder.with_name(f"{test}.md"))
        names = [path.name for path in folder.iterdir()] if folder.is_dir() else []
        if not all(name.removesuffix(".md").isdecimal() for name in names):  # an answer's own tree
            candidates.append(folder)
    return next((path for path in candidates if path.exists()), None)


def _markdown(place: Path) -> str:
    if place.is_file():
        return read_utf8(place)
    files = [SourceFile(path=path, content=text) for path, text in texts_of(place).items()]
    return presented(tuple(files))


def texts_of(place: Path) -> dict[str, str]:
    """The files of a tree that are text, by path. Links are left out: they may lead anywhere."""
    if place.is_file():
        raise AssayError(f"{place}: a dialogue's answer is a folder of the files that it wrote")
    texts: dict[str, str] = {}
    size = 0
    for path in sorted(place.rglob("*")):
        inside = path.relative_to(place)
        if path.is_symlink() or not path.is_file() or {".git", "node_modules"} & set(inside.parts):
            continue
        data = path.read_bytes()
        size += len(data)
        if size > MOST_BYTES:
            raise AssayError(
                f"{place}: has more than {MOST_BYTES >> 20} MB: leave out what is built"
            )
        if b"\0" not in data:
            texts[inside.as_posix()] = data.decode("utf-8", "replace")
    return texts


def with_note(response: Response, note: AnswerNote) -> Response:
    """The response with what the note says that it took."""
    return response.model_copy(
        update={
            "usage": Usage(input=note.input_tokens, output=note.output_tokens),
            "cost_usd": note.cost_usd,
            "latency_s": note.seconds,
            "time": note.when,
            "reported_model": note.who,
        }
    )
