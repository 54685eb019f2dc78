"""Where each page of the report lies, as addresses relative to the page that links to it."""

from dataclasses import dataclass

from assay.records.leaderboard_records import Difference
from stages.report.page_text import anchor


@dataclass(frozen=True)
class PageLinks:
    """Addresses from a page whose way to the report's folder is `root`: `""` or `"../"`."""

    root: str = ""

    def page(self, name: str, part: str = "") -> str:
        """One of the pages beside index.html, or a part of it."""
        return f"{self.root}{name}.html{part and f'#{part}'}"

    def test(self, test: str) -> str:
        return f"{self.root}tests/{anchor(test)}.html"

    def answer(self, test: str, model: str, part: str = "") -> str:
        """All attempts of a model at a test, or a part of that page."""
        return f"{self.root}answers/{anchor(test, model)}.html{part and f'#{part}'}"

    def dialogue(self, test: str, model: str, attempt: int) -> str:
        return f"{self.root}dialogues/{anchor(model, test, str(attempt))}.html"

    def model(self, model: str) -> str:
        return f"{self.root}models/{anchor(model)}.html"

    def dataset(self, dataset: str) -> str:
        return f"{self.root}datasets/{anchor(dataset)}.html"

    def category(self, category: str) -> str:
        return f"{self.root}categories/{anchor(category)}.html"

    def pair(self, pair: Difference) -> str:
        """Two models beside each other."""
        return self.page("pairs", pair_id(pair))


def pair_id(pair: Difference) -> str:
    """The id of the pair's row, whichever model is first; by it scripts choose these two."""
    return anchor("two", *sorted((pair.first, pair.second)))
