"""What Assay brings: suites, their tests, and data sets. All other content is a team's own.

The rules for what is shipped (how many criteria, how many of them with a check) are advice for
what a team adds.
"""

from dataclasses import dataclass

from assay.content.scenarios import load_suite

SUITES = ("backend", "full", "languages", "local", "smoke")
UNTESTED = (
    *("AngularCalendar", "AngularCosmoAdmin", "AngularCosmoMenu"),
    *("ReactBookmarks", "ReactNavbar", "ReactPodcastItem"),
)
"""Shipped data sets that no test is about."""


@dataclass(frozen=True)
class Shipped:
    """The ids of all tests of the shipped suites, and the data sets that Assay brings."""

    tests: frozenset[str]

    @property
    def datasets(self) -> frozenset[str]:
        tested = {test.partition("-")[2] for test in self.tests} - {""}
        return frozenset({*tested, *UNTESTED})


def shipped() -> Shipped:
    """What the shipped suites name. AssayError if one of them is missing or wrong."""
    return Shipped(frozenset(test for suite in SUITES for test in load_suite(suite)))
