"""The kinds of `check:`, validated when the criteria are read.

Every leaf names what it looks for by its own key. `all`, `any` and `not` combine checks. `in`
limits a check to delivered files that match patterns as in .gitignore (`package.json`, `*.tsx`,
`src/**`); `in: answer` looks at the answer's whole text. Without `in`, a check looks at all files
of an answer in files, and at the text of a document.
"""

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import (
    BaseModel,
    Discriminator,
    Field,
    Tag,
    model_validator,
)

from assay.checks.fields import KeyPath, Names, QueryLanguage, Range, Regex, Regexes
from assay.checks.manifests import MANIFESTS
from assay.checks.visible import require_not_other, require_visible
from assay.code.languages import (
    CODE_PATTERNS,
    SCRIPT_PATTERNS,
    query_patterns,
)
from assay.code.queries import compile_query
from assay.code.structured import SUFFIXES
from assay.config.settings import Config

ANSWER = "answer"


class Leaf(Config):
    """What all leaves have: where to look."""

    within: Names = Field(default=("*",), alias="in")


class Bounds(Config):
    """The check passes if there are `min` to `max` matches."""

    min: int = Field(default=1, ge=0)
    max: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.max is not None and self.min > self.max:
            raise ValueError(
                f"min is {self.min} and max is {self.max}, which nothing fulfils: "
                "set min to at most max"
            )
        return self


class Counted(Leaf, Bounds):
    """A check that counts matches."""


class File(Bounds):
    """A delivered file matches the pattern; `min` and `max` count the files."""

    file: Names


class Structured(Config):
    """A value in a file, at `path`: keys joined by dots, or a list of keys; `*` is any.

    It exists, `equals` a value, `matches` a regular expression, or is a `version` whose lowest
    admitted release lies in an npm range.
    """

    format: ClassVar[str]
    files: Names
    path: KeyPath
    equals: Any = None
    matches: Regex | None = None
    version: Range | None = None

    @model_validator(mode="after")
    def _sees_files(self) -> Self:
        require_not_other(self.format, self.files, SUFFIXES)
        return self


class Json(Structured):
    """A value in a JSON file."""

    format = "json"
    files: Names = Field(alias="json")


class Yaml(Structured):
    """A value in a YAML file. Several documents are a list."""

    format = "yaml"
    files: Names = Field(alias="yaml")


class Toml(Structured):
    """A value in a TOML file."""

    format = "toml"
    files: Names = Field(alias="toml")


class Xml(Structured):
    """A value in an XML file: the path begins with the root, and `@name` is an attribute."""

    format = "xml"
    files: Names = Field(alias="xml")


class Dependency(Leaf):
    """A manifest (package.json, pom.xml, go.mod … in manifests.py) declares the package.

    With `version` the lowest release that it admits lies in this npm range.
    """

    within: Names = Field(default=MANIFESTS, alias="in")
    dependency: Names
    version: Range | None = None


class RegexCheck(Counted):
    """The regular expression (multi-line) is found."""

    regex: Regex


class Absent(Leaf):
    """The regular expression matches nowhere, and there is at least one file."""

    absent: Regex


class Query(Counted):
    """A tree-sitter query over the grammar of `language` has matches."""

    query: str
    language: QueryLanguage = "tsx"

    @model_validator(mode="after")
    def _compiles(self) -> Self:
        compile_query(self.query, self.language)
        require_visible("in", self.within, query_patterns(self.language))
        return self


class Tsx(Counted):
    """JSX elements of that name (`*`: any) with this text and these attributes exist."""

    tsx: Names
    text: str | None = None
    attrs: dict[str, Regex] = {}

    @model_validator(mode="after")
    def _sees_files(self) -> Self:
        require_visible("in", self.within, SCRIPT_PATTERNS)
        return self


class Html(Counted):
    """Such elements exist in HTML files or inline Angular templates."""

    html: Names
    text: str | None = None
    attrs: dict[str, Regex] = {}


class Import(Counted):
    """The module is imported (import, export from, require, import()), with all the `names`."""

    import_: Names = Field(alias="import")
    names: Names | None = None

    @model_validator(mode="after")
    def _sees_files(self) -> Self:
        require_visible("in", self.within, CODE_PATTERNS)
        return self


class Parses(Config):
    """Every delivered code file that matches parses, and there is at least one."""

    parses: Names

    @model_validator(mode="after")
    def _sees_files(self) -> Self:
        require_visible("parses", self.parses, (*CODE_PATTERNS, "*.json"))
        return self


class Links(Config):
    """The delivered files fit together: what they import is there, exported and declared.

    With `links: sources` an import may also lead to a file of the data set.
    """

    links: Literal["delivered", "sources"]


class Section(Config):
    """A heading matches; its section has `min_words` words and matches all of `contains`."""

    section: Regex
    contains: Regexes = ()
    min_words: int = Field(default=0, ge=0)


class Mentions(Leaf):
    """At least `min` (default: all) of the patterns match, ignoring case."""

    mentions: Annotated[Regexes, Field(min_length=1)]
    min: int | None = Field(default=None, ge=1)

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.min is not None and self.min > len(self.mentions):
            raise ValueError(
                f"min is {self.min}, but there are only {len(self.mentions)} patterns: lower min"
            )
        return self


class Words(Leaf):
    """The text has at least that many words."""

    words: int = Field(ge=1)


class OfDialogue(Config):
    """A fact of a dialogue's record; `failed_calls` holds if at most `max` calls failed."""

    dialogue: Literal["ended", "read_first", "structure_first", "failed_calls"]
    max: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        if (self.dialogue == "failed_calls") != (self.max is not None):
            raise ValueError("max goes with `dialogue: failed_calls`, and only with it")
        return self


class AllOf(Config):
    all: list["Check"] = Field(min_length=1)


class AnyOf(Config):
    any: list["Check"] = Field(min_length=1)


class Not(Config):
    """The inner check fails, and there was something to look at: never true of an empty answer."""

    not_: "Check" = Field(alias="not")


KINDS: dict[str, type[BaseModel]] = {
    "file": File,
    "json": Json,
    "yaml": Yaml,
    "toml": Toml,
    "xml": Xml,
    "dependency": Dependency,
    "regex": RegexCheck,
    "absent": Absent,
    "query": Query,
    "tsx": Tsx,
    "html": Html,
    "import": Import,
    "parses": Parses,
    "links": Links,
    "section": Section,
    "mentions": Mentions,
    "words": Words,
    "dialogue": OfDialogue,
    "all": AllOf,
    "any": AnyOf,
    "not": Not,
}


def _kind(value: Any) -> str | None:
    if isinstance(value, BaseModel):
        return next(name for name, kind in KINDS.items() if type(value) is kind)
    found = [name for name in KINDS if isinstance(value, dict) and name in value]
    return found[0] if len(found) == 1 else None


Check = Annotated[
    Annotated[File, Tag("file")]
    | Annotated[Json, Tag("json")]
    | Annotated[Yaml, Tag("yaml")]
    | Annotated[Toml, Tag("toml")]
    | Annotated[Xml, Tag("xml")]
    | Annotated[Dependency, Tag("dependency")]
    | Annotated[RegexCheck, Tag("regex")]
    | Annotated[Absent, Tag("absent")]
    | Annotated[Query, Tag("query")]
    | Annotated[Tsx, Tag("tsx")]
    | Annotated[Html, Tag("html")]
    | Annotated[Import, Tag("import")]
    | Annotated[Parses, Tag("parses")]
    | Annotated[Links, Tag("links")]
    | Annotated[Section, Tag("section")]
    | Annotated[Mentions, Tag("mentions")]
    | Annotated[Words, Tag("words")]
    | Annotated[OfDialogue, Tag("dialogue")]
    | Annotated[AllOf, Tag("all")]
    | Annotated[AnyOf, Tag("any")]
    | Annotated[Not, Tag("not")],
    Discriminator(
        _kind,
        custom_error_type="check_kind",
        custom_error_message=f"a check has exactly one of the keys {', '.join(KINDS)}",
    ),
]
for _model in (AllOf, AnyOf, Not):
    _model.model_rebuild()
