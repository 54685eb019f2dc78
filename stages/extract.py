"""extract: the files of each answer, whether they parse, and their complexity before and after."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from assay.answers import ExtractedFile, Extraction, extract_files
from assay.answers.containment import Refused, SideBySide, contained
from assay.answers.delivered import answers_to, delivered_text
from assay.answers.parsed import delivered_files, is_doubtful
from assay.answers.tree import write_tree
from assay.code.measure_tree import measure_tree
from assay.code.source_files import Scope
from assay.config import paths
from assay.config.settings import Config, ModelNames
from assay.config.stage import Summary, stage
from assay.judging.suspicion import suspicions
from assay.progress import tracked
from assay.records.jsonl import read_records, write_records
from assay.records.pipeline import (
    COUNTED_LANGUAGES,
    Answer,
    DeliveredFile,
    Extracted,
    Figures,
    Prompt,
    SourceFile,
)
from assay.unchanged import Unchanged

TRANSLATION = "code_translation"
SHOWN = 10
"""So many suspicious answers are named."""
WARNING = """# Written by a model

These folders, `<test>/<attempt>/`, hold the files that a model wrote in its dialogues, as it wrote
them. Nothing here was run or checked, and `npm install` alone runs whatever a `package.json` says:
try them in a container without keys.
"""
"""Beside the folders.

A model without a dialogue has this file alone, so that there is something to keep.
"""


class ExtractConfig(Config):
    models: ModelNames


@stage("extract", ExtractConfig)
def main(config: ExtractConfig) -> Summary:
    prompts = {prompt.test: prompt for prompt in read_records(paths.PROMPTS, Prompt)}
    inputs = [lambda _: paths.PROMPTS, paths.answers]
    unchanged = Unchanged("extract", inputs, [paths.extracted, paths.dialogues])
    stale = [model for model in config.models if not unchanged.has(model)]
    items = 0
    notes = unchanged.prune()
    for model in tracked("extract", stale):
        answers = answers_to(prompts, model)
        found = [extracted(prompts[answer.test], answer) for answer in answers]
        of_model = [*write_dialogues(model, answers), *notes_on(found)]
        write_records(paths.extracted(model), found)
        unchanged.note(model)
        items += len(found)
        notes += [f"{model}: {note}" for note in of_model]
    return Summary(items=items, new=items, notes=notes)


def notes_on(extracts: Sequence[Extracted]) -> list[str]:
    """What a reader should know: files that do not parse, doubtful ones, and suspicious answers."""
    files = [file for item in extracts for file in item.files]
    broken = sum(file.parse_ok is False for file in files)
    doubtful = sum(is_doubtful(file) for file in files)
    flagged = [item.test for item in extracts if item.flags]
    notes = []
    if broken:
        notes.append(f"{broken} files do not parse")
    if doubtful:
        notes.append(f"{doubtful} files could not be read for certain (see the report)")
    if flagged:
        names = ", ".join(flagged[:SHOWN])
        notes.append(f"{len(flagged)} answers address their judges (see the report): {names}")
    return notes


def write_dialogues(model: str, answers: Iterable[Answer]) -> list[str]:
    """Write what the model wrote in its dialogues as real files.

    Returns a line for each file that some disk cannot store.
    """
    files = {"README.md": WARNING}
    notes: list[str] = []
    for answer in answers:
        written = answer.dialogue.files if answer.dialogue else ()
        held, refused = holdable(written)
        files |= {
            f"{answer.test}/{answer.attempt}/{file.path}": file.content or "" for file in held
        }
        notes += [
            f"{answer.test} attempt {answer.attempt}: {reason}; it was not written"
            for reason in refused
        ]
    write_tree(paths.dialogues(model), files)
    return notes


def holdable(files: Sequence[SourceFile]) -> tuple[list[SourceFile], list[str]]:
    """The files that every disk can store side by side, and why the others are left out.

    The dialogue's tools refuse such paths already; this is for records from elsewhere.
    """
    held: list[SourceFile] = []
    reasons: list[str] = []
    disk = SideBySide()
    names: set[str] = set()
    for file in files:
        try:
            path = contained(file.path)
        except Refused as refused:
            reasons.append(str(refused))
            continue
        other = disk.clash(path) or (path if path in names else None)
        if other or path != file.path:
            reasons.append(
                f"'{file.path}' cannot stand beside '{other}'"
                if other
                else f"'{file.path}' is '{path}'"
            )
            continue
        held.append(file)
        disk.add(path)
        names.add(path)
    return held, reasons


def extracted(prompt: Prompt, answer: Answer) -> Extracted:
    """The files of one answer; for a dialogue those it wrote.

    Dialogues and translations are measured before and after.
    """
    found = _extraction_of(prompt, answer)
    files = delivered_files(found.files)
    item = Extracted(
        model=answer.model,
        test=answer.test,
        attempt=answer.attempt,
        files=files,
        ignored=dict(sorted(found.ignored.items())),
        flags=suspicions(delivered_text(answer)),
    )
    if prompt.category != TRANSLATION and prompt.answer != "dialogue":
        return item
    return item.model_copy(update=_before_and_after(prompt, files))


def _extraction_of(prompt: Prompt, answer: Answer) -> Extraction:
    if answer.dialogue is None:
        sources = {file.path: file.content for file in prompt.files if file.content is not None}
        return extract_files(answer.text, sources)
    written = tuple(ExtractedFile(file.path, file.content or "") for file in answer.dialogue.files)
    return Extraction(files=written, ignored={})


def _before_and_after(prompt: Prompt, files: Sequence[DeliveredFile]) -> dict[str, Figures | int]:
    """The methodology's improvement measure.

    Files that do not parse, or that could not be read, are left out of `after` and counted apart.
    """
    scope = Scope(prompt.count_html, prompt.languages, prompt.exclude)
    sources = [file for file in prompt.files if file.content is not None]
    whole = [
        SourceFile(path=file.path, content=file.content)
        for file in files
        if file.parse_ok is not False and not is_doubtful(file)
    ]
    doubtful = sum(is_doubtful(file) for file in files)
    return {
        "before": _measured(sources, scope),
        "after": _measured(whole, _scope_of_answers(scope)),
        "unparsable": len(files) - len(whole) - doubtful,
        "doubtful": doubtful,
    }


def _scope_of_answers(scope: Scope) -> Scope:
    """What counts of an answer: the usual languages too, because a translation may change them.

    HTML counts if it counts in the data set.
    """
    languages = dict.fromkeys((*scope.languages, *COUNTED_LANGUAGES))
    counts_html = scope.reason_left_out("", "html") is None
    return replace(scope, count_html=counts_html, languages=tuple(languages))


def _measured(files: Sequence[SourceFile], scope: Scope) -> Figures:
    data = {file.path: (file.content or "").encode("utf-8") for file in files}
    return measure_tree(data, scope, second_opinion=False).summed()


if __name__ == "__main__":
    main()
