"""What fence languages and file endings mean: families, shells, comments that a format allows."""

from collections.abc import Mapping

_SCRIPT = "js jsx ts tsx mjs cjs mts cts javascript typescript javascriptreact typescriptreact node"
_FAMILY_WORDS: Mapping[str, str] = {
    "script": _SCRIPT,
    "component": "vue svelte astro",
    "markup": "html htm xml svg ejs hbs handlebars njk twig pug xhtml angular",
    "style": "css scss sass less styl",
    "json": "json jsonc json5 webmanifest",
    "yaml": "yaml yml",
    "markdown": "markdown md mdx",
    "shell": "bash sh shell zsh fish console terminal powershell ps1 pwsh cmd bat batch "
    "shellsession shell-session sh-session",
    "diff": "diff patch",
    "python": "python py",
    "text": "text txt plaintext plain tree none output log",
    "java": "java kotlin kt kts groovy gradle",
    "native": "c h cc cpp hpp cs csharp go rust rs swift dart php proto",
    "sql": "sql",
    "ruby": "ruby rb",
    "graphql": "graphql gql",
    "toml": "toml",
    "ini": "ini cfg conf properties dotenv env editorconfig",
}
_FAMILY = {word: family for family, words in _FAMILY_WORDS.items() for word in words.split()}

# What may meet: a Vue file is shown as html or as script, a settings file as ini or as shell.
_RELATED = (
    {"component", "markup"},
    {"component", "script"},
    {"component", "style"},
    {"ini", "shell"},
    {"json", "script"},
    {"ini", "toml"},
    {"text", "ini"},
)

NEVER_JSON = frozenset("ts tsx jsx mts cts css scss less html py vue svelte".split())

_C_LIKE = frozenset({"slash", "block"})
_COMMENTS: Mapping[str, frozenset[str]] = {
    "script": _C_LIKE | {"jsx"},
    "java": _C_LIKE,
    "native": _C_LIKE | {"hash"},
    "component": frozenset({"html"}),
    "markup": frozenset({"html", "template"}),
    "markdown": frozenset({"html", "hash"}),
    "json": frozenset(),
    "yaml": frozenset({"hash"}),
    "python": frozenset({"hash", "quotes"}),
    "ruby": frozenset({"hash"}),
    "shell": frozenset({"hash"}),
    "toml": frozenset({"hash"}),
    "ini": frozenset({"hash", "semicolon"}),
    "graphql": frozenset({"hash"}),
    "sql": frozenset({"dash", "block"}),
}
_COMMENTS_BY_ENDING: Mapping[str, frozenset[str]] = {
    "css": frozenset({"block"}),
    "scss": _C_LIKE,
    "less": _C_LIKE,
    "sass": _C_LIKE,
    "styl": _C_LIKE,
    "jsonc": _C_LIKE,
    "json5": _C_LIKE,
}
_HASH_NAMES = frozenset(
    {"dockerfile", "makefile", "procfile", "codeowners", ".editorconfig", ".npmrc"}
)


def ending_of(path: str) -> str:
    """The ending after the last dot of the name, in lower case; empty for `.env`, `Dockerfile`."""
    name = path.rpartition("/")[2].lower()
    stem, dot, ending = name.rpartition(".")
    return ending if dot and stem else ""


def language_of(info: str) -> str:
    """The language word of an info string, in lower case: `tsx` in `TSX:src/A.tsx`, `tsx {1,3}`."""
    words = info[:200].replace("{", " ").replace(":", " ").replace(",", " ").split()
    return words[0].lower().lstrip(".") if words else ""


def family_of(language: str) -> str:
    """The family of a fence language or a file ending; empty if it is unknown."""
    return _FAMILY.get(language, "")


def is_plain_text(language: str) -> bool:
    """Whether a fence with this language word says nothing about its content."""
    return not language or family_of(language) == "text"


def fits(language: str, path: str) -> bool:
    """Whether a block in this language can be that file. An unknown one fits everything."""
    one, other = family_of(language), family_of(ending_of(path))
    if one == "shell" and not other:
        return True
    if not one or not other or one == other or one == "text":
        return True
    return {one, other} in _RELATED


def may_be_shell_file(path: str) -> bool:
    """Whether a block labelled as shell can be this file: a script, or one that shells read."""
    ending = ending_of(path)
    return not ending or family_of(ending) in ("shell", "ini") or ".env" in path


def allows_comment(path: str, style: str) -> bool:
    """Whether a comment of this style is valid in the file. Unknown formats allow every comment."""
    name = path.rpartition("/")[2].lower()
    if name in _HASH_NAMES or name.startswith(".env") or name.endswith("ignore"):
        return style == "hash"
    ending = ending_of(path)
    known = _COMMENTS_BY_ENDING.get(ending) or _COMMENTS.get(family_of(ending))
    return known is None or style in known
