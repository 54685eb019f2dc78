"""What nobody should believe is taken back, from every store, and nothing else is."""

from pathlib import Path

import pytest

from assay.config import paths
from assay.errors import AssayError
from assay.records.execution_records import Execution
from assay.sandbox.store import StoredExecution, committed, keep, publish, published, stored
from tools.forget import main


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two executions, each in all three stores."""
    monkeypatch.chdir(tmp_path)
    items = {item.execution.key: item for item in (execution("a", 1), execution("b", 2))}
    for item in items.values():
        keep(item)
    publish(paths.executed("m"), items)
    publish(paths.COMMITTED_EXECUTIONS / "gold.jsonl", items)


def execution(name: str, day: int) -> StoredExecution:
    record = Execution(
        model="m", test=f"T{name}", attempt=1, status="executed", key=name * 64, toolchain=name
    )
    times = {"ended": f"2026-11-0{day}T10:00:00+00:00"}
    return StoredExecution(record, {}, times, "0" * 32)


@pytest.mark.parametrize(
    ("option", "value"),
    [("--test", "Tb"), ("--toolchain", "b"), ("--since", "2026-11-02")],
)
def test_what_is_forgotten_is_gone_from_every_store_and_canaries_run_again(
    option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (paths.CANARIES / "x").mkdir(parents=True)
    main([option, value])
    assert "forget: 1 executions" in capsys.readouterr().out
    assert stored("b" * 64) is None and stored("a" * 64) is not None
    assert set(published("m")) == set(committed()) == {"a" * 64}
    assert not paths.CANARIES.exists()


@pytest.mark.parametrize("arguments", [[], ["--since", "yesterday"]])
def test_a_condition_that_says_nothing_forgets_nothing(arguments: list[str]) -> None:
    with pytest.raises(AssayError):
        main(arguments)
    assert len(committed()) == 2
