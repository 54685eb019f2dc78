"""`dvc exp run --temp` and `--queue` share the local store of the repository that started them.

DVC runs such an experiment in a copy of the repository below .dvc/tmp/exps/. The copy has no
.assay/, because git does not know that folder: without the link, the copy would pay for answers
again, and would lose what it paid if it failed.
"""

import contextlib
import re
from pathlib import Path

STORE = Path(".assay")
COPY = re.compile(r"(.+)/\.dvc/tmp/exps/(?:standalone/)?[^/]+")
"""Where DVC makes copies of a repository: of the queue, and of --temp."""


def share_local_store() -> None:
    """In the copy of an experiment, make .assay a link to that of the repository."""
    found = COPY.fullmatch(Path.cwd().as_posix())
    if found is None or STORE.is_symlink() or STORE.exists():
        return
    shared = Path(found[1]) / STORE
    shared.mkdir(exist_ok=True)
    with contextlib.suppress(FileExistsError):  # a stage beside this one was faster
        STORE.symlink_to(shared, target_is_directory=True)
