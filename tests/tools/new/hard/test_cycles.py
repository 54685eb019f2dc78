"""The machine does what its manual says; gold keeps all bounds, and plain programs none."""

import json
from types import ModuleType

import pytest

from tests.tools.new.hard.conftest import failed
from tools.new.hard.cycles import BOUNDS, CycleParts, parts_of
from tools.new.hard.program import CANARY, Level

pytestmark = pytest.mark.usefixtures("shipped")
LEVELS = [Level(modules=[], mutants=0, planted=0, needs=1, cycles=depth) for depth in range(5)]


@pytest.fixture(scope="module")
def easiest() -> CycleParts:
    return parts_of(LEVELS[1], "1")


@pytest.fixture(scope="module")
def machine(easiest: CycleParts) -> ModuleType:
    """Slots, latencies and delay are as the seed drew them: the tests read them off the module."""
    found = ModuleType("machine")
    exec(easiest.cases["assaycases/machine.py"], found.__dict__)
    return found


def answer(parts: CycleParts, text: str) -> dict[str, str]:
    return {**parts.given, **dict.fromkeys(parts.gold, text)}


def test_the_same_bytes_each_time_with_the_canary_and_easier_tasks_in_harder_levels() -> None:
    made = parts_of(LEVELS[2], "1")
    assert parts_of(LEVELS[2], "1") == made
    assert parts_of(LEVELS[2], "2").given != made.given
    assert all(CANARY in text for text in (*made.given.values(), *made.cases.values()))
    assert made.tasks == ["blend", "mix", "pack", "sort"]
    assert parts_of(LEVELS[1], "1").tasks == made.tasks[:3]


def test_a_secret_seed_stands_nowhere() -> None:
    made = parts_of(LEVELS[1], "very secret")
    assert "very secret" not in "".join([*made.given.values(), *made.cases.values()])


@pytest.mark.slow
def test_gold_keeps_all_bounds_and_plain_programs_are_right_and_keep_none() -> None:
    made = parts_of(LEVELS[4], "1")
    assert failed({**made.given, **made.gold}, made.cases, 600) == set()
    assert len(failed({**made.given, **made.plain}, made.cases, 600)) == BOUNDS * 6
    told = json.loads(made.cases["assaycases/told.json"])
    told["best"] = dict.fromkeys(made.tasks, 100_000)
    cases = {**made.cases, "assaycases/told.json": json.dumps(told)}
    assert failed({**made.given, **made.plain}, cases, 600) == set()


def waits(cycles: int) -> list[str]:
    return [""] * cycles


def left(machine: ModuleType, *lines: str) -> list[int]:
    """The first words of memory after a program; word 5 begins as 7, words 8 to 15 as 8 to 15."""
    memory = [0, 0, 0, 0, 0, 7, 0, 0, *range(8, 16)]
    words: list[int] = machine.run([*lines, "halt"], memory)[1][:4]
    return words


def test_a_register_keeps_its_old_value_until_the_result_is_there(machine: ModuleType) -> None:
    late = machine.LATENCY["load"] - 1
    assert left(machine, "ld s1 0 5", *waits(late - 1), "st s1 0 0", "st s1 0 1")[:2] == [0, 7]
    late = machine.LATENCY["mul"] - 1
    assert left(machine, "set s1 3", "mul s1 s1 4", *waits(late - 1), "st s1 0 0", "st s1 0 1")[
        :2
    ] == [3, 12]


def test_a_line_reads_all_before_it_changes_anything(machine: ModuleType) -> None:
    assert left(machine, "set s1 5", "add s1 s1 1; st s1 0 0; ld s2 0 0", "st s1 0 1")[:2] == [5, 6]
    wait = waits(machine.LATENCY["load"] - 1)
    assert left(machine, "st 9 0 0; ld s2 0 0", *wait, "st s2 0 1")[:2] == [9, 0]


def test_the_lines_after_a_jump_still_run(machine: ModuleType) -> None:
    after = [f"st {number} 0 {number}" for number in range(1, machine.DELAY + 1)]
    lines = ["jmp end", *after, "st 9 0 0", "st 9 0 1", "end: st 8 0 3"]
    expected = [0, *[number if number <= machine.DELAY else 0 for number in (1, 2)], 8]
    assert left(machine, *lines) == expected
    assert left(machine, "jz s1 end", *after, "st 9 0 0", "end: st 8 0 3")[0] == 0
    assert left(machine, "jnz s1 end", *after, "st 9 0 0", "end: st 8 0 3")[0] == 9


def test_lanes_of_one_bank_wait_for_each_other_and_what_is_in_flight_waits_too(
    machine: ModuleType,
) -> None:
    def taken(*lines: str) -> int:
        cycles: int = machine.run([*lines, "halt"], [0] * 64)[0]
        return cycles

    columns = [f"vin v1 v1 {lane * 8} {lane}" for lane in range(8)]
    settled = [line for each in columns for line in (each, *waits(machine.LATENCY["vector"] - 1))]
    assert taken(*settled, "vget v2 v1 0") == taken(*settled, "vget v2 v2 0") + 7
    wait = waits(machine.LATENCY["load"] - 3)
    lines = [*settled, "ld s1 0 5; vset v3 1", "vget v2 v1 0", *wait, "st s1 0 0", "st s1 0 1"]
    assert left(machine, *lines)[:2] == [0, 7]


def test_of_lanes_that_put_to_one_word_the_last_counts(machine: ModuleType) -> None:
    wait = waits(max(machine.LATENCY.values()))
    lines = ["vld v1 0 8; vset v2 2", *wait, "vput v1 v2 0; vext v3 v1 v1 3", *wait, "vout s1 v3 0"]
    assert left(machine, *lines, *wait, "st s1 0 1")[1:3] == [11, 15]


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (["set s1 1; set s2 2; set s3 3; set s4 4"], "more than . of unit alu"),
        (["mul s1 2 2", "LATE set s1 1"], "two results reach s1"),
        (["vld v1 0 4"], "4 is no multiple of 8"),
        (["ld s1 16000 384"], "there is no word 16384"),
        (["vput v1 v2 16384"], "there is no word 16384"),
        (["jmp nowhere"], "no label nowhere"),
        (["jmp a", "a: jmp a"], "a jump while another is under way"),
        (["set s16 1"], "line 1: s16"),
        (["vrot v1 v1 8"], "line 1: 8"),
        (["set s1 4294967296"], "line 1: 4294967296"),
        (["set s1"], "line 1: set s1"),
        (["a: set s1 1", "a: set s1 2"], "line 2: a is a label already"),
        (["a: set s1 1\n; set s2 1"], "line 1: a:"),
        (["a: jmp a", "LATE"], "takes more than 200000 cycles"),
        ([""] * 300, "lines are more than"),
    ],
)
def test_what_a_program_may_not_do(machine: ModuleType, lines: list[str], fault: str) -> None:
    late = {"mul": machine.LATENCY["mul"] - 2, "a: ": machine.DELAY}.get(lines[0][:3], 0)
    spread = [
        line for each in lines for line in ([*waits(late), each[5:]] if "LATE" in each else [each])
    ]
    with pytest.raises(machine.Fault, match=fault):
        machine.run([*spread, "halt"], [])


def test_a_program_without_an_end_is_a_fault(machine: ModuleType) -> None:
    with pytest.raises(machine.Fault, match="runs past the last line"):
        machine.run(["set s1 1"], [])


@pytest.mark.parametrize(
    "text",
    [
        "def program(task):\n    return ['halt']\n",
        "def program(task):\n    return 7\n",
        "def program(task):\n    return open('assaycases/told.json').readlines()\n",
        "def program(task):\n    print('[]')\n    raise SystemExit\n",
        "import os\nos._exit(0)\n",
        "import os\nos.write(3, b'[' * 100_000)\nos._exit(0)\n",
        "import os\nos.write(3, b' ' * (1 << 21))\n",
    ],
)
def test_what_is_no_right_program_keeps_no_bound(easiest: CycleParts, text: str) -> None:
    cases = easiest.cases
    assert len(failed(answer(easiest, text), cases, 60)) == BOUNDS * len(easiest.tasks)


def test_one_task_that_fails_leaves_the_others(easiest: CycleParts) -> None:
    ((path, text),) = easiest.gold.items()
    broken = text.replace("def program(task", "def whole(task")
    broken += "\n\ndef program(task):\n    return whole(task) if task != 'pack' else []\n"
    found = failed({**easiest.given, path: broken}, easiest.cases, 60)
    assert found == {f"test_cycles[pack-{number}]" for number in range(1, BOUNDS + 1)}
