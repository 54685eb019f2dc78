"""Which words are file paths, and how a path is made safe to keep."""

import posixpath
import re

from assay.answers.containment import Refused, contained
from assay.answers.fence_languages import ending_of
from assay.answers.lines import MAX_LABEL

# \x00-\x08 are let through here so that `normalise` refuses, and thereby counts, such a path.
_SHAPE = re.compile(r"(?:[A-Za-z]:(?=[\\/]))?[\w./\\@\[\]()$+~\x00-\x08-]++")
_OPEN_PARENTHESIS = re.compile(r"(?<![/\\(])(?<!^)\(")
_HOST = re.compile(r"(?:www\.|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|app)/)", re.IGNORECASE)
_ENDINGS = frozenset(
    "js jsx ts tsx mjs cjs mts cts vue svelte astro html htm xhtml css scss sass less styl json "
    "jsonc json5 webmanifest md mdx yml yaml toml xml svg txt ini cfg conf properties sh bash zsh "
    "fish ps1 bat cmd py pyi rb php java kt kts gradle groovy go rs c h cc cpp hpp cs swift sql "
    "graphql gql proto prisma ejs hbs njk twig pug lock csv tsv snap tf lua dart scala csproj xaml "
    "razor cshtml sln ipynb".split()
)
_NAMES = frozenset(
    "dockerfile makefile procfile license jenkinsfile vagrantfile gemfile rakefile codeowners "
    "caddyfile go.mod go.sum go.work gradlew mvnw directory.packages.props "
    "directory.build.props".split()
)
_DOT_NAMES = re.compile(
    r"\.(?:env(?:\.[\w.-]+)?|[a-z][\w-]*(?:rc|ignore|attributes|config)"
    r"|node-version|tool-versions|htaccess|gitkeep)",
    re.IGNORECASE,
)
_DOT_FOLDERS = frozenset(
    {".husky", ".github", ".vscode", ".storybook", ".circleci", ".devcontainer"}
)
_TECHNOLOGIES = frozenset(
    "node.js next.js vue.js react.js nuxt.js express.js angular.js ember.js three.js d3.js nest.js "
    "nestjs.js backbone.js alpine.js solid.js p5.js deno.js bun.js".split()
)
_ENDING_HINT = re.compile(r"\.[A-Za-z]", re.IGNORECASE)
# In lower case: ignoring case, a search would try every name at every character.
_NAME_HINT = re.compile("|".join(sorted(name for name in _NAMES if "." not in name)))
# Folders of a machine, not of a project: behind a leading slash they make the path absolute.
_SYSTEM_FOLDERS = frozenset(
    "etc usr var proc sys dev root boot sbin tmp mnt opt private users volumes windows".split()
)
# Tools look for these names in lower case; models write some of them as a title.
_LOWER_NAMES = frozenset(
    {"package.json", "tsconfig.json", "angular.json", "index.html", "package-lock.json"}
)


def looks_like_path(token: str) -> bool:
    """Whether the token names a file: a known ending or a known name, and no URL.

    A path has no space here. `Node.js` and the like are technologies, not files.
    """
    if not 2 <= len(token) <= MAX_LABEL or not _SHAPE.fullmatch(token):
        return False
    if (
        _OPEN_PARENTHESIS.search(token)
        or token.count("(") != token.count(")")
        or _HOST.match(token)
    ):
        return False
    parts = token.replace("\\", "/").split("/")
    if token.lower() in _TECHNOLOGIES:
        return False
    return _names_file(parts[-1]) or (parts[-1].isprintable() and _in_dot_folder(parts))


def may_hold_path(line: str) -> bool:
    """Whether the line can contain a path: a quick test before the careful ones."""
    return _ENDING_HINT.search(line) is not None or _NAME_HINT.search(line.lower()) is not None


def _names_file(name: str) -> bool:
    ending = ending_of(name)
    if ending in _ENDINGS:
        return any(
            character.isalnum() or character in "_$" for character in name[: -len(ending) - 1]
        )
    return name.lower() in _NAMES or bool(_DOT_NAMES.fullmatch(name))


def _in_dot_folder(parts: list[str]) -> bool:
    folders = [part for part in parts[:-1] if part not in ("", ".")]
    return bool(folders) and folders[0] in _DOT_FOLDERS and parts[-1].replace("-", "").isalpha()


def normalise(path: str) -> str | None:
    """The path as it is kept, by the rules of `contained`; None if it is refused.

    One leading slash means the project's root and is removed, unless a folder of the machine
    follows (`/etc`, `/usr` …). A `..` that stays inside is resolved.
    """
    slashed = path.strip().replace("\\", "/")
    if slashed.startswith("/") and slashed.split("/")[1].lower() not in ("", *_SYSTEM_FOLDERS):
        slashed = slashed[1:]
    try:
        kept = contained(posixpath.normpath(slashed))
    except Refused:
        return None
    folder, slash, name = kept.rpartition("/")
    return folder + slash + (name.lower() if name.lower() in _LOWER_NAMES else name)


def is_same_file(one: str, other: str) -> bool:
    """Whether the shorter path is the end of the longer one, part by part, ignoring case."""
    short, long = sorted((_parts(one), _parts(other)), key=len)
    return bool(short) and long[-len(short) :] == short


def longer(one: str, other: str) -> str:
    """The path with more parts; the first if they have equally many."""
    return other if len(_parts(other)) > len(_parts(one)) else one


def _parts(path: str) -> list[str]:
    return [part for part in path.casefold().replace("\\", "/").split("/") if part not in ("", ".")]
