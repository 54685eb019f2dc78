"""Which attributes the report's templates read, and which of them a rendering has read."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator

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

    class Marking(CodeGenerator):
        def visit_Getattr(self, node: nodes.Getattr, frame: Any) -> None:  # noqa: N802
            node.attr = reads.marked(self.name, node.lineno, node.attr)
            super().visit_Getattr(node, frame)

        def visit_Filter(self, node: nodes.Filter, frame: Any) -> None:  # noqa: N802
            named = [pair.value for pair in node.kwargs if pair.key == "attribute"]
            if node.name in BY_NAME and node.args:
                named.append(node.args[0])
            for constant in named:
                if isinstance(constant, nodes.Const) and isinstance(constant.value, str):
                    constant.value = self._marked(node.lineno, constant.value)
            super().visit_Filter(node, frame)

        def _marked(self, line: int, names: str) -> str:
            """`a.b,c` with a mark on each name; places in tuples are none."""
            chains = [chain.split(".") for chain in names.split(",")]
            return ",".join(
                ".".join(
                    part if part.isdigit() else reads.marked(self.name, line, part)
                    for part in chain
                )
                for chain in chains
            )

    class Recording(StrictEnvironment):
        code_generator_class = Marking

        def getattr(self, obj: Any, attribute: str) -> Any:
            return super().getattr(obj, reads.asked(attribute))

        def getitem(self, obj: Any, argument: Any) -> Any:
            return super().getitem(obj, reads.asked(argument))

    of_report = environment()
    made = Recording(loader=of_report.loader, **OPTIONS)
    made.filters.update(of_report.filters)
    made.tests.update(of_report.tests)
    return made
