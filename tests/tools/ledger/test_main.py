"""tools.ledger: its output agrees with the files, and no command loses a paid answer."""

import csv
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from filelock import FileLock

from assay.config import paths
from assay.ledger.entry import HEADER, LedgerEntry, entry_line
from assay.ledger.store import open_ledger
from assay.records.hashing import content_hash
from assay.records.pipeline import Response, ToolCall, Usage
from tests.conftest import FakeServer
from tests.forked import Forked
from tests.project import BUILT_IN_RUN, FILES, ROOT, Project
from tools.ledger.__main__ import main

STORE = paths.local_ledger("generate", "m")
PUBLISHED = paths.published_ledger("generate", "m")
HOSTILE = "\x1b[31m=1+1\x07[bold]"


class ToolOutput(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    params = {"models": ["m"], "panel": ["checks"], "suite": "mini", "attempts": 1, "seed": 1}
    Path("params.yaml").write_text(yaml.safe_dump(params))
    return tmp_path


@pytest.fixture
def tool(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*arguments: object) -> ToolOutput:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        return ToolOutput(code, *capsys.readouterr())

    return run


def answer(
    number: int, text: str = "an answer", *, test: str = "T", cost: float | None = 0.25, **more: Any
) -> LedgerEntry:
    request = {
        "model": "openai/m",
        "messages": [{"role": "user", "content": f"first {number}\nsecond\nthird\nfourth\nlast"}],
        "params": {"temperature": 0.5},
    }
    response = Response(text=text, usage=Usage(input=1000, output=10), cost_usd=cost, **more)
    about = {"model": "m", "test": test, "attempt": 1, "prompt": f"prompt of {test}"}
    return LedgerEntry(key=content_hash(request), about=about, request=request, response=response)


def verdict(number: int) -> LedgerEntry:
    request = {
        "model": "openai/j",
        "messages": [{"role": "user", "content": f"judge {number}"}],
        "attempt": 1,
    }
    about = {"judge": "j" * 64, "judge_name": "strict", "subject": "s", "criteria": ["c1", "c2"]}
    return LedgerEntry(
        key=content_hash(request),
        about=about | {"model": "m", "test": "T", "attempt": 1},
        request=request,
        response=Response(text="{}"),
    )


def put(path: Path, *entries: LedgerEntry, end: bytes = b"") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(HEADER + "".join(map(entry_line, entries)).encode() + end)


def locked(stage: str = "generate", model: str = "m") -> dict[str, str]:
    """The answers by key, as a stage finds them."""
    with open_ledger(stage, model) as ledger:
        return {entry.key: entry.response.text for entry in ledger.entries()}


def snapshot() -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in Path().rglob("*")
        if path.is_file() and path.suffix != ".lock"
    }


def read_csv(path: str) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def cells(out: str) -> list[list[str]]:
    """The rows of a printed table."""
    lines = [line for line in out.splitlines() if line.startswith("│")]
    return [[cell.strip() for cell in line.strip("│").split("│")] for line in lines]


def test_list_shows_every_call_of_both_places_once_and_the_totals(tool: Any) -> None:
    put(STORE, answer(1, time="2026-02-03T04:05:06+00:00"), answer(2, cost=None))
    put(PUBLISHED, answer(2, cost=None), answer(3, test="Other"))
    put(paths.local_ledger("judge", "m"), verdict(1))
    told = tool("list")
    rows = cells(told.out)
    assert told.code == 0 and not told.err
    first = ["generate", "m", "T", "1", "–", "2026-02-03 04:05", "1,000", "10", "0.2500"]
    assert [answer(1).key[:12], *first] in rows
    assert [row[0] for row in rows if row[1] == "judge"] == [verdict(1).key[:12]]
    assert next(row[5] for row in rows if row[1] == "judge") == "strict"
    assert rows[-1][0] == "4 calls" and rows[-1][7:] == ["3,000", "30", "0.5000"]
    assert "without 1 call of unknown price" in told.out


@pytest.mark.parametrize(
    "options, expected",
    [
        (["--stage", "judge"], [verdict(1)]),
        (["--model", "n"], [answer(4)]),
        (["--test", "Other"], [answer(3, test="Other")]),
        (["--test", "nothing"], []),
        (["--stage", "generate", "--model", "m"], [answer(1), answer(3)]),
    ],
)
def test_list_filters(tool: Any, options: list[str], expected: Sequence[LedgerEntry]) -> None:
    put(STORE, answer(1), answer(3, test="Other"))
    put(paths.local_ledger("generate", "n"), answer(4))
    put(paths.local_ledger("judge", "m"), verdict(1))
    told = tool("list", *options)
    assert {row[0] for row in cells(told.out)[:-1]} == {entry.key[:12] for entry in expected}


def test_what_a_model_wrote_never_reaches_the_terminal_as_a_command(tool: Any) -> None:
    hostile = answer(1, HOSTILE, test=HOSTILE, reported_model=HOSTILE, time=HOSTILE)
    put(STORE, hostile)
    for command in (["list"], ["show", hostile.key], ["show", hostile.key, "--full"]):
        told = tool(*command)
        assert told.code == 0 and "\x1b" not in told.out and "\x07" not in told.out
    assert "[bold]" in tool("list").out


def test_list_and_export_leave_damaged_lines_out_and_say_so(tool: Any) -> None:
    put(STORE, answer(1), end=entry_line(answer(2)).replace("an answer", "changed").encode())
    for command in ("list", "export"):
        told = tool(command)
        assert answer(1).key[:12] in told.out and answer(2).key[:12] not in told.out
        assert (
            f"1 damaged line left out, the first at {STORE}:3: python -m tools.ledger verify"
            in told.err
        )


def test_keep_takes_published_ledgers_in_and_quietly_says_only_what_is_wrong(tool: Any) -> None:
    put(PUBLISHED, answer(1))
    assert tool("keep", "--quiet") == (0, "", "")
    assert STORE.read_bytes() == PUBLISHED.read_bytes()
    put(PUBLISHED, answer(1), end=entry_line(answer(2)).replace("answer", "other").encode())
    quiet = tool("keep", "--quiet")
    assert quiet.code == 0 and "this ledger line was damaged" in quiet.err
    loud = tool("keep")
    assert loud.code == 1 and "this ledger line was damaged" in loud.err


def test_verify_is_silent_about_whole_ledgers_and_changes_nothing(tool: Any) -> None:
    put(STORE, answer(1), end=entry_line(answer(2)).encode()[:-1])  # all but the line end: whole
    put(PUBLISHED, answer(2), answer(1))
    before = snapshot()
    assert tool("verify") == (0, "verify: 2 files, 4 lines, 0 findings, 0 notes\n", "")
    assert snapshot() == before


def test_verify_names_every_damage_with_file_line_and_remedy(tool: Any) -> None:
    wrong_key = answer(7).model_copy(update={"key": "0" * 64})
    damaged = entry_line(answer(2)).replace("an answer", "a better answer").encode()
    put(
        STORE,
        answer(1),
        wrong_key,
        verdict(1),
        answer(1, "paid again"),
        end=damaged + b"\xff\n" + entry_line(answer(3)).encode()[:50],
    )
    put(
        PUBLISHED,
        answer(1),
        answer(2),
        end=entry_line(answer(4)).replace("an answer", "x").encode(),
    )
    before = snapshot()
    told = tool("verify")
    found = {place: line for line in told.out.splitlines() for place in [line.split(": ")[0]]}
    assert told.code == 1 and snapshot() == before
    assert (
        "its key is not the hash of its request" in found[f"{STORE}:3"]
        and "delete the line" in found[f"{STORE}:3"]
    )
    assert "it is an entry of judge, not of generate" in found[f"{STORE}:4"]
    assert f"another answer to the same request as {STORE}:2" in found[f"{STORE}:5"]
    assert f"nothing is lost: {PUBLISHED}:3 has the call whole" in found[f"{STORE}:6"]
    assert "UTF-8" in found[f"{STORE}:7"]
    assert "torn: nothing to do" in found[f"{STORE}:8"]
    assert "to pay for that one call again" in found[f"{PUBLISHED}:4"]
    assert told.out.splitlines()[-1].startswith("verify: 2 files, 10 lines, 7 findings, ")


def test_verify_tells_how_the_two_places_differ_and_calls_it_no_error(tool: Any) -> None:
    put(STORE, answer(1), answer(2), answer(3, "here"), answer(1))
    put(PUBLISHED, answer(3, "there"), answer(4))
    told = tool("verify")
    keys = ", ".join(sorted([answer(1).key[:12], answer(2).key[:12]]))
    assert told.code == 0
    assert f"note: {STORE}: 2 calls ({keys}) not in {PUBLISHED}" in told.out
    assert f"note: {PUBLISHED}: 1 call ({answer(4).key[:12]}) not in {STORE}" in told.out
    assert f"note: {PUBLISHED}:2: another answer than {STORE}:4" in told.out
    assert f"note: {STORE}:5: repeats {STORE}:2" in told.out


def test_verify_reports_a_file_that_cannot_be_read_and_reads_the_others(tool: Any) -> None:
    PUBLISHED.mkdir(parents=True)
    put(STORE, answer(1))
    told = tool("verify")
    assert told.code == 1 and f"{PUBLISHED}: cannot be read (Is a directory)" in told.out
    assert "1 line, 1 finding" in told.out


def test_show_explains_a_call_by_the_beginning_of_its_key(tool: Any) -> None:
    call = ToolCall(id="c", name="write_file", arguments='{"path": "a.js"}')
    one = answer(
        1, "line\n" * 9, tool_calls=(call,), finish_reason="length", prices="config", latency_s=1.5
    )
    put(STORE, answer(2), one)
    put(PUBLISHED, one)
    told = tool("show", one.key[:10].upper())
    assert told.code == 0
    for part in (
        one.key,
        "generate, model m, test T, attempt 1",
        f"{STORE}:3",
        f"{PUBLISHED}:2",
        "openai/m",
        "temperature 0.5",
        "message 1, user: 5 lines, 32 characters\n",
        "  | first 1\n  | second\n  | …\n  | fourth\n  | last\n",
        "finish reason length",
        "1000 in (0 cached), 10 out (0 reasoning); $0.2500 by config",
        "took 1.5 s",
        "text: 9 lines, 45 characters",
        '  > write_file {"path": "a.js"}',
    ):
        assert part in told.out, part


def test_show_full_is_everything_as_json(tool: Any) -> None:
    put(STORE, answer(1, "ünï"))
    put(paths.local_ledger("generate", "twin"), answer(1, "another"))
    shown = json.loads(tool("show", answer(1).key, "--full").out)
    assert [(one["ledger"], one["response"]["text"]) for one in shown] == [
        ("m", "ünï"),
        ("twin", "another"),
    ]
    assert shown[0]["places"] == [f"{STORE}:2"] and shown[0]["request"] == answer(1).request


def test_show_lists_the_keys_that_a_short_beginning_may_mean(tool: Any) -> None:
    entries = [answer(number) for number in range(17)]  # 17 keys of 16 digits: two begin alike
    put(STORE, *entries)
    first = [entry.key[0] for entry in entries]
    digit = next(digit for digit in first if first.count(digit) > 1)
    told = tool("show", digit)
    assert (
        told.code == 1
        and f"{first.count(digit)} keys begin with '{digit}': give more of it" in told.err
    )
    for entry in entries:
        assert (entry.key[:16] in told.err) == (entry.key[0] == digit)


def test_export_is_one_row_a_call_without_texts(tool: Any) -> None:
    put(STORE, answer(1, "secret words", cost=None), answer(2, "=SUM(A1)"))
    told = tool("export", "--output", "calls.csv")
    assert told == (0, "calls.csv: 2 calls\n", "")
    rows = {row["key"]: row for row in read_csv("calls.csv")}
    assert set(rows) == {answer(1).key, answer(2).key}
    assert rows[answer(1).key]["cost_usd"] == "" and rows[answer(2).key]["cost_usd"] == "0.25"
    assert (
        rows[answer(1).key]["tokens_in"] == "1000"
        and rows[answer(1).key]["characters_answered"] == "12"
    )
    assert (
        "secret" not in Path("calls.csv").read_text()
        and "first" not in Path("calls.csv").read_text()
    )
    assert tool("export").out == Path("calls.csv").read_text()


def test_export_with_texts_has_no_formula_for_a_spreadsheet(tool: Any) -> None:
    put(STORE, answer(1, '=HYPERLINK("x")'))
    tool("export", "--texts", "--output", "a.csv")
    tool("export", "--texts", "--output", "a.jsonl")
    (row,) = read_csv("a.csv")
    assert row["answered"] == '\'=HYPERLINK("x")' and row["asked"].startswith(
        "[user] first 1\nsecond"
    )
    (value,) = map(json.loads, Path("a.jsonl").read_text().splitlines())
    assert value["answered"] == '=HYPERLINK("x")' and value["cost_usd"] == 0.25


def test_merge_takes_what_is_new_and_overwrites_nothing(tool: Any) -> None:
    put(STORE, answer(1), answer(2, "mine"))
    put(
        Path("theirs/ledger/generate/m.jsonl"), answer(1), answer(2, "theirs"), answer(3), answer(3)
    )
    put(Path("theirs/ledger/judge/new.jsonl"), verdict(1))
    theirs = {path: data for path, data in snapshot().items() if path.startswith("theirs")}
    told = tool("merge", "theirs")
    assert told.code == 0
    assert "generate/m.jsonl: 1 taken over, 2 already there, 1 differing, 0 refused" in told.out
    assert "judge/new.jsonl: 1 taken over, 0 already there, 0 differing, 0 refused" in told.out
    assert (
        f"generate/m.jsonl:3: key {answer(2).key[:12]} is answered differently here: what is "
        f"here stays" in told.out
    )
    expected = {answer(1).key: "an answer", answer(2).key: "mine", answer(3).key: "an answer"}
    assert locked() == expected and locked("judge", "new") == {verdict(1).key: "{}"}
    assert {path: data for path, data in snapshot().items() if path.startswith("theirs")} == theirs
    assert PUBLISHED.read_bytes().count(b"\n") == 4, "the published copy has them too"
    again = snapshot()
    assert (
        "0 taken over, 3 already there, 1 differing"
        in tool("merge", "theirs/ledger/generate/m.jsonl").out
    )
    assert snapshot() == again


def test_merge_refuses_every_line_that_is_not_whole(tool: Any) -> None:
    put(STORE, answer(1))
    damaged = entry_line(answer(2)).replace("an answer", "edited").encode()
    wrong_key = answer(7).model_copy(update={"key": "0" * 64})
    torn = entry_line(answer(3)).encode()[:-5]
    put(Path("x/generate/m.jsonl"), wrong_key, verdict(1), answer(4), end=damaged + torn)
    told = tool("merge", "x")
    assert told.code == 1 and "1 taken over, 0 already there, 0 differing, 4 refused" in told.out
    for line in (2, 3, 5, 6):
        assert f"x/generate/m.jsonl:{line}: refused: " in told.out
    assert set(locked()) == {answer(1).key, answer(4).key}


def test_merge_does_not_touch_a_store_that_is_itself_damaged(tool: Any) -> None:
    put(
        STORE,
        end=entry_line(answer(2)).replace("an answer", "edited").encode()
        + entry_line(answer(1)).encode(),
    )
    put(Path("x/generate/m.jsonl"), answer(3))
    before = snapshot()
    told = tool("merge", "x")
    assert told.code == 1 and f"ledger: error: {STORE}:2: this ledger line was damaged" in told.err
    assert snapshot() == before


def test_merge_waits_for_the_stage_that_holds_the_ledger(folder: Path) -> None:
    put(Path("x/generate/m.jsonl"), answer(1))
    STORE.parent.mkdir(parents=True)
    command = [sys.executable, "-m", "tools.ledger", "merge", "x"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with FileLock(STORE.with_suffix(".lock")):
        waiting = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert waiting.stderr and "another process is writing; waiting" in waiting.stderr.readline()
        assert not STORE.exists()
    out, _ = waiting.communicate()
    assert waiting.returncode == 0 and "1 taken over" in out
    assert set(locked()) == {answer(1).key}


def test_prune_only_says_what_would_go_until_it_is_told_yes(tool: Any) -> None:
    old, new = (
        answer(1, time="2020-01-01T00:00:00+00:00"),
        answer(2, time="2999-01-01T00:00:00+00:00"),
    )
    put(STORE, old, new, answer(3), end=b"damaged\n")
    put(PUBLISHED, new, old)
    before = snapshot()
    told = tool("prune", "--older-than", 30)
    assert told.code == 0 and snapshot() == before
    assert (
        "generate m: 1 call would go ($0.2500), 2 stay" in told.out
        and "nothing was changed; add --yes" in told.out
    )
    told = tool("prune", "--older-than", 30, "--yes")
    (aside,) = STORE.parent.glob("m.pruned-*.jsonl")
    assert told.code == 0 and f"generate m: 1 call moved to {aside} ($0.2500), 2 stay" in told.out
    assert aside.read_text() == HEADER.decode() + entry_line(old)
    assert (
        STORE.read_text() == HEADER.decode() + entry_line(new) + entry_line(answer(3)) + "damaged\n"
    )
    assert PUBLISHED.read_text() == HEADER.decode() + entry_line(new)
    assert "nothing to move" in tool("prune", "--older-than", 30, "--yes").out


def test_what_was_pruned_is_no_ledger_of_its_own_and_merge_brings_it_back(tool: Any) -> None:
    put(STORE, answer(1, time="2020-01-01T00:00:00+00:00"))
    tool("prune", "--older-than", 0, "--yes")
    (aside,) = STORE.parent.glob("m.pruned-*.jsonl")
    assert (
        locked() == {}
        and "0 calls" in tool("list").out
        and "verify: 2 files, 0 lines" in tool("verify").out
    )
    assert "1 taken over" in tool("merge", aside).out
    assert set(locked()) == {answer(1).key}


@pytest.mark.parametrize(
    "command, message",
    [
        ([], "COMMAND: see python -m tools.ledger --help"),
        (["lsit"], "invalid choice: 'lsit'"),
        (["list", "--model", "mm"], "--model: there is no ledger of 'mm' (did you mean 'm'?)"),
        (["list", "--stage", "score"], "invalid choice: 'score'"),
        (["show", "zz"], "no call's key begins with 'zz': python -m tools.ledger list shows keys"),
        (["export", "--output", "x.xls"], "x.xls: end its name in .csv or .jsonl"),
        (["export", "--output", str(STORE)], f"{STORE}: a ledger lies there"),
        (["export", "--output", ".assay/../outputs/ledger/x.csv"], "a ledger lies there"),
        (["merge", "nowhere"], "nowhere: there is no such file or folder"),
        (["merge", "."], "m!.jsonl: 'm!' cannot be the name of a model"),
        (["merge", "params.yaml"], "params.yaml: is it generate's or judge's?"),
        (
            ["merge", "empty"],
            "empty: contains no ledger: it must have files like generate/<model>.jsonl",
        ),
        (["prune"], "one of the arguments --older-than --keep-suite is required"),
        (["prune", "--older-than", "-1"], "--older-than"),
        (
            ["prune", "--older-than", "99999999999999999999"],
            "is not a number of days from 0 to 36500",
        ),
        (["prune", "--older-than", "1", "--keep-suite"], "not allowed with"),
        (["prune", "--keep-suite"], "params.yaml: "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_is_one_line_and_changes_nothing(
    tool: Any, command: list[str], message: str
) -> None:
    put(STORE, answer(1))
    put(Path("foreign/generate/m!.jsonl"), answer(2))
    Path("empty").mkdir()
    before = snapshot()
    told = tool(*command)
    assert told.code == 1 and message in told.err
    assert told.err.startswith("ledger: error: ") and not told.out
    assert snapshot() == before


def test_outside_the_repository_it_says_where_to_run(tool: Any) -> None:
    Path("params.yaml").unlink()
    assert "params.yaml is missing: run from the root of the repository" in tool("list").err


@pytest.fixture
def mini(tmp_path: Path, server: FakeServer, forked: Forked) -> Project:
    """A project of three tests whose stages run by hand, with a remote model and a remote judge."""
    return prepared(tmp_path / "mini", server, forked)


def prepared(root: Path, server: FakeServer, forked: Forked) -> Project:
    project = Project(root, server.url, forked.path)
    for name in ("assay", "stages", "tools", "conf"):
        shutil.copytree(
            ROOT / name,
            root / name,
            ignore=shutil.ignore_patterns("__pycache__", "node_modules", "suite"),
        )
    for path, text in FILES.items():
        project.write(path, text)
    project.params(**BUILT_IN_RUN | {"models": ["strong"], "panel": ["judge-kind"]})
    project.remote("model", "strong")
    project.remote("judge", "judge-kind")
    return project


def run(project: Project, *overrides: str) -> str:
    """Everything up to the verdicts; what generate and judge printed."""
    project.stage("render", check=True)
    out = project.stage("generate", "model=strong", *overrides, check=True).stdout
    project.stage("extract", "model=strong", check=True)
    return out + project.stage("judge", "model=strong", *overrides, check=True).stdout


@pytest.mark.slow
def test_what_stages_paid_is_whole_and_a_colleagues_run_needs_no_call(
    mini: Project,
    server: FakeServer,
    forked: Forked,
    tmp_path: Path,
    tool: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run(mini)
    paid = sum(server.count().values())
    server.mark()
    colleague = prepared(tmp_path / "colleague", server, forked)
    monkeypatch.chdir(colleague.root)
    assert tool("merge", mini.root / ".assay").code == 0
    assert tool("verify").out == f"verify: 4 files, {2 * paid} lines, 0 findings, 0 notes\n"
    assert f"{paid} calls" in tool("list").out
    assert ", 0 new, " in run(colleague, "calls.mode=replay") and server.calls() == []
    verdicts = "outputs/verdicts/strong.jsonl"
    assert colleague.read(verdicts) == mini.read(verdicts)


@pytest.mark.slow
def test_keep_suite_keeps_what_the_suite_asks_as_it_is_now(
    mini: Project, server: FakeServer, tool: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(mini)
    monkeypatch.chdir(mini.root)
    assert "nothing to move" in tool("prune", "--keep-suite").out
    mini.replace("scenarios/code_explanation/Explain.md", "Describe", "Explain")
    mini.write("conf/suite/mini.yaml", "tests: [Port-Mini, Explain-Other]\n")
    told = tool("prune", "--keep-suite", "--yes")
    assert (
        told.code == 0
        and "generate strong: 6 calls moved" in told.out
        and "judge strong: 2 calls moved" in told.out
    )
    rows = [row for row in cells(tool("list").out)[:-1] if row[0] != "key"]
    assert [(row[1], row[3]) for row in rows] == [("generate", "Port-Mini"), ("judge", "Port-Mini")]
    server.mark()
    run(mini)
    assert server.count() == {"strong": 1, "judge-kind": 1}, "the edited prompt alone is asked"


def test_merge_takes_a_colleagues_ledger_under_the_name_that_the_model_has_here(tool: Any) -> None:
    colleagues = answer(1).model_copy(
        update={"purpose": answer(1).purpose.model_copy(update={"model": "theirs"})}
    )
    put(Path("anna/generate/m.jsonl"), colleagues)
    assert tool("merge", "anna").code == 0
    assert list(locked()) == [answer(1).key]
    with open_ledger("generate", "m") as ledger:
        assert [entry.purpose.model for entry in ledger.entries()] == ["m"]
