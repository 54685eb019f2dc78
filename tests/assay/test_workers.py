"""Workers: what one item does is its own fault, and never another's."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest

from assay.errors import AssayError
from assay.workers import WorkerBounds, WorkerFault, Workers, outcomes

SMALL = WorkerBounds(cpu_seconds=1, memory_bytes=200 << 20, output_bytes=10_000)


class Pair(NamedTuple):
    number: int
    data: bytes
    share: float


def double(number: int) -> int:
    return 2 * number


def pair(number: int) -> Pair:
    return Pair(number, b"\xff\x00", float("nan"))


def spin(_: int) -> int:
    while True:
        pass


def fill(size: int) -> int:
    return len(bytearray(size))


def fill_in_c(size: int) -> int:
    """As C code that finds no memory does."""
    try:
        return len(bytearray(size))
    except MemoryError:
        os.abort()


def keep(size: int) -> int:
    KEPT.append(b"x" * size)
    return os.getpid()


KEPT: list[bytes] = []


def write(size: int) -> str:
    return "x" * size


def nest(depth: int) -> int:
    json.loads("[" * depth)
    return depth


def work_for(seconds: float) -> int:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return os.getpid()


def leave(code: int) -> int:
    os._exit(code)


def end_by(number: int) -> int:
    os.kill(os.getpid(), number)
    return 0


def complain(line: str) -> int:
    raise AssayError(f"two problems: {line}", [line, "another"])


def lie(_: int) -> int:
    return "no number"  # type: ignore[return-value]


def talk(_: int) -> int:
    print("from inside")
    print("from inside", file=sys.stderr)
    os.write(2, b"from inside")
    return os.getpid()


def open_files(_: int) -> list[str]:
    links = [path for path in Path("/proc/self/fd").iterdir() if path.is_symlink()]
    return [str(link.readlink()) for link in links]


def either(item: tuple[str, int]) -> int:
    """One function for several items: what is done is the item's."""
    name, number = item
    work: dict[str, Callable[[int], int]] = {"double": double, "spin": spin, "fill": fill}
    return work[name](number)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(2, SMALL) as pool:
        yield pool


@pytest.mark.parametrize(
    ("function", "argument", "kind"),
    [
        (spin, 0, "cpu"),
        (fill, 1 << 30, "memory"),
        (fill_in_c, 1 << 30, "memory"),
        (write, 20_000, "output"),
        (nest, 200_000, "crash"),
        (leave, 0, "crash"),
        (end_by, signal.SIGSEGV, "memory"),
        (end_by, signal.SIGFPE, "crash"),
        (lie, 0, "crash"),
    ],
)
def test_an_item_that_fails_is_a_named_fault_and_the_next_item_has_its_result(
    workers: Workers, function: Callable[[int], object], argument: int, kind: str
) -> None:
    with pytest.raises(WorkerFault) as found:
        workers.submit(function, argument).result()
    assert found.value.kind == kind
    assert workers.submit(double, 4).result() == 8


def test_a_crash_names_the_exception_and_its_place(workers: Workers) -> None:
    with pytest.raises(WorkerFault, match=r"crash: RecursionError at \w+\.py:\d+: "):
        workers.submit(nest, 200_000).result()


def test_the_outcomes_are_in_the_order_of_the_items() -> None:
    items = [("double", number) for number in range(100)]
    items[3] = ("spin", 0)
    items[70] = ("fill", 1 << 30)
    with Workers(3, SMALL) as pool:
        found = [
            each.kind if isinstance(each, WorkerFault) else each
            for each in outcomes(pool, either, items)
        ]
    expected: list[object] = [2 * number for number in range(100)]
    expected[3], expected[70] = "cpu", "memory"
    assert found == expected


def test_items_are_read_as_they_are_needed(workers: Workers) -> None:
    read: list[int] = []
    results = outcomes(workers, double, (read.append(number) or number for number in range(1000)))
    assert next(results) == 0
    assert len(read) < 100


def test_another_executor_can_take_their_place() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert list(outcomes(pool, double, [1, 2])) == [2, 4]


def test_a_result_comes_back_as_the_type_that_the_function_names(workers: Workers) -> None:
    found = workers.submit(pair, 3).result()
    assert isinstance(found, Pair)
    assert found[:2] == (3, b"\xff\x00") and found.share != found.share


def test_an_error_of_the_user_is_raised_as_it_is(workers: Workers) -> None:
    with pytest.raises(AssayError) as found:
        workers.submit(complain, "a.yaml:1: wrong").result()
    assert str(found.value) == "two problems: a.yaml:1: wrong"
    assert found.value.lines == ("a.yaml:1: wrong", "another")


def test_each_item_has_the_whole_of_its_bounds() -> None:
    with Workers(1, SMALL) as pool:
        assert len(set(pool.map(work_for, [0.6] * 4))) == 1
        assert list(pool.map(fill, [150 << 20] * 4)) == [150 << 20] * 4


def test_a_process_that_keeps_memory_is_not_used_again() -> None:
    with Workers(1, SMALL) as pool:
        first, second = pool.map(keep, [100 << 20, 150 << 20])
    assert first != second


def test_a_process_that_somebody_else_ends_is_no_fault_of_its_item(workers: Workers) -> None:
    with pytest.raises(AssayError, match=r"SIGKILL, twice: .* fewer jobs"):
        workers.submit(end_by, signal.SIGKILL).result()
    assert workers.submit(double, 1).result() == 2


def test_a_process_that_cannot_start_is_no_fault_of_its_item() -> None:
    with (
        Workers(1, SMALL, preload=["no_such_module"]) as pool,
        pytest.raises(AssayError, match="a worker process did not start"),
    ):
        pool.submit(double, 1).result()


def test_a_process_that_was_ended_while_idle_is_replaced() -> None:
    with Workers(1, SMALL) as pool:
        process = psutil.Process(pool.submit(talk, 0).result())
        process.kill()
        assert pool.submit(double, 1).result() == 2


def test_a_process_holds_no_file_of_its_caller_and_prints_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "lock"
    with kept.open("w") as file, Workers(1, SMALL) as pool:
        os.set_inheritable(file.fileno(), True)
        pool.submit(talk, 0).result()
        assert str(kept) not in pool.submit(open_files, 0).result()
    assert "from inside" not in "".join(capfd.readouterr())


def test_an_interrupt_ends_what_is_under_way() -> None:
    with pytest.raises(KeyboardInterrupt), Workers(2) as pool:
        process = psutil.Process(pool.submit(talk, 0).result())
        pool.submit(spin, 0)
        pool.submit(spin, 0)
        while process.cpu_times().user < 0.1:
            time.sleep(0.01)
        raise KeyboardInterrupt
    psutil.wait_procs([process], timeout=30)
    assert not process.is_running()


def test_processes_end_with_the_pool() -> None:
    with Workers(1, SMALL) as pool:
        process = psutil.Process(pool.submit(talk, 0).result())
    psutil.wait_procs([process], timeout=30)
    assert not process.is_running()
