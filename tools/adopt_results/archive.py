"""The published archive: answers with their recorded prompts, reports of judges, criteria.

It is read as it stands. What fits no format, or matches no criterion word for word, is a line of
`Unmapped`, never a guess.
"""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from assay.config.yaml_files import parse_yaml
from assay.content.criteria import CriteriaFile
from assay.errors import AssayError
from assay.records.pipeline import METRICS, Metric, Usage

ANSWER = "\n### Answer:"
TOKENS = "\n### Tokens:"
TIME = "\n### Execution time:"
RENAMED = {"AngularJSCosmo": "AngularCosmo"}
"""A data set that the criteria call by another name than the answers do."""
LEVELS = "(?:low|avg|average|high)"
_NAME = re.compile(rf"([A-Za-z]+)_(.+)_({LEVELS})_({LEVELS})")
_ITEM = re.compile(r"^\s*[-*] \*\*(Pass|Fail)\*\*(?: \((\d{1,3})\s?%\))?:\s*(.+?)\s*$")
_SECONDS = re.compile(r"\s*(\d+(?:\.\d+)?)")


class Unmapped(NamedTuple):
    """A file or an item that counts for nothing, and why."""

    file: str
    item: str
    reason: str


class ArchivedTest(NamedTuple):
    """One test of the archive. `weights`: its criteria by metric and text."""

    name: str
    scenario: str
    dataset: str | None
    type: str
    weights: Mapping[Metric, Mapping[str, float]]

    @property
    def id(self) -> str:
        return f"{self.scenario}-{self.dataset}" if self.dataset else self.scenario


class ArchivedAnswer(NamedTuple):
    """One recorded answer: the prompt as it was sent, the text, what it took."""

    file: Path
    test: ArchivedTest
    prompt: str
    text: str
    usage: Usage
    seconds: float


class ArchivedItem(NamedTuple):
    """What a judge's report says of one criterion."""

    criterion: str
    passed: bool
    confidence: int | None
    explanation: str


@dataclass
class Archive:
    """The folder with `Output/` and `Criteria/`. `unmapped` grows while it is read."""

    root: Path
    tests: dict[str, ArchivedTest] = field(default_factory=dict)
    unmapped: list[Unmapped] = field(default_factory=list)

    def note(self, file: Path, reason: str, item: str = "") -> None:
        self.unmapped.append(Unmapped(str(file.relative_to(self.root)), item, reason))

    def read_criteria(self) -> None:
        """All tests by their names. AssayError if there is none."""
        for path in sorted(self.root.glob("Criteria/*/*/*_criteria.y*ml")):
            name = path.stem.removesuffix("_criteria")
            try:
                text = path.read_text(encoding="utf-8", errors="replace")
                steps = CriteriaFile.model_validate(parse_yaml(text, str(path)))
            except (AssayError, ValidationError) as error:
                self.note(path, f"no file of criteria: {' '.join(str(error).split())[:200]}")
                continue
            scenario, dataset = _parts(name)
            weights = {metric: self._weights(path, steps, metric) for metric in METRICS}
            test = ArchivedTest(name, scenario, dataset, path.parent.name, weights)
            self.tests[test.id] = test
        if not self.tests:
            raise AssayError(f"{self.root}: there is no Criteria/<language>/<type>/*_criteria.yaml")

    def models(self) -> list[Path]:
        return sorted(path for path in self.root.glob("Output/*") if path.is_dir())

    def answers(self, model: Path) -> Iterator[ArchivedAnswer]:
        """The newest answer of a model to each test. Older ones are noted."""
        newest: dict[str, tuple[str, Path]] = {}
        for path in sorted(model.rglob("*_report_*.md")):
            test = self._test_of(path)
            if test is None:
                self.note(path, "no criteria have the name of its test")
                continue
            run = max((part for part in path.parts if part.startswith("result_")), default="")
            known = newest.get(test.id)
            if known and known[0] > run:
                self.note(path, f"{known[1].relative_to(model)} is newer")
                continue
            if known:
                self.note(known[1], f"{path.relative_to(model)} is newer")
            newest[test.id] = (run, path)
        for test_id, (_, path) in sorted(newest.items()):
            if answer := self._answer(path, self.tests[test_id]):
                yield answer

    def note_dialogues(self, model: Path) -> None:
        """Note each dialogue: the archive has no marks of people, so there is nothing to score."""
        for path in sorted(model.rglob("message_log.json")):
            self.note(path, "a dialogue, which nobody marked")

    def reports(self, answer: ArchivedAnswer) -> dict[str, dict[Metric, list[ArchivedItem]]]:
        """The items of each judge's reports beside the answer, by metric."""
        name = answer.file.name.rpartition("_report_")[0]
        found: dict[str, dict[Metric, list[ArchivedItem]]] = {}
        for path in sorted(answer.file.parent.iterdir()):
            for metric in METRICS:
                if path.name.startswith(f"{name}_") and path.stem.endswith(f"_{metric}"):
                    judge = path.stem.removeprefix(f"{name}_").removesuffix(f"_{metric}")
                    found.setdefault(judge, {})[metric] = self._items(path)
        return found

    def matched(
        self, answer: ArchivedAnswer, metric: Metric, items: list[ArchivedItem]
    ) -> dict[str, ArchivedItem]:
        """The items by the criterion that each equals word for word. The others are noted."""
        wanted = answer.test.weights[metric]
        found: dict[str, ArchivedItem] = {}
        for item in items:
            if item.criterion not in wanted:
                self.note(answer.file, f"no criterion of {metric} has these words", item.criterion)
            elif item.criterion in found:
                self.note(answer.file, f"a second verdict of {metric}", item.criterion)
            else:
                found[item.criterion] = item
        return found

    def _weights(self, path: Path, steps: CriteriaFile, metric: Metric) -> dict[str, float]:
        weights = dict[str, float]()
        for item in getattr(steps.evaluation_steps, metric):
            if item.criterion.strip() in weights:
                self.note(path, f"the criterion stands twice under {metric}", item.criterion)
            weights.setdefault(item.criterion.strip(), item.weight)
        return weights

    def _test_of(self, path: Path) -> ArchivedTest | None:
        scenario, dataset = _parts(path.name.rpartition("_report_")[0])
        return self.tests.get(f"{scenario}-{dataset}" if dataset else scenario)

    def _answer(self, path: Path, test: ArchivedTest) -> ArchivedAnswer | None:
        text = path.read_text(encoding="utf-8", errors="replace")
        prompt, has_answer, rest = text.partition(ANSWER)
        body, has_tokens, end = rest.rpartition(TOKENS)
        if not has_answer or not has_tokens:
            self.note(path, f"it has no {'Tokens' if has_answer else 'Answer'} marker")
            return None
        tokens, _, seconds = end.partition(TIME)
        usage = _usage(tokens)
        if usage is None:
            self.note(path, "its tokens cannot be read, so they count as 0")
        taken = _SECONDS.match(seconds)
        took = float(taken[1]) if taken else 0.0
        return ArchivedAnswer(path, test, prompt, body.strip("\n"), usage or Usage(), took)

    def _items(self, path: Path) -> list[ArchivedItem]:
        text = path.read_text(encoding="utf-8", errors="replace")
        found = _json_items(text) if path.suffix == ".json" else _listed_items(text)
        if not found:
            self.note(path, "it holds no list of verdicts")
        return found


def _parts(name: str) -> tuple[str, str | None]:
    """Scenario and data set of a test's name. A repeated test has `_2` at the end."""
    found = _NAME.fullmatch(name.removesuffix("_2"))
    if found is None:
        return name.removesuffix("_2").replace("_", ""), None
    dataset = found[2]
    for other, usual in RENAMED.items():
        dataset = dataset.replace(other, usual)
    return found[1], dataset


def _usage(text: str) -> Usage | None:
    """Tokens as the archive has them, a Python literal; None if it is none."""
    try:
        value = ast.literal_eval(text.strip())
        counts = {
            key: int(value.get(f"{key}_tokens", 0)) for key in ("input", "output", "reasoning")
        }
    except (ValueError, SyntaxError, TypeError, AttributeError, MemoryError, RecursionError):
        return None
    return Usage(**counts)


def _listed_items(text: str) -> list[ArchivedItem]:
    """`- **Pass** (90%): criterion`, each with its explanation below."""
    items = list[ArchivedItem]()
    for line in text.splitlines():
        if found := _ITEM.match(line):
            confidence = int(found[2]) if found[2] else None
            items.append(ArchivedItem(found[3], found[1] == "Pass", confidence, ""))
        elif items and line.strip():
            said = f"{items[-1].explanation} {line.strip()}".strip()
            items[-1] = items[-1]._replace(explanation=said)
    return items


def _json_items(text: str) -> list[ArchivedItem]:
    """`evaluation_steps: [{criterion, passed, confidence, explanation}]`."""
    try:
        steps = json.loads(text)["evaluation_steps"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []
    return [
        ArchivedItem(
            str(step.get("criterion", "")),
            step["passed"],
            _percent(step.get("confidence")),
            str(step.get("explanation", "")),
        )
        for step in steps
        if isinstance(step, Mapping) and isinstance(step.get("passed"), bool)
    ]


def _percent(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        return None
    return round(value)
