"""extract: the files of each answer, whether they parse, and their complexity before and after."""

from collections.abc import Iterable, Sequence

from assay.answers.delivered import answers_to
from assay.answers.parsed import is_doubtful
from assay.answers.tree import write_tree
from assay.cluster import open_workers
from assay.config import paths
from assay.config.settings import CallsConfig, Config, ModelNames
from assay.config.stage import Summary, stage
from assay.progress import tracked
from assay.records.jsonl import read_records, write_records
from assay.records.pipeline import Answer, Extracted, Prompt
from assay.unchanged import Unchanged
from stages.extract.read_answer import Answered, read_answers

SHOWN = 10
"""So many answers are named."""
WARNING = """# Written by a model

These folders, `<test>/<attempt>/`, hold the files that a model wrote in its dialogues, as it wrote
them. Nothing here was run or checked, and `npm install` alone runs whatever a `package.json` says:
try them in a container without keys.
"""
"""Beside the folders: of a model without a dialogue there must be something to keep."""


class ExtractConfig(Config):
    models: ModelNames
    calls: CallsConfig = CallsConfig()


@stage("extract", ExtractConfig)
def main(config: ExtractConfig) -> Summary:
    prompts = {prompt.test: prompt for prompt in read_records(paths.PROMPTS, Prompt)}
    outputs = [paths.extracted, paths.dialogues]
    unchanged = Unchanged("extract", [paths.PROMPTS, paths.answers], outputs)
    stale = [model for model in config.models if not unchanged.has(model)]
    items = 0
    notes = unchanged.prune()
    with open_workers(config.calls.executor, ["stages.extract.read_answer"]) as workers:
        for model in tracked("extract", stale):
            answers = answers_to(prompts, model)
            work = [Answered(prompts[answer.test], answer) for answer in answers]
            extracts = list(read_answers(workers, work))
            write_dialogues(model, answers)
            write_records(paths.extracted(model), extracts)
            unchanged.note(model)
            items += len(extracts)
            notes += [f"{model}: {note}" for note in notes_on(extracts)]
    return Summary(items=items, new=items, notes=notes)


def notes_on(extracts: Sequence[Extracted]) -> list[str]:
    """What a reader should know: files that do not parse, and doubtful ones."""
    files = [file for item in extracts for file in item.files]
    broken = sum(file.parse_ok is False for file in files)
    doubtful = sum(map(is_doubtful, files))
    unread = [f"{item.test} ({item.fault})" for item in extracts if item.fault]
    shown = ", ".join(unread[:SHOWN])
    counted = (
        (broken, "files do not parse"),
        (doubtful, "files could not be read for certain (see the report)"),
        (len(unread), f"answers pass the bounds of reading, so are not parsed: {shown}"),
    )
    return [f"{count} {problem}" for count, problem in counted if count]


def write_dialogues(model: str, answers: Iterable[Answer]) -> None:
    """Write what the model wrote in its dialogues as real files.

    The dialogue's tools took paths alone that every disk can store side by side.
    """
    files = {"README.md": WARNING}
    for answer in answers:
        folder = f"{answer.test}/{answer.attempt}"
        written = answer.dialogue.files if answer.dialogue else ()
        files |= {f"{folder}/{file.path}": file.content or "" for file in written}
    write_tree(paths.dialogues(model), files)


if __name__ == "__main__":
    main()
