"""What Assay brings: suites, their tests, and data sets. All other content is a team's own.

The rules for what is shipped (how many criteria, how many of them with a check) are advice for
what a team adds.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath

from stages.lib.content.scenarios import load_suite

SUITES = ("backend", "full", "languages", "local", "smoke")
UNTESTED = (
    *("AngularCalendar", "AngularCosmoAdmin", "AngularCosmoMenu"),
    *("ReactBookmarks", "ReactNavbar", "ReactPodcastItem"),
)
"""Shipped data sets that no test is about."""


@dataclass(frozen=True)
class Shipped:
    """The ids of all tests of the shipped suites, and what follows from them."""

    tests: frozenset[str]

    @cached_property
    def scenarios(self) -> frozenset[str]:
        return frozenset(test.partition("-")[0] for test in self.tests)

    @cached_property
    def datasets(self) -> frozenset[str]:
        tested = {test.partition("-")[2] for test in self.tests} - {""}
        return frozenset({*tested, *UNTESTED})

    def is_own(self, path: PurePath) -> bool:
        """Whether a team added this file of the content. `path`: from the repository's root."""
        match path.parts:
            case ("datasets", name, *_):
                return name not in self.datasets
            case ("scenarios", _, ("gold" | "second"), name, *_):
                return name.partition(".")[0] not in self.tests
            case ("scenarios", _, name) if name.endswith(".md") and name != "system.md":
                return name.removesuffix(".md") not in self.scenarios
            case ("criteria", "behaviours", name) if name.endswith(".spec.ts"):
                return name.removesuffix(".spec.ts") not in self.datasets | self.scenarios
            case ("criteria", _, name) if name.endswith(".yaml"):
                return name.removesuffix(".yaml") not in self.tests
            case ("conf", "suite", name):
                return name.removesuffix(".yaml") not in SUITES
        return False


def shipped() -> Shipped:
    """What the shipped suites name. AssayError if one of them is missing or wrong."""
    return Shipped(frozenset(test for suite in SUITES for test in load_suite(suite)))
