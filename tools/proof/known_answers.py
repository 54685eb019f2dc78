"""The answers that criteria are tried on: gold, an empty one, echo, and second answers."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from assay.answers.dialogue_process import Process, process_of
from assay.answers.extract_files import extract_files
from assay.checks.decide import decide
from assay.checks.documents import unwrapped
from assay.checks.subject import ANSWER, Subject, source_texts
from assay.code.wellformed import file_state
from assay.config.settings import DialogueConfig
from assay.config.yaml_files import read_utf8
from assay.content.criteria import Criterion
from assay.ledger.request import Request
from assay.records.pipeline import Dialogue, Metric, Prompt, Response
from assay.records.presentation import presented
from assay.records.untyped import Message
from stages.generate.builtin import DialogueScript, gold_files, gold_path, orderly, scripted
from stages.generate.dialogue.engine import converse

DECIMALS = 4
"""Of the figures in metrics/criteria.json."""
UNBOUNDED = DialogueConfig(
    files=1000,
    max_turns=1000,
    max_idle_turns=1000,
    max_input_tokens=10**9,
    max_output_tokens=10**9,
    max_seconds=1e9,
    max_usd=1e9,
)
"""The bounds of a dialogue whose end does not depend on them."""


@dataclass(frozen=True)
class KnownAnswer:
    """An answer: its files, or for a document its text under the name `answer`.

    `process`: how a dialogue went.
    """

    files: Mapping[str, str]
    text: str = ""
    is_document: bool = False
    process: Process | None = None

    @cached_property
    def subject(self) -> Subject:
        files = {} if self.is_document else self.files
        return Subject(files, self.text, self.is_document, broken(files), process=self.process)

    def with_texts(self, texts: Mapping[str, str]) -> Subject:
        """The answer with these files changed. The others are not computed again."""
        if self.is_document:
            return Subject({}, texts[ANSWER], is_document=True)
        return self.subject.with_files(texts, self.subject.broken - texts.keys() | broken(texts))


def broken(files: Mapping[str, str]) -> frozenset[str]:
    """The files that do not parse or have mismatched tags, as the judge counts them."""
    return frozenset(path for path, text in files.items() if is_broken(path, text))


def is_broken(path: str, text: str) -> bool:
    state = file_state(path, text) if text.strip() else None
    return state is not None and (not state.parse_ok or bool(state.tag_errors))


@lru_cache(maxsize=16)
def from_text(prompt: Prompt, text: str) -> KnownAnswer:
    """An answer as a model would send it.

    The last ones are kept, with what checks found in them: the good answer to one test is also
    tried on the criteria of its neighbours.
    """
    if prompt.answer == "document":
        text = unwrapped(text)
        return KnownAnswer({ANSWER: text}, text, is_document=True)
    files = {file.path: file.content for file in extract_files(text).files}
    return KnownAnswer(files, text)


def gold(prompt: Prompt) -> KnownAnswer:
    """The reference answer; for a dialogue the files of its folder."""
    if prompt.answer == "dialogue":
        return _of_dialogue(prompt, gold_files(prompt))
    return from_text(prompt, read_utf8(gold_path(prompt)))


def _of_dialogue(prompt: Prompt, files: Mapping[str, str]) -> KnownAnswer:
    process = process_of(played(prompt, orderly(prompt, files)))
    return KnownAnswer(files, process=process)


def played(prompt: Prompt, script: DialogueScript) -> Dialogue:
    """The dialogue with these calls, by the tools that models have."""
    model = scripted(script)

    async def complete(messages: tuple[Message, ...]) -> Response:
        return await model(Request(model="reference", messages=messages))

    return asyncio.run(converse(prompt, complete, UNBOUNDED))


def echo(prompt: Prompt) -> KnownAnswer | None:
    """The source unchanged; None for a test without a data set."""
    if prompt.dataset is None:
        return None
    if prompt.answer == "document":
        text = presented(prompt.files)
        return KnownAnswer({ANSWER: text}, text, is_document=True)
    sources = source_texts(prompt)
    if prompt.answer == "dialogue":
        return _of_dialogue(prompt, sources)
    return KnownAnswer(sources)


def second_path(prompt: Prompt) -> Path:
    """The file of a second good answer, written from the prompt alone."""
    return gold_path(prompt).parent.parent / "second" / f"{prompt.test}.md"


def second(prompt: Prompt) -> KnownAnswer | None:
    """The second good answer, if there is one."""
    path = second_path(prompt)
    return from_text(prompt, read_utf8(path)) if path.exists() else None


def failures(criteria: Iterable[Criterion], subject: Subject) -> Iterator[str]:
    """The id of each checked criterion that the answer does not pass."""
    for item in criteria:
        if item.check is not None and not decide(item.check, subject).passed:
            yield item.id


def passed(
    criteria: Iterable[Criterion], answer: KnownAnswer, metric: Metric | None = None
) -> float | None:
    """Percent of the checked weight that passes, rounded; None where nothing is checked."""
    checked = [item for item in criteria if item.check and metric in (None, item.metric)]
    if not checked:
        return None
    failed = set(failures(checked, answer.subject))
    total = sum(item.weight for item in checked)
    kept = sum(item.weight for item in checked if item.id not in failed)
    return round(100 * kept / total, DECIMALS)
