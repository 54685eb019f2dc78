"""Behaviours: the titled tests of what a program does, and their results."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BeforeValidator, Field

from assay.code.syntax import nodes_of, parse_script
from assay.config import paths
from assay.config.settings import Config, as_tuple, did_you_mean, validated
from assay.config.yaml_files import read_utf8, read_yaml
from assay.errors import AssayError
from assay.records.execution_records import Behaviour
from assay.records.hashing import content_hash
from assay.records.untyped import JsonObject
from assay.sandbox.wording import plain

DEFECT = "@defect"
CASES = "cases.yaml"
DATA = (".json", ".yaml", ".yml", ".toml", ".csv", ".txt", ".md", ".xml")
"""Endings of files that hold no tests, whatever their names."""
MESSAGE = 600
NOT_REACHED = "not reached in time"
ROUNDS = (1, 2, 3, 4)
WALK_FILE = re.compile(r" from '\./(walks/[\w.-]+)';")
REPORTS = tuple(f"report-{number}.json" for number in ROUNDS)
STOPPED = "stopped.json"
RESULTS = "results"


@dataclass(frozen=True)
class Spec:
    """A file of behaviours: the titles in order, and those that are a defect of the source.

    `only`: the title of the one behaviour to run; all of them if it is empty. `cases`: the files of
    a folder of test cases, by path; then they are run by the answer's toolchain, and not here.
    `halves`: the file and the folder of cases, of a program that has both.
    """

    path: Path
    text: str
    titles: tuple[str, ...]
    defects: frozenset[str]
    only: str = ""
    cases: Mapping[str, bytes] = field(default_factory=dict)
    halves: tuple["Spec", ...] = ()

    @property
    def parts(self) -> tuple["Spec", ...]:
        """What is run by itself: the halves, or the whole."""
        return self.halves or (self,)

    @property
    def has_cases(self) -> bool:
        return any(part.cases for part in self.parts)

    @property
    def test_files(self) -> tuple[str, ...]:
        """Of the cases' files those that hold tests, by their names."""
        names = ((path, path.rpartition("/")[2].lower()) for path in sorted(self.cases))
        return tuple(
            path
            for path, name in names
            if ("test" in name or "spec" in name) and name != "conftest.py"
            if not name.endswith(DATA)
        )


class CasesConfig(Config):
    """criteria/behaviours/<Program>/cases.yaml.

    `titles`: test cases of the folder, as docs/execution.md names them. `defects`: those of them
    that the legacy source must fail.
    """

    titles: Annotated[tuple[str, ...], BeforeValidator(as_tuple), Field(min_length=1)]
    defects: Annotated[tuple[str, ...], BeforeValidator(as_tuple)] = ()


def load_spec(program: str) -> Spec | None:
    """criteria/behaviours/<Program>.spec.ts and the folder <Program>/; None if there is neither.

    AssayError names the file if it does not parse, or if a title is no plain string or occurs
    twice.
    """
    path = paths.BEHAVIOURS / f"{program}.spec.ts"
    cases = paths.BEHAVIOURS / program / CASES
    page = parsed_spec(path, read_utf8(path)) if path.exists() else None
    if page is None or not cases.exists():
        return _with_cases(cases) if cases.exists() else page
    beside = _with_cases(cases)
    titles = page.titles + beside.titles
    _refuse_repeated(titles, f"{cases}: titles")
    defects = page.defects | beside.defects
    return Spec(path, page.text + beside.text, titles, defects, halves=(page, beside))


def _with_cases(path: Path) -> Spec:
    config = validated(read_yaml(path), CasesConfig, str(path))
    titles, defects = config.titles, frozenset(config.defects)
    _refuse_repeated(titles, f"{path}: titles")
    for title in sorted(defects - {*titles}):
        raise AssayError(
            f"{path}: defects: '{title}' is no title{did_you_mean(title, list(titles))}"
        )
    cases = {
        file.relative_to(path.parent).as_posix(): file.read_bytes()
        for file in sorted(path.parent.rglob("*"))
        if file.is_file() and file != path and "__pycache__" not in file.parts
    }
    whole = {file: content.hex() for file, content in cases.items()}
    return Spec(path, content_hash([titles, sorted(defects), whole]), titles, defects, cases=cases)


def _refuse_repeated(titles: tuple[str, ...], place: str) -> None:
    for title, count in Counter(titles).items():
        if count > 1:
            raise AssayError(f"{place}: '{title}' occurs twice")


def parsed_spec(path: Path, text: str) -> Spec:
    tree = parse_script(text).tree
    if tree.root_node.has_error:
        raise AssayError(f"{path}: does not parse as TypeScript: fix the file")
    titles = list[str]()
    defects = set[str]()
    for call in _test_calls(tree.root_node):
        arguments = call.child_by_field_name("arguments").named_children
        line = call.start_point[0] + 1
        if not arguments or arguments[0].type != "string":
            raise AssayError(f"{path}:{line}: a behaviour's title must be a plain string")
        details = arguments[1].text.decode() if len(arguments) > 2 else ""
        quoted = arguments[0].text.decode("utf-8")[1:-1]
        title = quoted.replace("\\'", "'").replace('\\"', '"').replace("\\\\", "\\")
        if title in titles:
            raise AssayError(f"{path}: the behaviour '{title}' occurs twice")
        titles.append(title)
        defects |= {title} if DEFECT in details else set()
    if not titles:
        raise AssayError(f"{path}: has no behaviour: write test('…', …)")
    imported = [read_utf8(path.parent / name) for name in WALK_FILE.findall(text)]
    return Spec(path, "".join([text, *imported]), tuple(titles), frozenset(defects))


def _test_calls(root: Any) -> Iterator[Any]:
    """Every call of `test(…)` itself, in the order of the text."""
    for node in nodes_of(root):
        function = node.child_by_field_name("function") if node.type == "call_expression" else None
        if function is not None and function.text == b"test":
            yield node


class SpecResult(NamedTuple):
    """The result of a run of a spec: its behaviours, and pictures of failures by file name."""

    behaviours: tuple[Behaviour, ...]
    pictures: Mapping[str, bytes]


def all_of(
    spec: Spec, outcome: Literal["passed", "failed", "not run"], message: str
) -> tuple[Behaviour, ...]:
    decision = Behaviour(title="", outcome=outcome, message=message)
    return tuple(_behaviour(spec, title, decision) for title in spec.titles)


def _behaviour(spec: Spec, title: str, decision: Behaviour, picture: str = "") -> Behaviour:
    changes = {"title": title, "defect": title in spec.defects, "screenshot": picture}
    return decision.model_copy(update=changes)


class Attempt(NamedTuple):
    """What one try of a behaviour came to, as Playwright reports it.

    `status` is passed, failed or open: it was not reached, or not finished.
    """

    status: str
    message: str
    picture: str


def read_reports(spec: Spec, files: Mapping[str, bytes]) -> SpecResult:
    """The behaviours from the rounds' reports.

    One that failed and then passed is flaky, with what its tries came to. One that no round
    finished has a message that says why: it failed if most of those before it did, or if the
    program shows nothing; else the machine was too slow, and it was not run. AssayError if the
    spec itself could not be run.
    """
    reports = [json.loads(files[name]) for name in REPORTS if name in files]
    _refuse_broken(spec, reports)
    attempts = [dict(_attempts(report)) for report in reports]
    unreached = _unreached(files, attempts)
    behaviours: list[Behaviour] = []
    pictures: dict[str, bytes] = {}
    for number, title in enumerate(spec.titles, 1):
        tries = [tried[title] for tried in attempts if title in tried]
        picture = next((each.picture for each in tries if each.status == "failed"), "")
        name = f"{number:02}.png" if picture in files else ""
        if name:
            pictures[name] = files[picture]
        behaviours.append(_behaviour(spec, title, _decided(tries, unreached), name))
    return SpecResult(tuple(behaviours), pictures)


def of_tries(spec: Spec, tries: Mapping[str, list[Attempt]]) -> SpecResult:
    """The behaviours of a spec from the tries of each, without pictures."""
    behaviours = (_behaviour(spec, title, _decided(tries[title], NEVER)) for title in spec.titles)
    return SpecResult(tuple(behaviours), {})


def _refuse_broken(spec: Spec, reports: list[JsonObject]) -> None:
    """AssayError if Playwright found no test, which is a fault of the file of behaviours."""
    for report in reports[:1]:
        if report.get("errors") and not dict(_attempts(report)):
            message = plain(str(report["errors"][0].get("message", ""))).strip()
            raise AssayError(f"{spec.path}: cannot be run: {message[:MESSAGE]}")


def _unreached(files: Mapping[str, bytes], rounds: list[dict[str, Attempt]]) -> Behaviour:
    """What becomes of a behaviour that was not tried, or not to its end."""
    if STOPPED in files:
        reason = json.loads(files[STOPPED])["reason"]
        return Behaviour(title="", outcome="failed", message=f"not tried: {reason}")
    first = [each.status for each in rounds[0].values()] if rounds else []
    by_the_program = first.count("failed") >= first.count("passed")
    return NEVER.model_copy(update={"outcome": "failed"} if by_the_program else {})


def _decided(tries: list[Attempt], unreached: Behaviour) -> Behaviour:
    """The decision by the tries of a behaviour in their order. The first failure says why."""
    finished = [each for each in tries if each.status != "open"]
    if not finished:
        return unreached
    failed = [each for each in finished if each.status == "failed"]
    if not failed:
        return Behaviour(title="", outcome="passed")
    message = failed[0].message
    if len(failed) == len(finished):
        return Behaviour(title="", outcome="failed", message=message)
    passes = tuple(each.status == "passed" for each in finished)
    return Behaviour(title="", outcome="flaky", message=message, tries=passes)


NEVER = Behaviour(title="", outcome="not run", message=NOT_REACHED)
STATUS = {"passed": "passed", "failed": "failed", "timedOut": "failed"}
"""Playwright's words. Anything else was interrupted or not reached."""


def _attempts(suite: JsonObject) -> Iterator[tuple[str, Attempt]]:
    for inner in suite.get("suites", ()):
        yield from _attempts(inner)
    for item in suite.get("specs", ()):
        results = item["tests"][0]["results"]
        last = results[-1] if results else {}
        status = STATUS.get(last.get("status", ""), "open")
        failed = status == "failed"
        message = _message(last) if failed else ""
        yield item["title"], Attempt(status, message, _picture(last) if failed else "")


def _message(result: JsonObject) -> str:
    """The error message, without the log of single attempts, which differs from run to run."""
    text = plain(str(result.get("error", {}).get("message", "it gave no message")))
    return text.partition("Call log:")[0].strip()[:MESSAGE]


def _picture(result: JsonObject) -> str:
    for item in result.get("attachments", ()):
        if item.get("name") == "screenshot" and item.get("path"):
            return str(item["path"]).removeprefix("/app/")
    return ""
