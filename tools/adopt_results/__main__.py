"""Score, compare and report the methodology's published results, without a call.

python -m tools.adopt_results BENCH RESULTS [--folder .assay/adopted]

BENCH is the repository with data sets and scenarios, RESULTS the one with criteria, answers and
reports of judges. The folder becomes a project of its own, in which the stages extract to report
run as they do for any other; unmapped.csv lists what counts for nothing, and why.
"""

import argparse
import csv
import io
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import yaml

from assay.answers.tree import remove_tree
from assay.config import paths
from assay.content.criteria import Criterion, load_criteria
from assay.content.scenarios import known_tests
from assay.errors import AssayError
from assay.progress import tracked
from assay.records.exam_records import ExamSheet
from assay.records.hashing import text_hash
from assay.records.jsonl import write_records, write_result, write_text
from assay.records.pipeline import Answer, Judgement, Prompt, SourceFile, Verdict
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
    types = {test.scenario.head.type: test.scenario.head for test in known_tests().values()}
    prompts = dict[str, Prompt]()
    recorded: Counter[tuple[str, str]] = Counter()
    criteria = {test: _criteria(folder, archive, test) for test in archive.tests}
    panel, models = set[str](), list[str]()
    for place in tracked("adopt", archive.models()):
        model = _slug(place.name)
        if model in models:
            raise AssayError(f"{place}: another model is called {model} too: rename its folder")
        answers, judgements = list[Answer](), list[Judgement]()
        for found in archive.answers(place):
            head = types.get(found.test.type)
            if head is None:
                archive.note(found.file, f"no scenario has the type {found.test.type}")
                continue
            prompt = prompts.setdefault(found.test.id, _prompt(found, head.category, bench))
            recorded[found.test.id, text_hash(found.prompt)] += 1
            answers.append(_answer(model, found, prompt))
            reports = archive.reports(found)
            panel |= {_slug(judge) for judge in reports}
            for judge, items in reports.items():
                by_text: dict[tuple[str, str], ArchivedItem] = {
                    (metric, text): item
                    for metric, listed in items.items()
                    for text, item in archive.matched(found, metric, listed).items()
                }
                judged = _judgement(answers[-1], _slug(judge), by_text, criteria[found.test.id])
                judgements.append(judged)
        archive.dialogues(place)
        if answers:
            models.append(model)
            _write_model(folder, model, answers, judgements)
    if not models or not panel:
        raise AssayError(f"{results}: no answer of Output/ has a report of a judge")
    _write_project(folder, models, sorted(panel), list(prompts.values()))
    for test, count in Counter(test for test, _ in recorded).items():
        if count > 1:
            reason = f"{count} wordings of its prompt were recorded; the first is shown"
            archive.unmapped.append(Unmapped("", test, reason))
    _write_unmapped(folder, archive)
    return archive


def _lay_out(folder: Path, archive: Archive) -> None:
    """Empty the folder, and write what the stages need beside the records."""
    remove_tree(folder)
    shutil.copytree(paths.CONF, folder / paths.CONF)
    write_text(folder / MARK, "Results of the methodology's published archive.\n")
    for test in archive.tests.values():
        steps = {
            str(metric): [{"criterion": text, "weight": weight} for text, weight in items.items()]
            for metric, items in test.weights.items()
        }
        written = yaml.safe_dump({"evaluation_steps": steps}, sort_keys=False)
        write_text(folder / paths.CRITERIA / test.type / f"{test.id}.yaml", written)


def _criteria(folder: Path, archive: Archive, test: str) -> tuple[Criterion, ...]:
    return load_criteria(folder / paths.CRITERIA / archive.tests[test].type / f"{test}.yaml")


def _prompt(found: ArchivedAnswer, category: str, bench: Path) -> Prompt:
    """The prompt as it was recorded, with the data set's files if BENCH has them."""
    is_document = category == "code_documentation"
    return Prompt(
        test=found.test.id,
        scenario=found.test.scenario,
        dataset=found.test.dataset,
        category=category,
        type=found.test.type,
        title=found.test.name,
        answer="document" if is_document else "files",
        system="",
        user=found.prompt,
        files=_source(bench, found.test.dataset),
        count_html=True,
        sha256=text_hash(found.prompt),
        tokens_estimate=len(found.prompt) // 4,
    )


def _source(bench: Path, dataset: str | None) -> tuple[SourceFile, ...]:
    """The text files of the folder that has the data set's name; none if BENCH has no such one."""
    folders = [bench] if dataset else []
    for _ in range(DEPTH):
        folders = [path for one in folders for path in sorted(one.iterdir()) if path.is_dir()]
        for folder in folders:
            if folder.name == dataset:
                return tuple(
                    SourceFile(
                        path=path.relative_to(folder).as_posix(),
                        content=path.read_text(encoding="utf-8", errors="replace"),
                    )
                    for path in sorted(folder.rglob("*"))
                    if path.suffix in CODE and path.is_file() and "node_modules" not in path.parts
                )
    return ()


def _answer(model: str, found: ArchivedAnswer, prompt: Prompt) -> Answer:
    return Answer(
        model=model,
        test=prompt.test,
        attempt=1,
        prompt=prompt.sha256,
        status="answered" if found.text.strip() else "empty",
        text=found.text,
        usage=found.usage,
        cost_usd=None,
        latency_s=found.seconds,
    )


def _judgement(
    answer: Answer,
    judge: str,
    items: Mapping[tuple[str, str], ArchivedItem],
    criteria: tuple[Criterion, ...],
) -> Judgement:
    """One judge on one answer. A criterion without an item is not judged."""
    verdicts = list[Verdict]()
    for criterion in criteria:
        item = items.get((criterion.metric, criterion.text))
        verdict = criterion.verdict(item.passed if item else None, item.explanation if item else "")
        confidence = item.confidence if item else None
        verdicts.append(verdict.model_copy(update={"confidence": confidence}))
    return Judgement(
        model=answer.model,
        test=answer.test,
        attempt=1,
        judge=judge,
        status="judged",
        verdicts=tuple(verdicts),
        cost_usd=None,
        calls=1,
    )


def _write_model(
    folder: Path, model: str, answers: list[Answer], judgements: list[Judgement]
) -> None:
    write_records(folder / paths.answers(model), answers)
    write_records(folder / paths.verdicts(model), judgements)
    write_records(folder / paths.executions(model), [])
    config = {"provider": "files"}
    write_text(folder / paths.CONF / f"model/{model}.yaml", yaml.safe_dump(config))


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


def _write_unmapped(folder: Path, archive: Archive) -> None:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(Unmapped._fields)
    rows.writerows(archive.unmapped)
    write_text(folder / "unmapped.csv", text.getvalue())


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
