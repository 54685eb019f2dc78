"""The layouts: ways in which models write files into an answer.

Every layout is a function from files to an answer. What an extractor must find is in the answer's
`expected`: for each path the contents that are right. A path comment is one file's content with or
without it, depending on the format.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle
from typing import Any, Final, NamedTuple

INTRO: Final = (
    "Below is the complete solution. It keeps every function of the original application.\n"
    "The most important decisions are explained next to the files.\n\n"
)
REMARKS: Final = (
    "This file holds the logic of its own part. Nothing else depends on it.\n",
    "Notes:\n- every value has a type\n- no state is changed in place\n",
    "Here the events are handled; the rest of the page stays as it is.\n",
    "The next part builds on this.\n",
    "**Why:** the old version mixed two concerns.\nBoth are separate now.\n",
    "1. Each function does one thing.\n2. The types are exported.\n",
)
CLOSING: Final = (
    "That completes the application. All functions of the original are covered.\n\n"
    "Install the packages and start the server:\n\nnpm install\nnpm run dev\n\n"
    "How it works:\n- the state lives in one place\n- the views only show it\n\n"
    "Let me know if something is missing!\n"
)
TITLES: Final = ("The store", "Components", "Set-up of the project", "Helpers and types")
TEXTS: Final = ("md", "mdx", "txt", "svg")
"""Endings whose end nobody can see: any prose could belong to the file."""


class WrittenAnswer(NamedTuple):
    """An answer, and for each path the contents that count as right."""

    text: str
    expected: Mapping[str, tuple[str, ...]]


class Layout(NamedTuple):
    """`write` turns files (path to content) into an answer."""

    name: str
    fenced: bool
    write: Callable[[Mapping[str, str]], WrittenAnswer]


def ending(path: str) -> str:
    name = path.rpartition("/")[2]
    stem, _, last = name.rpartition(".")
    return last.lower() if stem else ""


def is_code(path: str) -> bool:
    """Whether prose after the file can be told from the file."""
    return ending(path) in CODE


SLASHES: Final = ("js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "scss", "less")
CODE: Final = (*SLASHES, "css", "html", "py", "json", "vue")
_LANGUAGES: Final = {"mjs": "js", "yml": "yaml", "md": "markdown", "htm": "html"}


def _comment(path: str) -> str:
    """The path as a comment of the file's own format; `//` in JSON, as models write it."""
    kind = ending(path)
    if kind in SLASHES or kind == "json":
        return f"// {path}\n"
    if kind == "css":
        return f"/* {path} */\n"
    if kind in ("html", "svg", "md", "vue"):
        return f"<!-- {path} -->\n"
    return f"# {path}\n"


def _with_comment(path: str, text: str) -> tuple[str, ...]:
    if ending(path) == "json":
        return (text,)
    whole = _comment(path) + text
    return (whole,) if is_code(path) else (whole, text)


def _with_slashes(path: str, text: str) -> tuple[str, ...]:
    """What is right below `// path`: the comment stays where the format has such comments."""
    if ending(path) in SLASHES:
        return (f"// {path}\n{text}",)
    return (text,) if is_code(path) else (text, f"// {path}\n{text}")


def _fence(path: str, text: str) -> str:
    """A fence that is longer than any inside."""
    run = "```"
    while run in text:
        run += "`"
    kind = ending(path)
    return f"{run}{_LANGUAGES.get(kind, kind)}\n{text}{run}\n"


def _same(files: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return {path: (text,) for path, text in files.items()}


def _labelled(files: Mapping[str, str], label: str, prose: bool = False) -> WrittenAnswer:
    """Fenced blocks below a label."""
    remarks = cycle(REMARKS)
    text = INTRO
    for number, (path, content) in enumerate(files.items(), 1):
        text += label.format(path=path, number=number, title=TITLES[number % len(TITLES)])
        text += _fence(path, content) + "\n" + (next(remarks) + "\n" if prose else "")
    return WrittenAnswer(text + CLOSING, _same(files))


def _comments_in_blocks(files: Mapping[str, str]) -> WrittenAnswer:
    text = INTRO
    for path, content in files.items():
        text += _fence(path, _comment(path) + content) + "\n"
    expected = {path: _with_comment(path, content) for path, content in files.items()}
    return WrittenAnswer(text + CLOSING, expected)


def _info_strings(files: Mapping[str, str]) -> WrittenAnswer:
    text = INTRO
    for path, content in files.items():
        opener, body = _fence(path, content).split("\n", 1)
        text += (
            f"{opener}:{path}\n{body}\n" if opener.strip("`") else f"`{path}`\n{opener}\n{body}\n"
        )
    return WrittenAnswer(text, _same(files))


def _list_above(files: Mapping[str, str]) -> WrittenAnswer:
    """A list of all paths and a blank line above each bare label: it labels nothing."""
    listing = "".join(f"- {path}\n" for path in files)
    text = f"{INTRO}The files are:\n\n{listing}\n"
    for path, content in files.items():
        text += f"{path}\n\n{_fence(path, content)}\n"
    return WrittenAnswer(text, _same(files))


def _list_above_each(files: Mapping[str, str]) -> WrittenAnswer:
    """Before each block the next paths as a plain list, a blank line, and the block's label."""
    names = list(files)
    text = INTRO
    for number, (path, content) in enumerate(files.items()):
        listing = "".join(f"{name}\n" for name in names[number : number + 3])
        text += f"{listing}\n{path}\n{_fence(path, content)}\n"
    return WrittenAnswer(text, _same(files))


def _tree(paths: Sequence[str]) -> str:
    lines = ["app/"]
    shown = set[str]()
    for path in sorted(paths):
        parts = path.split("/")
        for depth, part in enumerate(parts):
            branch = "/".join(parts[: depth + 1])
            if branch not in shown:
                shown.add(branch)
                lines.append("│   " * depth + "├── " + part)
    return "\n".join(lines) + "\n"


def _tree_above(files: Mapping[str, str], fence: str) -> WrittenAnswer:
    text = f"{INTRO}{fence}{_tree(list(files))}{fence}\n"
    for path, content in files.items():
        text += f"{path}\n{_fence(path, content)}\n"
    return WrittenAnswer(text, _same(files))


def _doubled_fences(files: Mapping[str, str]) -> WrittenAnswer:
    text = INTRO
    for path, content in files.items():
        opener, body = _fence(path, content).split("\n", 1)
        run = opener[: len(opener) - len(opener.lstrip("`"))]
        text += f"### {path}\n\n{opener}\n{opener}\n{body}{run}\n\n"
    return WrittenAnswer(text, _same(files))


def _continued(files: Mapping[str, str], note: str) -> WrittenAnswer:
    """Every file of more than ten lines in two blocks."""
    text = INTRO
    for path, content in files.items():
        lines = content.splitlines(keepends=True)
        middle = len(lines) // 2 if len(lines) > 10 else len(lines)
        text += f"### {path}\n\n{_fence(path, ''.join(lines[:middle]))}\n"
        if middle < len(lines):
            text += f"### {path} ({note})\n\n{_fence(path, ''.join(lines[middle:]))}\n"
    return WrittenAnswer(text, _same(files))


def _json_fragments(files: Mapping[str, str]) -> WrittenAnswer:
    """The project, then a fragment of package.json, which is no file of its own."""
    text = INTRO
    for path, content in files.items():
        text += f"### {path}\n\n{_fence(path, content)}\n"
    text += 'Add this to package.json:\n\n```json\n"jest": {\n  "verbose": true\n}\n```\n'
    return WrittenAnswer(text, _same(files))


def _sections(
    files: Mapping[str, str],
    head: str,
    after: str = "",
    remarks: bool = False,
    closing: bool = True,
    titles: bool = False,
) -> WrittenAnswer:
    """Files without fences: a head, the content, and what stands after it."""
    words = cycle(REMARKS)
    text = INTRO
    for number, (path, content) in enumerate(_texts_closed(files, after), 1):
        title = TITLES[number % len(TITLES)]
        if titles and number % 3 == 1:
            text += f"{number}. {title}\n\n"
        text += head.format(path=path, number=number, title=title) + content + after + "\n"
        if remarks and (after or is_code(path)):
            text += next(words) + "\n"
    return WrittenAnswer(text + (CLOSING if closing else ""), _same(files))


def _texts_closed(files: Mapping[str, str], after: str) -> list[tuple[str, str]]:
    """The files in an order in which a code file comes last, unless a rule closes each."""
    return (
        list(files.items()) if after else sorted(files.items(), key=lambda item: is_code(item[0]))
    )


def _comment_sections(
    files: Mapping[str, str],
    slashes: bool,
    before: str = "",
    between: str = "",
    remarks: bool = False,
    closing: bool = True,
) -> WrittenAnswer:
    """Files without fences, each below a comment with its path."""
    words = cycle(REMARKS)
    text = INTRO
    expected = dict[str, tuple[str, ...]]()
    for path, content in _texts_closed(files, ""):
        comment = f"// {path}\n" if slashes else _comment(path)
        text += f"{before}{comment}{between}{content}\n"
        if remarks and is_code(path):
            text += next(words) + "\n"
        right = _with_slashes(path, content) if slashes else _with_comment(path, content)
        gap = comment + between + content
        expected[path] = (content, gap, *right) if between else right
    return WrittenAnswer(text + (CLOSING if closing else ""), expected)


def _mixed_rules(files: Mapping[str, str]) -> WrittenAnswer:
    """Half of the sections between one kind of rule, the others between another."""
    text = INTRO
    for number, (path, content) in enumerate(_texts_closed(files, "")):
        rule = ("-" if number < len(files) / 2 else "─") * 50
        text += f"{rule}\n{path}\n{rule}\n{content}\n"
    return WrittenAnswer(text + CLOSING, _same(files))


def _tree_first(files: Mapping[str, str]) -> WrittenAnswer:
    sections = _sections(files, "{path}:\n\n")
    return WrittenAnswer(f"Structure:\n\n{_tree(list(files))}\n{sections.text}", sections.expected)


def _readme_last(files: Mapping[str, str]) -> WrittenAnswer:
    """A README is the last file, and prose follows it: no reader can tell one from the other."""
    readme = "# The application\n\nStart it with npm.\n"
    sections = _sections(files, "### {path}\n\n", closing=False)
    text = f"{sections.text}### docs/README.md\n\n{readme}\n{CLOSING}"
    return WrittenAnswer(text, {**sections.expected, "docs/README.md": (readme,)})


def _layouts() -> Iterator[Layout]:
    labels = {
        "heading": "### {path}\n\n",
        "numbered heading": "### {number}. {title} (`{path}`)\n\n",
        "heading and sentence": "### `{path}`\n\nThe entry point of this part:\n\n",
        "bold line": "**{path}**\n\n",
        "plain line": "{path}:\n",
        "plain line, blank line below": "{path}\n\n",
        "File:": "File: {path}\n",
        "code span": "`{path}`\n",
        "rule below the path": "{path}\n\n---\n\n",
        "rule above the path": "---\n\n{path}\n\n",
    }
    for name, label in labels.items():
        yield Layout(name, True, partial(_labelled, label=label))
        yield Layout(f"{name}, remarks", True, partial(_labelled, label=label, prose=True))
    yield Layout("comment in the block", True, _comments_in_blocks)
    yield Layout("info string", True, _info_strings)
    yield Layout("list of all paths above", True, _list_above)
    yield Layout("list above each label", True, _list_above_each)
    yield Layout("tree above", True, partial(_tree_above, fence=""))
    yield Layout("tree in a block above", True, partial(_tree_above, fence="```\n"))
    yield Layout("doubled fences", True, _doubled_fences)
    yield Layout("(continued)", True, partial(_continued, note="continued"))
    yield Layout("(part 2)", True, partial(_continued, note="part 2"))
    yield Layout("fragment of JSON", True, _json_fragments)
    yield from _unfenced()


def _unfenced() -> Iterator[Layout]:
    for character in "-=*_─#":
        rule = character * 40
        head = f"{rule}\n{{path}}\n{rule}\n"
        yield Layout(f"rule {character}, path, rule", False, partial(_sections, head=head))
        closed = partial(_sections, head=head, after=f"{rule}\n", remarks=True)
        yield Layout(f"rule {character}, closed, remarks", False, closed)
    plain = {
        "rule below the path": "{path}\n" + "-" * 30 + "\n",
        "ruled title": "---- {path} ----\n",
        "ruled title, numbered": "=== {number}. {path} ===\n\n",
        "path heading": "### {path}\n\n",
        "numbered heading": "## {number}. `{path}`\n\n",
        "bold path": "**{path}**\n\n",
        "File:": "File: {path}\n\n",
        "FILE between rules": "=" * 20 + "\nFILE: {path}\n" + "=" * 20 + "\n",
        "path:": "{path}:\n\n",
        "path: without a blank line": "{path}:\n",
        "bare path": "{path}\n\n",
        "bare path without a blank line": "{path}\n",
        "numbered path": "{number}. {path}\n\n",
        "code span": "`{path}`\n\n",
    }
    for name, head in plain.items():
        yield Layout(name, False, partial(_sections, head=head))
        yield Layout(f"{name}, remarks", False, partial(_sections, head=head, remarks=True))
        titled = partial(_sections, head=head, titles=True, closing=False)
        yield Layout(f"{name}, titles", False, titled)
    rule = "-" * 40 + "\n"
    comments: dict[str, dict[str, Any]] = {
        "// path": {"slashes": True},
        "// path, blank line below": {"slashes": True, "between": "\n"},
        "comment of the format": {"slashes": False},
        "rule above // path": {"slashes": True, "before": rule},
        "rule, // path, rule": {"slashes": True, "before": rule, "between": rule},
        "rule, comment, rule": {"slashes": False, "before": rule, "between": rule},
    }
    for name, options in comments.items():
        yield Layout(name, False, partial(_comment_sections, **options))
        remarked = partial(_comment_sections, **options, remarks=True)
        yield Layout(f"{name}, remarks", False, remarked)
    yield Layout("two kinds of rules", False, _mixed_rules)
    yield Layout("tree above path:", False, _tree_first)
    yield Layout("README last, prose below", False, _readme_last)


LAYOUTS: Final = tuple(_layouts())
