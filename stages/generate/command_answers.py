"""`provider: command`: a command line answers, such as a coding agent's.

It runs in a new folder with the data set's files. What it leaves there is the answer; of a
document that nobody wrote into a file, what it prints. It runs as this user, with this user's
rights and environment: whoever wants more puts a container or a wrapper into the command.
"""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from assay.calls.client import Client
from assay.calls.gate import Gate
from assay.calls.remote import Gates
from assay.config.settings import CallsConfig, ModelConfig, validated
from assay.config.yaml_files import read_yaml
from assay.errors import AssayError
from assay.ledger.paid_calls import Ledger
from assay.ledger.request import CallError, CannotRun, Provider, Request
from assay.records.hashing import content_hash
from assay.records.pipeline import Prompt, Response, SourceFile
from assay.records.presentation import presented
from assay.records.untyped import SamplingParams
from assay.sandbox.scratch import scratch_folder
from stages.generate.answer_files import AnswerNote, texts_of, with_note
from stages.generate.builtin import orderly, scripted

IN_THE_FOLDER = (
    "You work in the current folder, which holds the files that the task speaks of. Where the task "
    "names tools, or asks for files in a reply, read, write and delete files in this folder "
    "instead. What is there when you end is the answer. Nobody answers questions.\n\n"
)
SHOWN = 400
"""Characters of what a command printed, in a message about its failure."""
PATIENCE_S = 5.0
"""So long a command may take to end after SIGTERM."""


def command_client(
    model: ModelConfig, prompt: Prompt, calls: CallsConfig, ledger: Ledger, gates: Gates
) -> Client:
    """Asks the command, so many at once as its file says, within the budget of the run."""

    async def gate() -> Gate:
        return gates.named(model.name, model.at_once)

    def at_most(_: Request) -> float:
        if calls.budget_usd is not None and model.most_usd is None:
            raise AssayError(
                f"conf/model/{model.name}.yaml: calls.budget_usd is set, but nobody knows what an "
                "answer of the command costs: add `most_usd`"
            )
        return model.most_usd or 0.0

    client = Client(command_answers(model, prompt), ledger, calls, gate=gate, at_most=at_most)
    gates.clients.append(client)
    return client


def run_params(model: ModelConfig, prompt: Prompt) -> SamplingParams:
    """What decides a run of the command beside the messages: its words, and the files it finds."""
    files = [[file.path, file.content] for file in prompt.files]
    return {"command": list(model.command), "files": content_hash(files)}


def command_answers(model: ModelConfig, prompt: Prompt) -> Provider:
    """One run of the command answers the prompt, a dialogue too: it needs no further turn."""
    whole = prompt

    async def answer(request: Request) -> Response:
        prompt = request.prompt or whole
        with scratch_folder() as folder:
            work = folder / "work"
            work.mkdir()
            before = {file.path: file.content for file in prompt.files if file.content is not None}
            for path, text in before.items():
                (work / path).parent.mkdir(parents=True, exist_ok=True)
                (work / path).write_text(text, encoding="utf-8", newline="")
            began = time.monotonic()
            printed = await _run(model, folder, _asked(prompt))
            seconds = round(time.monotonic() - began, 3)
            after = texts_of(work)
            note = _note(folder / "note.yaml")
            changed = {path: text for path, text in after.items() if before.get(path) != text}
            response = await _response(prompt, changed, printed)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        known = {"seconds": note.seconds or seconds, "when": note.when or now}
        return with_note(response, note.model_copy(update=known))

    return answer


def _asked(prompt: Prompt) -> str:
    """What the command is asked. A dialogue's system prompt explains tools that are not there."""
    if prompt.answer == "dialogue":
        return IN_THE_FOLDER + prompt.user
    task = f"{prompt.system}\n\n{prompt.user}"
    return task if prompt.answer == "document" else IN_THE_FOLDER + task


async def _run(model: ModelConfig, folder: Path, task: str) -> str:
    """What the command printed. However this ends, none of its processes is left."""
    place = f"conf/model/{model.name}.yaml"
    prompt = folder / "prompt.md"
    prompt.write_text(task, encoding="utf-8")
    values = {"{prompt_file}": str(prompt), "{prompt}": task}
    environment = {"ASSAY_PROMPT": str(prompt), "ASSAY_NOTE": str(folder / "note.yaml")}
    with open(folder / "printed", "wb") as printed, open(folder / "errors", "wb") as errors:
        try:
            process = await asyncio.create_subprocess_exec(
                *(values.get(word, word) for word in model.command),
                cwd=folder / "work",
                stdin=asyncio.subprocess.DEVNULL,
                stdout=printed,
                stderr=errors,
                env={**os.environ, **environment},
                start_new_session=True,
            )
        except OSError as error:
            reason = f"{model.command[0]} cannot be started ({error.strerror})"
            raise CannotRun(f"{place}: {reason}") from error
        try:
            code = await asyncio.wait_for(process.wait(), model.seconds)
        except TimeoutError:
            raise CallError(f"{place}: the command took longer than {model.seconds:g} s") from None
        finally:
            await _end(process)
    if code:
        said = " ".join(_end_of(folder / "errors").split())[-SHOWN:]
        raise CallError(f"{place}: the command ended with exit code {code}: {said}")
    return _end_of(folder / "printed")


async def _end(process: asyncio.subprocess.Process) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), PATIENCE_S)


def _end_of(path: Path, most: int = 1 << 20) -> str:
    with open(path, "rb") as file:
        file.seek(max(0, path.stat().st_size - most))
        return file.read().decode("utf-8", "replace")


def _note(path: Path) -> AnswerNote:
    """What the command says that it took. The answer counts also with a note that cannot be read:
    a line says so."""
    try:
        values = read_yaml(path) if path.exists() else {}
        return validated(values, AnswerNote, "the note in $ASSAY_NOTE")
    except AssayError as error:
        print(f"generate: {error}", file=sys.stderr)
        return AnswerNote()


async def _response(prompt: Prompt, changed: Mapping[str, str], printed: str) -> Response:
    if prompt.answer == "dialogue":
        turns = [call for turn in orderly(prompt, changed) for call in turn]
        return await scripted([turns])(Request(model="", messages=()))
    if prompt.answer == "document":
        written = [text for path, text in changed.items() if path.endswith(".md")]
        return Response(text="\n\n".join(written) or printed)
    files = [SourceFile(path=path, content=text) for path, text in changed.items()]
    return Response(text=presented(tuple(files)))
