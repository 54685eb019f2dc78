"""Turning a model's Markdown answer into files (docs/extraction.md says what is read how).

The modules in reading order:

- `extract`: the order of the steps; begin here
- `records`: what comes out, and the two closed vocabularies of marks and reasons
- `lines`: a text as lines, and the few shapes of line that all modules ask about

Fences and blocks:

- `fences`: fence lines
- `blocks`: pairing fences into blocks

What a block is:

- `classify`: a file, several files, a diff, a wrapped answer, or nothing to keep
- `kinds`: commands, a project tree, prose or code, by the look of the lines
- `languages`: what fence languages and file endings mean

Which file a block is:

- `labels`: the line above a block that names its file
- `bare`: lines that are nothing but a path, and paths that a sentence mentions
- `comments`: comments that name a file, inside a block
- `folders`: headings that name a folder
- `paths`: what looks like a path, and how it is made safe to keep
- `naming`: a name for an answer's only block when nothing names it

Putting files together:

- `pieces`: the files in one block, and whether each is whole
- `diffs`: unified diffs, read and applied
- `unfenced`: answers without fences: which lines are which file
- `heads`: the lines that begin a file there
- `closing`: the prose behind a file there
- `collected_files`: one file a path, the best version of each
"""

from assay.answers.extract_files import extract_files
from assay.answers.extraction_records import (
    DOUBTFUL_MARKS,
    MARKS,
    REASONS,
    UNREAD,
    ExtractedFile,
    Extraction,
)

__all__ = [
    "DOUBTFUL_MARKS",
    "MARKS",
    "REASONS",
    "UNREAD",
    "ExtractedFile",
    "Extraction",
    "extract_files",
]
