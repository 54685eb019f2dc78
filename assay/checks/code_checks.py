"""Checks that look at parsed code: queries, elements, imports."""

from collections.abc import Iterable, Mapping
from typing import Self

from pydantic import Field, model_validator

from assay.checks.check_kind import Counted, Decision
from assay.checks.fields import Names, QueryLanguage, Regex
from assay.checks.imports import EVERYTHING, is_module
from assay.checks.markup import Element
from assay.checks.patterns import occurs
from assay.checks.subject import Subject
from assay.code.languages import SCRIPT_PATTERNS, query_patterns
from assay.code.queries import compile_query


class Query(Counted):
    """A tree-sitter query over the grammar of `language` has matches."""

    query: str
    language: QueryLanguage = "tsx"

    @model_validator(mode="after")
    def _compiles(self) -> Self:
        compile_query(self.query, self.language)
        return self

    def decide(self, subject: Subject) -> Decision:
        code = subject.code(self.within, query_patterns(self.language))
        places = (
            f"{path}:{line}"
            for path, source in code.items()
            for line in source.matches(self.query, self.language)
        )
        return self.decision_on(places, bool(code))


class ElementCheck(Counted):
    """Elements with this text and these attributes exist."""

    text: str | None = None
    attrs: dict[str, Regex] = {}

    def decision_among(self, names: Names, elements: Mapping[str, Iterable[Element]]) -> Decision:
        """The decision on the elements of each file. The name `*` is any."""
        places = (
            f"{path} <{element.name}>"
            for path, those in elements.items()
            for element in those
            if ("*" in names or element.name in names) and self._fits(element)
        )
        return self.decision_on(places, bool(elements))

    def _fits(self, element: Element) -> bool:
        has_text = self.text is None or _folded(self.text) in _folded(element.text)
        return has_text and all(
            name in element.attrs and occurs(value, element.attrs[name])
            for name, value in self.attrs.items()
        )


class Tsx(ElementCheck):
    """JSX elements of that name exist."""

    tsx: Names

    def decide(self, subject: Subject) -> Decision:
        code = subject.code(self.within, SCRIPT_PATTERNS)
        return self.decision_among(
            self.tsx, {path: source.elements for path, source in code.items()}
        )


class Html(ElementCheck):
    """Such elements exist in HTML files or inline Angular templates."""

    html: Names

    def decide(self, subject: Subject) -> Decision:
        texts = subject.within(self.within)
        return self.decision_among(self.html, {path: source.html for path, source in texts.items()})


class Import(Counted):
    """The module is imported (import, export from, require, import()), with all the `names`."""

    import_: Names = Field(alias="import")
    names: Names | None = None

    def decide(self, subject: Subject) -> Decision:
        code = subject.code(self.within)
        wanted = set(self.names or ())
        places = []
        for path, source in code.items():
            for imported in source.imported:
                is_meant = any(is_module(imported.module, module) for module in self.import_)
                if is_meant and (wanted <= imported.names or EVERYTHING in imported.names):
                    places.append(f"{path} imports {imported.module}")
        return self.decision_on(places, bool(code))


def _folded(text: str) -> str:
    """The text with white space and case folded.

    `&` becomes `|`, because a respelled tree has one for the other.
    """
    return " ".join(text.split()).lower().replace("&", "|")
