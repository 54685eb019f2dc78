"""tools.ledger: its output agrees with the calls, and no command loses a paid answer."""

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from assay.config import paths
from assay.ledger.paid_calls import read_ledger
from assay.ledger.request import LedgerEntry
from assay.records.hashing import content_hash, text_hash
from assay.records.pipeline import Response, ToolCall, Usage
from tests.assay.ledger.test_paid_calls import damage, put
from tests.ledgers import segment_files
from tools.ledger.__main__ import main

HOSTILE = "\x1b[31m=1+1\x07[bold]"
HEADER = '{"assay ledger": 1}\n'
OLD = paths.LOCAL_STORE / "generate/m.jsonl"
PUBLISHED = Path("outputs/ledger/generate/m.jsonl")


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


def answer(number: int, text: str = "an answer", cost: float | None = 0.25, **more: Any) -> Any:
    content = f"first {number}\nsecond\nthird\nfourth\nlast"
    request = {
        "model": "openai/m",
        "messages": [{"role": "user", "content": content}],
        "params": {"temperature": 0.5},
    }
    about = {"model": "m", "test": more.pop("test", "T"), "attempt": 1, "prompt": "p"}
    response = Response(text=text, usage=Usage(input=1000, output=10), cost_usd=cost, **more)
    return LedgerEntry(key=content_hash(request), about=about, request=request, response=response)


def verdict(number: int) -> LedgerEntry:
    request = {"model": "openai/j", "messages": [{"role": "user", "content": f"judge {number}"}]}
    about = {"judge": "j" * 64, "judge_name": "strict", "subject": "s", "criteria": ["c1", "c2"]}
    return LedgerEntry(
        key=content_hash(request),
        about=about | {"model": "m", "test": "T", "attempt": 1},
        request=request,
        response=Response(text="{}"),
    )


def known() -> set[str]:
    return {row.key for row in read_ledger().rows()}


def old_line(entry: LedgerEntry) -> str:
    """A line as versions before 5 wrote it."""
    body = json.dumps(entry.model_dump(mode="json"), ensure_ascii=False, sort_keys=True)
    return f'{{"sha256": "{text_hash(body)}", "entry": {body}}}\n'


def put_old(path: Path, *entries: LedgerEntry, end: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEADER + "".join(map(old_line, entries)) + end)


def test_show_lists_every_call_once_and_the_totals(tool: Any) -> None:
    put(paths.LOCAL_STORE, answer(1), answer(2, cost=None))
    put(paths.LEDGER, verdict(3), answer(1))
    shown = tool("show")
    rows = [line for line in shown.out.splitlines() if line.startswith("│")]
    assert len(rows) == 4 and "3 calls" in rows[-1] and "2,000" in rows[-1] and "0.25" in rows[-1]
    assert "without 1 call of unknown price" in shown.out
    assert sum("strict" in row for row in rows) == 1


@pytest.mark.parametrize(
    ("options", "number"),
    [(["--stage", "judge"], 1), (["--test", "U"], 1), (["--model", "m"], 3), (["--model", "n"], 0)],
)
def test_show_filters(tool: Any, options: list[str], number: int) -> None:
    put(paths.LOCAL_STORE, answer(1), answer(2, test="U"), verdict(3))
    assert len(tool("show", "--full", *options).out.splitlines()) == number


def test_what_a_model_wrote_never_reaches_the_terminal_as_a_command(tool: Any) -> None:
    calls = (ToolCall(id="1", name=HOSTILE, arguments=HOSTILE),)
    one = answer(1, HOSTILE, reported_model=HOSTILE, finish_reason=HOSTILE, tool_calls=calls)
    put(paths.LOCAL_STORE, one)
    for arguments in (("show",), ("show", one.key), ("show", "--full"), ("show", HOSTILE)):
        shown = tool(*arguments)
        assert not {"\x1b", "\x07"} & set(shown.out + shown.err)


def test_show_prints_a_call_by_the_beginning_of_its_key_whole_and_line_by_line(tool: Any) -> None:
    one = verdict(1)
    put(paths.LOCAL_STORE, answer(1, "\n".join("abcdefgh")), one)
    shown = tool("show", answer(1).key[:8]).out
    assert "  model: m\n  test: T\n" in shown and "    temperature: 0.5\n" in shown
    assert "content: |-\n      first 1\n      second\n" in shown
    assert "  text: |-\n    a\n    b\n" in shown
    assert "judge_name: strict" in tool("show", one.key).out


def test_show_lists_the_calls_that_a_short_beginning_of_a_key_may_mean(tool: Any) -> None:
    put(paths.LOCAL_STORE, *(answer(number) for number in range(30)))
    keys = [answer(number).key for number in range(30)]
    begin, count = Counter(key[0] for key in keys).most_common(1)[0]
    shown = tool("show", begin).out
    assert count > 1 and f"{count} calls" in shown
    assert all(key[:12] in shown for key in keys if key[0] == begin)
    assert "no call's key begins with 'x'" in tool("show", "x").err


def test_a_damaged_line_is_left_out_and_named(tool: Any) -> None:
    damage(put(paths.LOCAL_STORE, answer(1), answer(2), answer(3)))
    shown = tool("show", "--full")
    assert len(shown.out.splitlines()) == 2 and ":2: this line" in shown.err and shown.code == 0


def test_prune_takes_damaged_lines_out_once_told_yes_and_keeps_every_other_call(tool: Any) -> None:
    put(paths.LOCAL_STORE, answer(4))
    damage(put(paths.LOCAL_STORE, answer(1), answer(2), answer(3)))
    before = {path: path.read_bytes() for path in segment_files()}
    assert read_ledger().absent
    said = tool("prune").out
    assert "1 damaged line: nothing was changed; add --yes" in said
    assert {path: path.read_bytes() for path in segment_files()} == before
    assert "1 damaged line: moved" in tool("prune", "--yes").out
    assert not read_ledger().absent
    assert known() == {answer(number).key for number in (1, 3, 4)}
    assert "nothing to move" in tool("prune", "--yes").out
    (moved,) = Path(".assay/pruned").iterdir()
    shutil.move(moved, paths.LOCAL_STORE)
    assert read_ledger().absent, "moved back, it is there again"


def test_convert_takes_over_every_older_ledger_once(tool: Any) -> None:
    put_old(OLD, answer(1, "mine"), answer(2))
    put_old(PUBLISHED, answer(1, "theirs"), answer(3))
    put_old(Path("outputs/ledger/judge/m.jsonl"), verdict(4))
    put_old(Path("outputs/ledger/judge/gold.jsonl"))
    assert "tools.ledger convert" in read_ledger().absent
    assert "3 files: 4 calls taken over, 1 were there" in tool("convert").out
    ledger = read_ledger()
    assert not ledger.absent and len(known()) == 4
    mine = ledger.find(answer(1).key)
    assert mine and mine == answer(1, "mine")
    assert len({path.name for path in segment_files()}) == 1
    assert "0 files: 0 calls" in tool("convert").out
    assert len(list(Path(".assay/converted").rglob("*.jsonl"))) == 3


def test_convert_names_a_line_that_is_not_whole_and_takes_the_others(tool: Any) -> None:
    torn = old_line(answer(2))[:-9]
    put_old(OLD, answer(1), end=old_line(answer(3)).replace("answer", "ANSWER") + torn)
    converted = tool("convert")
    assert "1 calls taken over" in converted.out and known() == {answer(1).key}
    assert f"{OLD}:3: " in converted.err and f"{OLD}:4: " in converted.err


def test_convert_takes_a_colleagues_file_and_leaves_it(tool: Any) -> None:
    theirs = Path("theirs/generate/other.jsonl")
    put_old(theirs, answer(1))
    for taken in (1, 0):
        assert f"{taken} calls taken over" in tool("convert", theirs).out
    assert theirs.exists() and known() == {answer(1).key}


@pytest.mark.parametrize(
    "arguments",
    [("prune", "all"), ("shw",), ("show", "--stage", "x"), ("convert", "nowhere.jsonl")],
)  # fmt: skip
def test_a_mistake_is_one_line_and_changes_nothing(tool: Any, arguments: tuple[str, ...]) -> None:
    wrong = tool(*arguments)
    assert wrong.code == 1 and wrong.out == "" and len(wrong.err.splitlines()) == 1
    assert wrong.err.startswith("ledger: error: ")
    assert not segment_files()


def test_outside_the_repository_it_says_where_to_run(tool: Any) -> None:
    Path("params.yaml").unlink()
    assert "run from the root of the repository" in tool("show").err
