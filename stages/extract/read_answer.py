"""Answers, read: the files of each, whether they parse, their complexity before and after."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import NamedTuple

from assay.answers.extract_files import extract_files
from assay.answers.extraction_records import Extraction
from assay.answers.parsed import delivered_files, is_doubtful, unread_files
from assay.code.measure_tree import measure_tree
from assay.code.source_files import Scope
from assay.records.pipeline import (
    COUNTED_LANGUAGES,
    Answer,
    DeliveredFile,
    Extracted,
    Figures,
    Prompt,
    SourceFile,
)
from assay.workers import WorkerFault, outcome, outcomes

TRANSLATION = "code_translation"


class Answered(NamedTuple):
    prompt: Prompt
    answer: Answer


def read_answers(workers: Executor, work: Iterable[Answered]) -> Iterator[Extracted]:
    """What each answer delivers, in order, read in workers.

    The files of an answer that passes a bound, or ends its worker, are kept `unread`: no parser
    reads them, neither now nor later. If even they cannot be found, there are none. The record
    names the fault, and no other answer is concerned.
    """
    items = list(work)
    for item, record in zip(items, outcomes(workers, extracted, items), strict=True):
        if not isinstance(record, WorkerFault):
            yield record
            continue
        kept = outcome(workers.submit(extracted, item, False))
        if isinstance(kept, WorkerFault):
            kept = _record(item, Extraction((), {}), ())
        yield kept.model_copy(update={"fault": record.kind})


def extracted(item: Answered, parsed: bool = True) -> Extracted:
    """The files of one answer, parsed or not; dialogues and translations are measured."""
    extraction = _extraction_of(item)
    with_state = delivered_files if parsed else unread_files
    return _record(item, extraction, with_state(extraction.files))


def _record(item: Answered, extraction: Extraction, files: tuple[DeliveredFile, ...]) -> Extracted:
    prompt, answer = item
    record = Extracted(
        **answer.name,
        files=files,
        ignored=dict(sorted(extraction.ignored.items())),
    )
    if prompt.category != TRANSLATION and prompt.answer != "dialogue":
        return record
    return record.model_copy(update=_before_and_after(prompt, files))


def _extraction_of(item: Answered) -> Extraction:
    answer = item.answer
    if answer.dialogue is None:
        return extract_files(answer.text)
    written = answer.dialogue.files
    files = (DeliveredFile(path=file.path, content=file.content or "") for file in written)
    return Extraction(files=tuple(files), ignored={})


def _before_and_after(
    prompt: Prompt, files: Sequence[DeliveredFile]
) -> Mapping[str, Figures | int]:
    """The methodology's improvement measure.

    Files that do not parse, which are counted, or could not be read are left out of `after`.
    """
    scope = Scope(prompt.count_html, prompt.languages, prompt.exclude)
    sources = [file for file in prompt.files if file.content is not None]
    certain = [file for file in files if not is_doubtful(file)]
    whole = [file for file in certain if file.parse_ok is not False]
    languages = dict.fromkeys((*scope.languages, *COUNTED_LANGUAGES))
    counts_html = scope.reason_left_out("", "html") is None
    # what counts of an answer: the usual languages too, because a translation may change them
    return {
        "before": _measured(sources, scope),
        "after": _measured(
            whole, replace(scope, count_html=counts_html, languages=tuple(languages))
        ),
        "unparsable": len(certain) - len(whole),
    }


def _measured(files: Sequence[SourceFile | DeliveredFile], scope: Scope) -> Figures:
    data = {file.path: (file.content or "").encode("utf-8") for file in files}
    return measure_tree(data, scope, second_opinion=False).figures
