"""extract: the files of each answer, whether they parse, and their complexity before and after."""

from collections.abc import Iterable, Sequence

from assay.answers.containment import Refused, SideBySide, contained
from assay.answers.delivered import answers_to
from assay.answers.parsed import is_doubtful
from assay.answers.tree import write_tree
from assay.config import paths
from assay.config.settings import Config, ModelNames
from assay.config.stage import Summary, stage
from assay.progress import tracked
from assay.records.jsonl import read_records, write_records
from assay.records.pipeline import Answer, Extracted, Prompt, SourceFile
from assay.unchanged import Unchanged
from assay.workers import Workers
from stages.extract.read_answer import Answered, read_answers

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
    with Workers(preload=["stages.extract.read_answer"]) as workers:
        for model in tracked("extract", stale):
            answers = answers_to(prompts, model)
            work = [Answered(prompts[answer.test], answer) for answer in answers]
            extracts = list(read_answers(workers, work))
            of_model = [*write_dialogues(model, answers), *notes_on(extracts)]
            write_records(paths.extracted(model), extracts)
            unchanged.note(model)
            items += len(extracts)
            notes += [f"{model}: {note}" for note in of_model]
    return Summary(items=items, new=items, notes=notes)


def notes_on(extracts: Sequence[Extracted]) -> list[str]:
    """What a reader should know: files that do not parse, doubtful ones, and suspicious answers."""
    files = [file for item in extracts for file in item.files]
    broken = sum(file.parse_ok is False for file in files)
    doubtful = sum(map(is_doubtful, files))
    unread = [f"{item.test} ({item.fault})" for item in extracts if item.fault]
    flagged = [item.test for item in extracts if item.flags]
    shown_unread, shown_flagged = ", ".join(unread[:SHOWN]), ", ".join(flagged[:SHOWN])
    counted = (
        (broken, "files do not parse"),
        (doubtful, "files could not be read for certain (see the report)"),
        (len(unread), f"answers pass the bounds of reading, so are not parsed: {shown_unread}"),
        (len(flagged), f"answers address their judges (see the report): {shown_flagged}"),
    )
    return [f"{count} {problem}" for count, problem in counted if count]


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


if __name__ == "__main__":
    main()
