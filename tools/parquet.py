"""Write the report's tables as Parquet: scores, verdicts and executions, with typed columns.

python -m tools.parquet

Reads outputs/report/data/*.csv, writes outputs/parquet/*.parquet. Needs pyarrow: `make parquet`
installs it.
"""

import io
import sys
from importlib.util import find_spec
from pathlib import Path

import pandas as pd

from assay.config import paths
from assay.errors import AssayError
from assay.records.jsonl import write_bytes
from stages.report.csv_exports import FRACTIONS, TABLES, WHOLE
from tools.exit_code import exit_code

FOLDER = Path("outputs/parquet")
"""Beside the report and not in it: the report's folder is an output of DVC."""


def main() -> None:
    if find_spec("pyarrow") is None:
        raise AssayError("pyarrow is missing: run `make parquet`, which installs it")
    for name in TABLES:
        frame = typed(paths.REPORT / "data" / f"{name}.csv")
        target = FOLDER / f"{name}.parquet"
        write_bytes(target, parquet(frame))
        print(f"{target}: {len(frame):,} rows")


def typed(path: Path) -> pd.DataFrame:
    """The table with its types. What is empty is missing; the text `null` is a text."""
    try:
        frame = pd.read_csv(path, dtype="string", keep_default_na=False, na_values=[""])
    except (OSError, ValueError) as error:
        raise AssayError(f"{path}: cannot be read ({error}): run `dvc repro`") from error
    for column in frame.columns:
        if column in WHOLE:
            frame[column] = frame[column].astype("Int64")
        elif column in FRACTIONS:
            frame[column] = frame[column].astype("Float64")
    return frame


def parquet(frame: pd.DataFrame) -> bytes:
    """The same table gives the same bytes with the same version of pyarrow."""
    file = io.BytesIO()
    frame.to_parquet(file, engine="pyarrow", index=False, compression="zstd")
    return file.getvalue()


if __name__ == "__main__":
    sys.exit(exit_code("parquet", main))
