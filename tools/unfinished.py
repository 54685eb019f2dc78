"""The last word of `make bench`: what the run could not get, and why.

python -m tools.unfinished

Exit code 1 if anything is missing, 0 if not.
"""

import sys

from assay.errors import AssayError
from assay.missing import ASK_AGAIN, STAGES, missing_lines, read_gaps
from tools.exit_code import exit_code

SHOWN = 20


def main() -> None:
    lines = [line for stage in STAGES for line in missing_lines(read_gaps(stage))]
    if not lines:
        return
    shown = lines[:SHOWN]
    if len(lines) > SHOWN:
        shown.append(f"and {len(lines) - SHOWN} more")
    end = f"{ASK_AGAIN}; what is paid is kept"
    raise AssayError("\n  ".join(["results are missing:", *shown, end]))


if __name__ == "__main__":
    sys.exit(exit_code("bench", main))
