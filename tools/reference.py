"""The answers that criteria are tried on: gold, echo, second answers, mutants."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from assay.answers import extract_files
from assay.answers.child_process import Process, process_of
from assay.checks.decide import decide
from assay.checks.documents import unwrapped
from assay.checks.subject import ANSWER, Subject, source_texts
from assay.code.wellformed import file_state
from assay.config.settings import DialogueConfig
from assay.config.yaml_files import read_utf8
from assay.content.criteria import Criterion
from assay.ledger.request import Request
from assay.records.pipeline import Metric, Prompt, Response
from assay.records.presentation import presented
from assay.records.untyped import Message
from stages.generate.builtin import DialogueScript, gold_files, gold_path, orderly, scripted
from stages.generate.dialogue.engine import converse
from stages.generate.dialogue.native import Native

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
class Reference:
    """An answer: its files, or for a document its text under the name `answer`.

    `process`: how a dialogue went.
    """

    files: Mapping[str, str]
    text: str
    is_document: bool
    sources: Mapping[str, str] = field(default_factory=dict)
    process: Process | None = None

    @cached_property
    def subject(self) -> Subject:
        return Subject(
            self._delivered,
            self.text,
            self.is_document,
            self._broken,
            self.sources,
            process=self.process,
        )

    @cached_property
    def _delivered(self) -> Mapping[str, str]:
        return {} if self.is_document else self.files

    @cached_property
    def _broken(self) -> frozenset[str]:
        return frozenset(path for path, text in self._delivered.items() if is_broken(path, text))

    def with_texts(self, texts: Mapping[str, str]) -> Subject:
        """The answer with these files changed. The others are not computed again."""
        if self.is_document:
            return Subject({}, texts[ANSWER], is_document=True)
        broken = self._broken - texts.keys() | {
            path for path, text in texts.items() if is_broken(path, text)
        }
        return self.subject.with_files(texts, frozenset(broken))


def is_broken(path: str, text: str) -> bool:
    """Whether the file does not parse or has mismatched tags, as the judge counts it."""
    state = file_state(path, text) if text.strip() else None
    return state is not None and (not state.parse_ok or bool(state.tag_errors))


@lru_cache(maxsize=16)
def from_text(prompt: Prompt, text: str) -> Reference:
    """An answer as a model would send it.

    The last ones are kept, with what checks found in them: the good answer to one test is also
    tried on the criteria of its neighbours.
    """
    if prompt.answer == "document":
        return Reference({ANSWER: unwrapped(text)}, unwrapped(text), True)
    files = {file.path: file.content for file in extract_files(text).files}
    return Reference(files, text, False, source_texts(prompt))


def gold(prompt: Prompt) -> Reference:
    """The reference answer; for a dialogue the files of its folder."""
    if prompt.answer != "dialogue":
        return from_text(prompt, read_utf8(gold_path(prompt)))
    return _of_dialogue(prompt, gold_files(prompt))


def _of_dialogue(prompt: Prompt, files: Mapping[str, str]) -> Reference:
    """The files as an orderly dialogue writes them."""
    process = played(prompt, orderly(prompt, files))
    return Reference(files, "", False, source_texts(prompt), process)


def played(prompt: Prompt, script: DialogueScript) -> Process:
    """How a dialogue with these calls goes, by the tools that models have."""
    model = scripted(script)

    async def complete(messages: tuple[Message, ...]) -> Response:
        return await model(Request(model="reference", messages=messages))

    return process_of(asyncio.run(converse(prompt, complete, UNBOUNDED, Native())).dialogue)


def echo(prompt: Prompt) -> Reference:
    """The source unchanged."""
    if prompt.answer == "document":
        text = presented(prompt.files)
        return Reference({ANSWER: text}, text, True)
    sources = source_texts(prompt)
    if prompt.answer == "dialogue":
        return _of_dialogue(prompt, sources)
    return Reference(sources, "", False, sources)


def second_path(prompt: Prompt) -> Path:
    """The file of a second good answer, written from the prompt alone."""
    return gold_path(prompt).parent.parent / "second" / f"{prompt.test}.md"


def failures(criteria: Iterable[Criterion], subject: Subject) -> Iterator[str]:
    """The id of each checked criterion that the answer does not pass."""
    for item in criteria:
        if item.check is not None and not decide(item.check, subject).passed:
            yield item.id


def failing(criteria: tuple[Criterion, ...], subject: Subject) -> set[str]:
    """The ids of the checked criteria that the answer does not pass."""
    return set(failures(criteria, subject))


def share(
    criteria: tuple[Criterion, ...], failed: set[str], metric: Metric | None = None
) -> float | None:
    """Percent of the checked weight that passed; None where nothing is checked."""
    total = 0.0
    passed = 0.0
    for item in criteria:
        if item.check is None or metric not in (None, item.metric):
            continue
        total += item.weight
        if item.id not in failed:
            passed += item.weight
    return 100 * passed / total if total else None
