"""Score, compare and report the methodology's published results, without a call.

python -m tools.adopt_results BENCH RESULTS [--folder .assay/adopted]

BENCH is the repository with data sets and scenarios, RESULTS the one with criteria, answers and
reports of judges. The folder becomes a project of its own, in which the stages extract to report
run as they do for any other; unmapped.csv lists what counts for nothing, and why.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from assay.answers.tree import remove_tree
from assay.config import paths
from assay.content.criteria import Criterion, criteria_path, load_criteria
from assay.content.scenarios import known_tests
from assay.errors import AssayError
from assay.progress import tracked
from assay.records.exam_records import ExamSheet
from assay.records.hashing import text_hash
from assay.records.jsonl import write_records, write_result, write_text
from assay.records.metrics_rows import rows_csv
from assay.records.pipeline import Answer, Judgement, Metric, Prompt, SourceFile, Verdict
from tools.adopt_results.archive import Archive, ArchivedAnswer, ArchivedItem, Unmapped
from tools.exit_code import exit_code

FOLDER = Path(".assay/adopted")
MARK = "ADOPTED"
SUITE = "adopted"
STAGES = ("extract", "score", "compare", "validity", "report")
CODE = (".js", ".jsx", ".ts", ".tsx", ".html", ".vue", ".css", ".json", ".py")
"""The files of a data set that are measured, or shown beside an answer."""
DEPTH = 6
"""A data set lies at most so many folders deep in BENCH."""


def adopt(bench: Path, results: Path, folder: Path) -> Archive:
    """Make the folder a project with these results. AssayError if they are no such archive."""
    archive = Archive(results)
    archive.read_criteria()
    _lay_out(folder, archive)
    adoption = Adoption(archive, bench, folder)
    models = list[str]()
    for place in tracked("adopt", archive.models()):
        model = _slug(place.name)
        if model in models:
            raise AssayError(f"{place}: another model is called {model} too: rename its folder")
        if adoption.has_answers(place, model):
            models.append(model)
    if not models or not adoption.panel:
        raise AssayError(f"{results}: no answer of Output/ has a report of a judge")
    _write_project(folder, models, sorted(adoption.panel), list(adoption.prompts.values()))
    adoption.note_wordings()
    unmapped = [line._asdict() for line in archive.unmapped]
    write_text(folder / "unmapped.csv", rows_csv(Unmapped._fields, unmapped))
    return archive


class Adoption:
    """Writes the records of one model after another. `prompts` by test, `panel`: all judges."""

    def __init__(self, archive: Archive, bench: Path, folder: Path) -> None:
        self.prompts: dict[str, Prompt] = {}
        self.panel: set[str] = set()
        self._archive = archive
        self._bench = bench
        self._folder = folder
        self._wordings: dict[str, set[str]] = {}
        heads = [test.scenario.head for test in known_tests().values()]
        self._categories = {head.type: head.category for head in heads}
        self._criteria = {
            test.id: load_criteria(folder / criteria_path(test.type, test.id))
            for test in archive.tests.values()
        }

    def has_answers(self, place: Path, model: str) -> bool:
        """Write the model's answers and verdicts; False if there is no answer."""
        answers, judgements = list[Answer](), list[Judgement]()
        for recorded in self._archive.answers(place):
            category = self._categories.get(recorded.test.type)
            if category is None:
                reason = f"no scenario has the type {recorded.test.type}"
                self._archive.note(recorded.file, reason)
                continue
            answers.append(_answer(model, recorded, self._prompt(recorded, category)))
            judgements += self._judgements(answers[-1], recorded)
        self._archive.note_dialogues(place)
        if answers:
            write_records(self._folder / paths.answers(model), answers)
            write_records(self._folder / paths.verdicts(model), judgements)
            write_records(self._folder / paths.executions(model), [])
            config = yaml.safe_dump({"provider": "files"})
            write_text(self._folder / paths.CONF / f"model/{model}.yaml", config)
        return bool(answers)

    def note_wordings(self) -> None:
        """Note the tests whose prompt was recorded in several wordings."""
        for test, wordings in sorted(self._wordings.items()):
            if len(wordings) > 1:
                reason = f"{len(wordings)} wordings of its prompt were recorded; the first is shown"
                self._archive.unmapped.append(Unmapped("", test, reason))

    def _prompt(self, recorded: ArchivedAnswer, category: str) -> Prompt:
        test = recorded.test.id
        self._wordings.setdefault(test, set()).add(text_hash(recorded.prompt))
        if test not in self.prompts:
            self.prompts[test] = _prompt(recorded, category, self._bench)
        return self.prompts[test]

    def _judgements(self, answer: Answer, recorded: ArchivedAnswer) -> Iterator[Judgement]:
        for judge, reports in self._archive.reports(recorded).items():
            self.panel.add(_slug(judge))
            items = {
                metric: self._archive.matched(recorded, metric, listed)
                for metric, listed in reports.items()
            }
            verdicts = tuple(_verdict(each, items) for each in self._criteria[answer.test])
            yield Judgement(
                **answer.name,
                judge=_slug(judge),
                status="judged",
                verdicts=verdicts,
                cost_usd=None,
                calls=1,
            )


def _lay_out(folder: Path, archive: Archive) -> None:
    """Empty the folder, and write what the stages need beside the records."""
    remove_tree(folder)
    shutil.copytree(paths.CONF, folder / paths.CONF)
    write_text(folder / MARK, "Results of the methodology's published archive.\n")
    for test in archive.tests.values():
        steps: dict[str, list[dict[str, object]]] = {}
        for metric, weights in test.weights.items():
            steps[metric] = [
                {"criterion": one, "weight": weight} for one, weight in weights.items()
            ]
        written = yaml.safe_dump({"evaluation_steps": steps}, sort_keys=False)
        write_text(folder / criteria_path(test.type, test.id), written)


def _prompt(recorded: ArchivedAnswer, category: str, bench: Path) -> Prompt:
    """The prompt as it was recorded, with the data set's files if BENCH has them."""
    is_document = category == "code_documentation"
    return Prompt(
        test=recorded.test.id,
        scenario=recorded.test.scenario,
        dataset=recorded.test.dataset,
        category=category,
        type=recorded.test.type,
        title=recorded.test.name,
        answer="document" if is_document else "files",
        system="",
        user=recorded.prompt,
        files=_source(bench, recorded.test.dataset),
        count_html=True,
        sha256=text_hash(recorded.prompt),
        tokens_estimate=len(recorded.prompt) // 4,
    )


def _source(bench: Path, dataset: str | None) -> tuple[SourceFile, ...]:
    """The text files of the folder that has the data set's name; none if BENCH has no such one."""
    for depth in range(DEPTH if dataset else 0):
        for folder in sorted(bench.glob(f"{'*/' * depth}{dataset}")):
            return tuple(
                SourceFile(
                    path=path.relative_to(folder).as_posix(),
                    content=path.read_text(encoding="utf-8", errors="replace"),
                )
                for path in sorted(folder.rglob("*"))
                if path.suffix in CODE and path.is_file() and "node_modules" not in path.parts
            )
    return ()


def _answer(model: str, recorded: ArchivedAnswer, prompt: Prompt) -> Answer:
    return Answer(
        model=model,
        test=prompt.test,
        attempt=1,
        prompt=prompt.sha256,
        status="answered" if recorded.text.strip() else "empty",
        text=recorded.text,
        usage=recorded.usage,
        cost_usd=None,
        latency_s=recorded.seconds,
    )


def _verdict(criterion: Criterion, items: Mapping[Metric, Mapping[str, ArchivedItem]]) -> Verdict:
    """A judge's verdict; a criterion without an item is not judged."""
    item = items.get(criterion.metric, {}).get(criterion.text)
    if item is None:
        return criterion.verdict(None, "")
    verdict = criterion.verdict(item.passed, item.explanation)
    return verdict.model_copy(update={"confidence": item.confidence})


def _write_project(
    folder: Path, models: list[str], panel: list[str], prompts: list[Prompt]
) -> None:
    for judge in panel:
        config = {"litellm_model": f"openai/{judge}"}
        write_text(folder / paths.CONF / f"judge/{judge}.yaml", yaml.safe_dump(config))
    tests = yaml.safe_dump({"tests": [prompt.test for prompt in prompts]})
    write_text(folder / paths.CONF / f"suite/{SUITE}.yaml", tests)
    params = yaml.safe_load(paths.PARAMS.read_text(encoding="utf-8"))
    params |= {"models": models, "panel": panel, "suite": SUITE, "attempts": 1}
    params |= {"execution": "off", "baseline": None}
    write_text(folder / paths.PARAMS, yaml.safe_dump(params, sort_keys=False))
    write_records(folder / paths.PROMPTS, prompts)
    write_result(folder / paths.EXAM, ExamSheet(papers=()))


def _slug(name: str) -> str:
    """The name as models and judges may have it: without dots."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)


def run_stages(folder: Path) -> None:
    """The stages after judge, by hand. AssayError if one failed; it has said why."""
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd())}
    for name in STAGES:
        command = [sys.executable, "-m", f"stages.{name}"]
        if subprocess.run(command, cwd=folder, env=environment, check=False).returncode:
            raise AssayError(f"the stage {name} failed in {folder}")


def main() -> None:
    parser = argparse.ArgumentParser("python -m tools.adopt_results")
    parser.add_argument("bench", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"(default {FOLDER})")
    options = parser.parse_args()
    for place in (options.bench, options.results):
        if not place.is_dir():
            raise AssayError(f"{place}: there is no such folder")
    if options.folder.exists() and not (options.folder / MARK).exists():
        raise AssayError(f"{options.folder} has no adopted results: choose another --folder")
    archive = adopt(options.bench, options.results, options.folder)
    run_stages(options.folder)
    print(f"{len(archive.unmapped)} lines in {options.folder / 'unmapped.csv'} count for nothing")
    print(f"Report: {(options.folder / paths.REPORT / 'index.html').absolute()}")


if __name__ == "__main__":
    sys.exit(exit_code("adopt-results", main))
