"""An answer in steps: one request after another, each with the model's own files as they are."""

import asyncio
import math
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import Executor
from pathlib import PurePosixPath

from assay.answers.extract_files import extract_files
from assay.answers.extraction_records import PARTIAL
from assay.ledger.request import Request
from assay.records.pipeline import Prompt, Response, SourceFile
from assay.records.presentation import BYTES_PER_TOKEN, presented
from assay.workers import WorkerFault

STEP = "step-"
"""What a request delivered stands below `step-<number>/` in the answer: whole files alone."""
OWN = "# Your files as they are"
DONE = re.compile(r"^# Request \d+ of \d+ \(done\)$", re.MULTILINE)


async def in_steps(
    prompt: Prompt, ask: Callable[[Prompt], Awaitable[Response]], workers: Executor
) -> Response:
    """Ask the requests in their order. Raises what `ask` raises: steps before are in the ledger.

    Returns the whole answer, whose finish reason is the first that is no `stop`. A response whose
    files cannot be read within the bounds of `workers` delivers none.
    """
    files: dict[str, str] = {}
    delivered: list[SourceFile] = []
    reason = "stop"
    for number in range(1, len(prompt.files) + 1):
        response = await ask(_step(prompt, number, files))
        reason = response.finish_reason if reason == "stop" else reason
        reading = asyncio.wrap_future(workers.submit(files_of, response.text, [*files]))
        new = await _unless_unread(reading)
        files = {path: text for path, text in files.items() if not _clashes(path, new)} | new
        delivered += _as_source(new, f"{STEP}{number}/")
    return Response(text=presented(tuple(delivered)), finish_reason=reason)


def files_of(text: str, known: list[str]) -> dict[str, str]:
    """The files of one response, by path; of a file that is known an excerpt is none."""
    return {
        file.path: file.content
        for file in extract_files(text).files
        if not (file.path in known and PARTIAL in file.marks)
    }


def done_before(request: Request) -> int:
    """How many requests of its test were done before."""
    user = str(request.messages[-1]["content"])
    in_steps = request.prompt is not None and request.prompt.in_steps
    return len(DONE.findall(user.partition(OWN)[0])) if in_steps else 0


async def _unless_unread(reading: Awaitable[dict[str, str]]) -> dict[str, str]:
    try:
        return await reading
    except WorkerFault:
        return {}


def _clashes(path: str, new: Mapping[str, str]) -> bool:
    """Whether a file cannot lie beside the new ones: one is a folder of the other."""
    above = {str(folder) for folder in PurePosixPath(path).parents}
    below = {str(folder) for each in new for folder in PurePosixPath(each).parents}
    return path in below or not above.isdisjoint(new)


def _step(prompt: Prompt, number: int, files: Mapping[str, str]) -> Prompt:
    """The prompt of one request: those before it, itself, and the files by then."""
    parts = [prompt.user.strip()]
    for place, request in enumerate(prompt.files[:number], 1):
        done = " (done)" if place < number else ""
        parts.append(
            f"# Request {place} of {len(prompt.files)}{done}\n\n{request.content or ''}".strip()
        )
    own = tuple(_as_source(files))
    parts.append(f"{OWN}\n\n{presented(own) if own else 'There are none yet.'}")
    user = "\n\n".join(parts).strip() + "\n"
    tokens = math.ceil(len((prompt.system + user).encode()) / BYTES_PER_TOKEN)
    return prompt.model_copy(update={"user": user, "files": own, "tokens_estimate": tokens})


def _as_source(files: Mapping[str, str], folder: str = "") -> Iterator[SourceFile]:
    for path, content in sorted(files.items()):
        yield SourceFile(path=folder + path, content=content)
