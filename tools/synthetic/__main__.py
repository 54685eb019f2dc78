"""Show a full report without keys: a made-up run of models that do not exist.

python -m tools.synthetic                     8 models on the full suite, into .assay/demo
python -m tools.synthetic --models 30         as many as 30
"""

import argparse
import sys
import time
from pathlib import Path

from assay.config import paths
from assay.errors import AssayError
from tools.exit_code import exit_code
from tools.synthetic.invention import FAMILIES, SIZES
from tools.synthetic.synthetic_run import write_run

FOLDER = Path(".assay/demo")
SEED = 20260101
MOST = len(FAMILIES) * len(SIZES)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.synthetic", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--models", type=int, default=8, help=f"2 to {MOST} (default 8)")
    parser.add_argument("--suite", default="full", help="a file under conf/suite (default full)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"(default {FOLDER})")
    options = parser.parse_args()
    if not 2 <= options.models <= MOST:
        raise AssayError(f"--models must be 2 to {MOST}")
    if options.folder.exists() and not (options.folder / paths.SYNTHETIC).exists():
        raise AssayError(f"{options.folder} is no synthetic run: choose a folder that is not there")
    start = time.monotonic()
    pages = write_run(options.folder, options.models, options.suite, SEED)
    print(f"{pages} files on invented models in {time.monotonic() - start:.0f} s")
    print(f"Report: {(options.folder / paths.REPORT / 'index.html').absolute()}")


if __name__ == "__main__":
    sys.exit(exit_code("synthetic", main))
