"""The kinds of broken answers: gold with one thing wrong. To add one, add a function to KINDS."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from assay.answers.dialogue_process import process_of
from assay.config.yaml_files import read_yaml
from assay.content.criteria import Criterion
from stages.generate.builtin import DialogueScript, ScriptedCall, gold_files, orderly
from tools.proof.known_answers import played
from tools.proof.mutants import MutablePart, Mutant, pieces, spliced, whole
from tools.proof.own_words import of_check
from tools.proof.search import Search

FORBIDDEN = Path(__file__).with_name("forbidden.yaml")
FORBIDDEN_FILES = ("package-lock.json", "src/added.ts")
WRONG_CALLS = 10
"""Calls of a dialogue that calls tools wrongly: more than any criterion allows."""


def careless_dialogues(search: Search) -> Iterator[Mutant]:
    """Each way to use the tools wrongly, with the files of gold, played through the real tools."""
    if search.prompt.answer == "dialogue":
        for label, script in _scripts(search).items():
            yield Mutant(label, process=process_of(played(search.prompt, script)))


def _scripts(search: Search) -> dict[str, DialogueScript]:
    orders = orderly(search.prompt, gold_files(search.prompt))
    listing, reading, declaring, writing, ending = orders
    wrong: list[ScriptedCall] = [
        ("read_file", {"path": f"no/such/file{number}.js"}) for number in range(WRONG_CALLS)
    ]
    first, rest = writing[:1], writing[1:]
    return {
        "one file is not read": (listing, reading[:-1], declaring, writing, ending),
        "the structure is declared first": (declaring, listing, reading, writing, ending),
        "no structure is declared": (listing, reading, writing, ending),
        "a file is written before the structure": (
            listing,
            reading,
            first,
            declaring,
            rest,
            ending,
        ),
        "calls name files that do not exist": (listing, wrong, *orders[1:]),
        "the dialogue is not ended": (listing, reading, declaring, writing, [], []),
    }


def parts_left_out(search: Search) -> Iterator[Mutant]:
    """A file, and of what is noticed the smaller parts, as deep as a criterion needs."""
    for path, text in search.gold.files.items():
        yield from _descent(search, whole(path, text), text.encode(), search.open())


def _descent(
    search: Search, part: MutablePart, data: bytes, suspects: Sequence[Criterion]
) -> Iterator[Mutant]:
    """Without the part; if suspects fail that it does not prove, without each of its pieces."""
    if not suspects:
        return
    yield part.without(data, suspects)
    left = search.open(search.failed)
    for piece in pieces(part, data) if left else ():
        left = search.open(left)
        yield from _descent(search, piece, data, left)


def files_cut_off(search: Search) -> Iterator[Mutant]:
    """One file ends in the middle, as a truncated answer does."""
    for path, text in {} if search.gold.is_document else search.gold.files.items():
        data = text.encode()
        half = data[: len(data) // 2].decode("utf-8", "replace")
        yield Mutant(f"{path} cut off in the middle", {path: half})


def forbidden_things(search: Search) -> Iterator[Mutant]:
    """The answer with something forbidden in one of its files, or with a file of the source."""
    files = search.gold.files
    if search.gold.is_document:
        return
    smells: list[str] = read_yaml(FORBIDDEN)
    for path in _hosts(files):
        for smell in smells:
            label = f"{path} with {' '.join(smell.split())[:60]!r} at its end"
            yield Mutant(label, {path: f"{files[path]}\n{smell}"})
    for path in FORBIDDEN_FILES:
        yield Mutant(f"{path} added", {path: "added\n"})
    for path, text in search.sources.items():
        new = path if path not in files else f"src/legacy/{path}"
        yield Mutant(f"the source's {path} left in as {new}", {new: text})


def _hosts(files: Mapping[str, str]) -> list[str]:
    """The largest file of each kind: component, module, test, page, style."""
    kinds: dict[str, str] = {}
    for path in sorted(files, key=lambda path: (-len(files[path]), path)):
        is_test = re.search(r"\.(test|spec)\.|__tests__|test_", path)
        kind = "test" if is_test else PurePosixPath(path).suffix
        if kind != ".json":
            kinds.setdefault(kind, path)
    return list(kinds.values())


FORMS = {
    "headings of level one": re.compile(rb"^# ", re.MULTILINE),
    "headings of level two": re.compile(rb"^## ", re.MULTILINE),
    "headings of level three": re.compile(rb"^### ", re.MULTILINE),
    "headings of level four": re.compile(rb"^#### ", re.MULTILINE),
    "numbers of lists": re.compile(rb"^ *\d+[.)] ", re.MULTILINE),
    "numbers of headings": re.compile(rb"(?<=^### )\d+[.)] ", re.MULTILINE),
    "points of lists": re.compile(rb"^ *[-*] ", re.MULTILINE),
    "names of code": re.compile(rb"`"),
}
LABEL = re.compile(rb"^[-* ]*\*\*([A-Z][^*:\n]+):?\*\*:?[ \t]*([^\n]*)$", re.MULTILINE)


def forms_of_documents(search: Search) -> Iterator[Mutant]:
    """A document without one kind of markup, or with `**Label:**` lines removed or made equal."""
    for path, text in search.gold.files.items() if search.gold.is_document else ():
        yield from misshapen(path, text.encode())


def misshapen(path: str, data: bytes) -> Iterator[Mutant]:
    for form, pattern in FORMS.items():
        spans = [match.span() for match in pattern.finditer(data)]
        yield Mutant(f"{form} without their marks", spliced(path, data, spans))
    yield from _swapped(path, data)
    labelled: dict[str, list[re.Match[bytes]]] = {}
    for match in LABEL.finditer(data):
        labelled.setdefault(match[1].decode(), []).append(match)
    for label, matches in labelled.items():
        lines = [match.span() for match in matches]
        yield Mutant(f"every line '{label}:' left out", spliced(path, data, lines))
        yield Mutant(f"one line '{label}:' left out", spliced(path, data, lines[-1:]))
        for value in sorted({match[2].decode() for match in matches})[:4]:
            alike = spliced(path, data, [match.span(2) for match in matches], value)
            yield Mutant(f"every '{label}:' is {value[:40]!r}", alike)


def _swapped(path: str, data: bytes) -> Iterator[Mutant]:
    for level in (2, 3):
        marks = re.compile(rb"^#{%d} " % level, re.MULTILINE)
        starts = [match.start() for match in marks.finditer(data)]
        if len(starts) < 2:
            continue
        above = re.compile(rb"^#{1,%d} " % (level - 1), re.MULTILINE)
        following = above.search(data, starts[-1])
        last_end = following.start() if following else len(data)
        first, last = data[starts[0] : starts[1]], data[starts[-1] : last_end]
        between = data[starts[1] : starts[-1]]
        text = b"".join([data[: starts[0]], last, between, first, data[last_end:]]).decode()
        yield Mutant(f"the first and the last section of level {level} swapped", {path: text})


def by_its_own_words(search: Search) -> Iterator[Mutant]:
    """What a check looks for is removed, or added, everywhere: for each criterion still open."""
    for item in search.open():
        for mutant in of_check(item.check, search.gold.subject) if item.check else ():
            if item.id not in search.proofs:
                yield mutant._replace(suspects=(item,))


KINDS: tuple[Callable[[Search], Iterator[Mutant]], ...] = (
    careless_dialogues,
    parts_left_out,
    forms_of_documents,
    files_cut_off,
    forbidden_things,
    by_its_own_words,
)
"""In the order in which they are tried. What the last kind proves is counted apart."""
