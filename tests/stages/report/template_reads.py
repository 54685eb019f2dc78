"""Which attributes the report's templates read, and which of them a rendering has read."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import jinja2
from jinja2 import nodes

from stages.report.page import OPTIONS, StrictEnvironment, environment

BY_NAME = {"selectattr", "rejectattr", "groupby"}
"""Filters whose first argument names an attribute; others have an argument `attribute`."""
MARK = "\0"


class Read(NamedTuple):
    """One place in a template where an attribute is read."""

    template: str
    line: int
    attribute: str


@dataclass
class Reads:
    """The places in all templates, and how often a value was asked for the attribute there."""

    places: list[Read] = field(default_factory=list)
    done: set[int] = field(default_factory=set)

    @property
    def never(self) -> list[Read]:
        return [read for number, read in enumerate(self.places) if number not in self.done]

    def marked(self, template: str | None, line: int, attribute: str) -> str:
        self.places.append(Read(template or "", line, attribute))
        return f"{attribute}{MARK}{len(self.places) - 1}"

    def asked(self, marked: Any) -> Any:
        """The attribute without its mark. The place counts as read."""
        if not isinstance(marked, str) or MARK not in marked:
            return marked
        attribute, _, number = marked.partition(MARK)
        self.done.add(int(number))
        return attribute


def recording_environment(reads: Reads) -> jinja2.Environment:
    """The report's environment, which notes in `reads` what templates read."""

    def mark(template: str | None, line: int, names: str) -> str:
        """`a.b,c` with a mark on each name; places in tuples are none."""
        chains = [chain.split(".") for chain in names.split(",")]
        return ",".join(
            ".".join(
                part if part.isdigit() else reads.marked(template, line, part) for part in chain
            )
            for chain in chains
        )

    class Recording(StrictEnvironment):
        def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
            tree = super()._parse(source, name, filename)
            for read in tree.find_all(nodes.Getattr):
                read.attr = reads.marked(name, read.lineno, read.attr)
            for used in tree.find_all(nodes.Filter):
                named = [pair.value for pair in used.kwargs if pair.key == "attribute"]
                named += used.args[:1] if used.name in BY_NAME else []
                for constant in named:
                    if isinstance(constant, nodes.Const) and isinstance(constant.value, str):
                        constant.value = mark(name, used.lineno, constant.value)
            return tree

        def getattr(self, obj: Any, attribute: str) -> Any:
            return super().getattr(obj, reads.asked(attribute))

        def getitem(self, obj: Any, argument: Any) -> Any:
            return super().getitem(obj, reads.asked(argument))

    of_report = environment()
    made = Recording(loader=of_report.loader, **OPTIONS)
    made.filters.update(of_report.filters)
    made.tests.update(of_report.tests)
    return made
