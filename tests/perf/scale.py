"""Many models with three judges at the fake server: memory of each stage, time of a no-op."""

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.perf.common import Row, folder, processor_s, server, timed
from tests.perf.pipeline import JUDGES, asking

MODELS = [f"m{number}" for number in range(30)]
ATTEMPTS = 2
LOOK_S = 0.5
_STAGE = re.compile(r"-m (stages\.\w+)")


def scale() -> list[Row]:
    """`dvc repro` of all stages, again with nothing changed, and the plan of its calls."""
    with folder() as place, server() as fake:
        project = asking(place / "all", fake, MODELS, ATTEMPTS)
        project.params(execution="off")
        project.replace("conf/judging/default.yaml", "papers: 3", "papers: 0")
        with peaks() as seen:
            whole = timed(project.repro)
        before = processor_s()
        idle = timed(project.repro)
        idle_cpu = processor_s() - before
        before = processor_s()
        for module in ("tools.check", "tools.show_plan"):
            project.run("python", "-m", module)
        plan_cpu = processor_s() - before
    size = f"{len(MODELS)} models, {ATTEMPTS} attempts, {len(JUDGES)} judges"
    return [
        *((f"{stage}: most memory", f"{most} MB", size) for stage, most in sorted(seen.items())),
        ("all stages", f"{whole:.0f} s", f"{size}, nothing executed"),
        ("the same with nothing changed", f"{idle:.1f} s", f"{idle_cpu:.1f} s of CPU"),
        ("the plan of its calls", f"{plan_cpu:.1f} s of CPU", "everything is in the ledger"),
    ]


@contextmanager
def peaks() -> Iterator[dict[str, int]]:
    """The most memory (MB) of each stage, looked at twice a second: of any run on this machine."""
    seen: dict[str, int] = {}
    ended = threading.Event()
    watch = threading.Thread(target=_watch, args=(seen, ended))
    watch.start()
    try:
        yield seen
    finally:
        ended.set()
        watch.join()


def _watch(seen: dict[str, int], ended: threading.Event) -> None:
    while not ended.is_set():
        for process in Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                most = re.search(r"VmHWM:\s+(\d+) kB", (process / "status").read_text())
            except (OSError, UnicodeDecodeError):  # it has ended
                continue
            if (stage := _STAGE.search(words)) and most:
                seen[stage[1]] = max(seen.get(stage[1], 0), int(most[1]) // 1024)
        time.sleep(LOOK_S)
