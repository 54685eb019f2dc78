"""Where segments lie, and how they are shared.

`ledger/` is data of DVC (`ledger.dvc`): what `dvc push` and `dvc pull` share. `.assay/ledger/` is
this machine's copy, which no checkout can touch; here segments are written. Files never change, so
copying what is not there, in both directions, keeps them in step.
"""

import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from assay.config import paths
from assay.errors import AssayError
from assay.ledger.segments import CLOSED, NAME, OPEN
from assay.records.jsonl import write_bytes

TRACKED = Path("ledger.dvc")
_LIST = re.compile(r"\bmd5: ([0-9a-f]{32})\.dir\b")
_FIGURES = re.compile(r"^ *size: (\d+)\n *nfiles: (\d+)$", re.MULTILINE)

EMPTY = len('{"assay ledger": 1}\n')
"""The size of an older ledger without calls."""
OLDER = (
    "paid calls of an older version are here, and would be paid again: run "
    "`python -m tools.ledger convert`"
)
ABSENT = (
    f"{TRACKED} names paid calls that are not here, so some would be paid again: run `dvc pull`; "
    "if DVC's remote does not have them, ask whoever ran it to `dvc push`. If they are lost, set "
    "`pay_again: true` in conf/calls/default.yaml for one run"
)

Places = Mapping[str, Sequence[Path]]
"""The files of each segment by its name, the one to read first. All have the same content."""


def places() -> tuple[Places, str]:
    """Every segment that is here, and a sentence on what ledger.dvc names and is not here.

    During a merge with a conflict in ledger.dvc, that is what either side names.
    """
    found: dict[str, list[Path]] = defaultdict(list)
    for path in paths.LOCAL_STORE.glob(f"*{OPEN}"):  # first: one may be closed at this moment
        found[path.stem] += [path, path.with_suffix("")]
    for folder in (paths.LOCAL_STORE, paths.LEDGER):
        for path in folder.glob(f"*{CLOSED}"):
            found[path.name].append(path)
    if older_ledgers():
        return found, OLDER
    missing = 0
    for name, cached in _named_by_dvc():
        if cached is None:
            missing += name not in found
        elif name not in found:
            found[name].append(cached)
    return found, ABSENT if missing else ""


def older_ledgers() -> list[Path]:
    """The ledgers that versions before 5 wrote, one file a stage and model; none without calls."""
    found = [*paths.LOCAL_STORE.glob("*/*.jsonl"), *Path("outputs/ledger").glob("*/*.jsonl")]
    return [path for path in sorted(found) if path.stat().st_size > EMPTY]


def _named_by_dvc() -> Iterator[tuple[str, Path | None]]:
    """The segments that ledger.dvc names, with their file in DVC's cache if that has it.

    Nothing where ledger/ is what ledger.dvc says. An empty name stands for a list of names that is
    not here itself.
    """
    versions = _versions()
    if not versions or (len(versions) == 1 and _is_checked_out(versions[0])):
        return
    folder = _cache_folder()
    for listed in sorted({name for text in versions for name in _LIST.findall(text)}):
        path = folder / listed[:2] / f"{listed[2:]}.dir"
        if not path.is_file():
            yield "", None
            continue
        for item in json.loads(path.read_bytes()):
            name, cached = item["relpath"], folder / item["md5"][:2] / item["md5"][2:]
            if NAME.fullmatch(name):
                yield name, cached if cached.is_file() else None


def _versions() -> list[str]:
    """The text of ledger.dvc; during a merge also that of each side."""
    texts = [TRACKED.read_text(encoding="utf-8")] if TRACKED.is_file() else []
    if Path(".git/MERGE_HEAD").exists():
        texts += [_output("git", "show", f":{side}:{TRACKED}") for side in (2, 3)]
    return [text for text in texts if text]


def _is_checked_out(tracked: str) -> bool:
    figures = _FIGURES.search(tracked)
    sizes = [path.stat().st_size for path in paths.LEDGER.glob("*") if path.is_file()]
    return figures is not None and [int(figures[1]), int(figures[2])] == [sum(sizes), len(sizes)]


def _cache_folder() -> Path:
    """Where DVC's cache keeps files by their MD5."""
    folder = _output(sys.executable, "-m", "dvc", "cache", "dir").strip()
    return Path(folder or ".dvc/cache") / "files/md5"


def _output(*command: str) -> str:
    """What the command prints; nothing if it fails, or is not there."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return "" if done.returncode else done.stdout


def with_local_copies(segments: Places) -> Places:
    """The same segments; those that this machine's copy lacked are copied, and read there.

    So no checkout can take them away.
    """
    kept = {name: list(files) for name, files in segments.items()}
    for name, files in kept.items():
        if files[0].parent != paths.LOCAL_STORE:
            _copy(files[0], paths.LOCAL_STORE / name)
            files.insert(0, paths.LOCAL_STORE / name)
    return kept


def share(without: Collection[str] = ()) -> str:
    """Bring every closed segment into ledger/, and `dvc add` it. Returns what failed, or nothing.

    `without`: segments that were taken out.

    Nothing is added as long as ledger.dvc names calls that are not here: they would be forgotten.
    """
    found, absent = places()
    if absent:
        return f"not shared yet: {absent}"
    try:
        for name, files in found.items():
            wanted = files[0].suffix != OPEN and name not in without
            if wanted and not (paths.LEDGER / name).exists():
                _copy(files[0], paths.LEDGER / name)
    except AssayError as error:
        return f"not shared yet: {error}"
    return _dvc_add()


def _dvc_add() -> str:
    if not Path(".dvc").is_dir():
        return ""
    command = [sys.executable, "-m", "dvc", "add", "--quiet", str(paths.LEDGER)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.returncode:
        return ""
    reason = (done.stderr.strip().splitlines() or ["no message"])[-1]
    return f"not shared yet: `dvc add {paths.LEDGER}` failed ({reason}): run it before `dvc push`"


def _copy(source: Path, target: Path) -> None:
    """A whole copy or none, also after a power cut. AssayError if it cannot be made."""
    try:
        content = source.read_bytes()
    except OSError as error:
        raise AssayError(f"{source}: cannot be read ({error.strerror})") from error
    write_bytes(target, content, durable=True)
