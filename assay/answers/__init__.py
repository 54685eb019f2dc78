"""Turning a model's Markdown answer into files (docs/extraction.md says what is read how).

In reading order: `extract_files` (the order of the steps; begin here), `extraction_records` (what
comes out), `lines`; `fences` and `blocks` (pairing fences); `classify` and `kinds` (what a block
is), `fence_languages`; `labels`, `bare`, `comments`, `file_paths` and `naming` (which file a
block is); `pieces`, `diffs` and `collected_files` (one file a path, in its best version);
`unfenced`, `heads` and `closing` (answers without fences).

Beside it: `delivered` and `dialogue_process` (what an answer delivered, and how a dialogue went),
`parsed` (whether files parse), `containment` and `tree` (paths and folders on a disk).
"""
