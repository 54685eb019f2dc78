"""`dvc exp run --temp` and `--queue` share the local store of the repository that started them.

DVC runs such an experiment in a copy of the repository below .dvc/tmp/exps/. The copy has no
.assay/, because git does not know that folder: without the link, the copy would pay for answers
again, and would lose what it paid if it failed.
"""

import contextlib
from pathlib import Path

STORE = Path(".assay")
COPIES = (Path(".dvc/tmp/exps"), Path(".dvc/tmp/exps/standalone"))
"""Where DVC makes copies: of the queue, and of --temp."""


def share_local_store() -> None:
    """In the copy of an experiment, make .assay a link to that of the repository."""
    repository = repository_of(Path.cwd())
    if repository is None or STORE.is_symlink() or STORE.exists():
        return
    (repository / STORE).mkdir(exist_ok=True)
    with contextlib.suppress(FileExistsError):  # a stage beside this one was faster
        STORE.symlink_to(repository / STORE, target_is_directory=True)


def repository_of(folder: Path) -> Path | None:
    """The repository whose experiment runs in the folder; None where it is no experiment's copy."""
    for place in COPIES:
        depth = len(place.parts)
        if len(folder.parts) > depth and folder.parent.parts[-depth:] == place.parts:
            return folder.parents[depth]
    return None
