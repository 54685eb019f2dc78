"""The store charges what its rules say; each command has a process of its own; replies decide."""

from types import ModuleType

import pytest

from tests.tools.new.hard.conftest import failed
from tools.new.hard.bill import BOUNDS, parts_of
from tools.new.hard.content import HardParts
from tools.new.hard.program import CANARY, Level

pytestmark = pytest.mark.usefixtures("shipped")
LEVELS = [
    Level(modules=[], mutants=0, planted=0, needs=1, services=depth + 2) for depth in range(5)
]


@pytest.fixture(scope="module")
def easiest() -> HardParts:
    return parts_of(LEVELS[1], "1")


@pytest.fixture(scope="module")
def store(easiest: HardParts) -> ModuleType:
    """What a call, a block and its bytes cost is as the seed drew it."""
    found = ModuleType("store")
    exec(easiest.cases["assaycases/store.py"], found.__dict__)
    return found


def tasks_of(parts: HardParts) -> list[str]:
    names = (title.partition("[")[2].partition("-")[0] for title in parts.titles)
    return list(dict.fromkeys(names))


def kept(parts: HardParts, text: str, seconds: int = 120) -> set[str]:
    """The bounds that an answer keeps, as `task-number`."""
    answer = dict.fromkeys(parts.answers["gold"], text)
    found = failed({**parts.given, **answer}, parts.cases, seconds)
    return {
        name
        for task in tasks_of(parts)
        for number in range(1, BOUNDS + 1)
        if f"test_bill[{(name := f'{task}-{number}')}]" not in found
    }


def test_the_canary_is_in_every_file(easiest: HardParts) -> None:
    assert all(CANARY in text for text in (*easiest.given.values(), *easiest.cases.values()))
    assert tasks_of(easiest) == ["sums", "ranks", "feed"]


@pytest.mark.slow
def test_gold_keeps_all_bounds_of_the_highest_level() -> None:
    made = parts_of(LEVELS[4], "1")
    assert tasks_of(made) == ["sums", "ranks", "feed", "rooms", "turns", "notes"]
    (gold,) = made.answers["gold"].values()
    assert len(kept(made, gold, 240)) == BOUNDS * 6


def test_the_plain_way_is_right_and_keeps_no_bound(easiest: HardParts) -> None:
    (plain,) = easiest.answers["plain"].values()
    assert kept(easiest, plain) == set()
    dear = easiest.cases["assaycases/test_bill.py"].replace("(200,", "(100_000,")
    cases = {**easiest.cases, "assaycases/test_bill.py": dear}
    assert kept(easiest._replace(cases=cases), plain) == {"sums-1", "ranks-1", "feed-1"}


def test_a_call_costs_and_so_does_each_block(store: ModuleType) -> None:
    def cost(name: str, *values: object) -> int:
        before = kept_in.bill
        getattr(kept_in, name)(*values)
        paid: int = kept_in.bill - before
        return paid

    kept_in, block = store.Store(), b"x" * store.BLOCK
    assert cost("put", {b"a": b"", b"b": block, b"c": block + b"x"}) == store.CALL + 4 * store.WRITE
    assert cost("put", {b"a": None, b"z": None}) == store.CALL + 2 * store.WRITE
    assert cost("get") == store.CALL
    assert cost("get", b"b", b"c", b"none") == store.CALL + 4
    assert cost("scan", b"b", b"d", 9) == store.CALL + 3
    assert cost("scan", b"b", b"d", 0) == store.CALL + 1


def test_a_scan_is_in_the_order_of_keys_and_ends_before_the_last(store: ModuleType) -> None:
    kept_in = store.Store()
    kept_in.put({key: key for key in (b"c", b"a", b"d", b"b")})
    kept_in.put({b"b": None})
    assert kept_in.scan(b"a", b"d", 9) == [(b"a", b"a"), (b"c", b"c")]
    assert kept_in.scan(b"a", b"d", 1) == [(b"a", b"a")]
    assert kept_in.get(b"b", b"d") == [None, b"d"]


@pytest.mark.parametrize("wrong", [{"text": b""}, {b"": "text"}, {b"x" * 33: b""}, {b"": 3}])
def test_what_is_no_bytes_is_refused_and_costs_nothing(
    store: ModuleType, wrong: dict[bytes, bytes]
) -> None:
    kept_in = store.Store()
    with pytest.raises(ValueError, match="bytes"):
        kept_in.put({b"a": b"b", **wrong})
    assert (kept_in.bill, kept_in.get(b"a")) == (0, [None])


IN_VARIABLES = """
from .services import TASKS
services = {}
def handle(task, command, store):
    service = services.setdefault(task, TASKS[task]())
    return getattr(service, command[0])(*command[1:])
"""
IN_A_FILE = """
import pickle
from pathlib import Path
from .services import TASKS
kept = Path("kept")
def handle(task, command, store):
    service = pickle.loads(kept.read_bytes()) if kept.exists() else TASKS[task]()
    reply = getattr(service, command[0])(*command[1:])
    kept.write_bytes(pickle.dumps(service))
    return reply
"""
IN_SHARED_MEMORY = """
import mmap, pickle
from .services import TASKS
memory = mmap.mmap(-1, 1 << 20)
def handle(task, command, store):
    memory.seek(0)
    service = pickle.load(memory) if any(memory[:9]) else TASKS[task]()
    reply = getattr(service, command[0])(*command[1:])
    memory.seek(0)
    memory.write(pickle.dumps(service))
    return reply
"""


@pytest.mark.parametrize("text", [IN_VARIABLES, IN_A_FILE, IN_SHARED_MEMORY])
def test_what_is_kept_outside_the_store_does_not_last(easiest: HardParts, text: str) -> None:
    assert kept(easiest, text) == set()


@pytest.mark.parametrize(
    "breaks",
    [
        "store.get('text')",
        "store.put({b'': 3})",
        "raise SystemExit",
        "os._exit(0)",
        "os.close(4)",
        "os.write(4, b'[' * 100_000)",
        "os.write(4, b'{}\\n')",
        "while True: pass",
    ],
)
def test_a_right_answer_that_breaks_keeps_no_bound(easiest: HardParts, breaks: str) -> None:
    (gold,) = easiest.answers["gold"].values()
    assert kept(easiest, with_first(gold, breaks)) == set()


def test_a_right_answer_may_print_and_read_what_it_is_not_given(easiest: HardParts) -> None:
    (gold,) = easiest.answers["gold"].values()
    harmless = "print('{\"reply\": 1}'); sys.stdin.read()"
    assert len(kept(easiest, with_first(gold, harmless))) == BOUNDS * len(tasks_of(easiest))


def with_first(gold: str, line: str) -> str:
    """Gold, whose handlers do something else first."""
    wrapped = "\n\ndef handle(task, command, store):\n"
    wrapped += f"    {line}\n    return whole(task, command, store)\n"
    return f"import os, sys\n{gold.replace('def handle(task', 'def whole(task')}{wrapped}"


def test_one_task_that_fails_leaves_the_others(easiest: HardParts) -> None:
    (gold,) = easiest.answers["gold"].values()
    broken = with_first(gold, "if task == 'feed': return 1")
    tasks = {name.partition("-")[0] for name in kept(easiest, broken)}
    assert tasks == {"sums", "ranks"}
