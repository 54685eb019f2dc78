"""The report's tables as Parquet keep every value, its type, and what is missing."""

from pathlib import Path

import pandas as pd
import pytest

from assay.config import paths
from assay.errors import AssayError
from tools import parquet

CSV = {
    "scores": "model,test,status,accuracy\nnull,Port-One,scored,91.5\nNA,Port-One,missing,\n",
    "verdicts": "model,attempt,passed,confidence,overruled_by\nnull,1,yes,,\nNA,2,,90,\n",
    "executions": "model,behaviours,own_tests_passed\n",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in CSV.items():
        path = paths.REPORT / "data" / f"{name}.csv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_a_model_named_null_is_a_name_and_an_empty_figure_is_missing() -> None:
    scores = parquet.typed(paths.REPORT / "data/scores.csv")
    assert list(scores["model"]) == ["null", "NA"]
    assert scores["accuracy"].isna().tolist() == [False, True]
    assert scores["accuracy"].dtype == "Float64"


def test_a_column_has_its_type_also_if_all_of_it_is_missing() -> None:
    verdicts = parquet.typed(paths.REPORT / "data/verdicts.csv")
    found = {name: str(kind) for name, kind in verdicts.dtypes.items()}
    assert found["attempt"] == found["confidence"] == "Int64"
    assert found["overruled_by"] == found["passed"] == "string"
    executions = parquet.typed(paths.REPORT / "data/executions.csv")
    assert str(executions.dtypes["behaviours"]) == "Int64"


def test_every_table_comes_back_from_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is optional: make parquet")
    parquet.main()
    assert "outputs/parquet/verdicts.parquet: 2 rows" in capsys.readouterr().out
    for name in CSV:
        written = pd.read_parquet(
            parquet.FOLDER / f"{name}.parquet", dtype_backend="numpy_nullable"
        )
        expected = parquet.typed(paths.REPORT / "data" / f"{name}.csv")
        pd.testing.assert_frame_equal(written, expected)


def test_what_is_missing_is_one_line_that_says_what_to_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (paths.REPORT / "data/scores.csv").unlink()
    with pytest.raises(AssayError, match="dvc repro"):
        parquet.typed(paths.REPORT / "data/scores.csv")
    monkeypatch.setattr(parquet, "find_spec", lambda name: None)
    with pytest.raises(AssayError, match="make parquet"):
        parquet.main()
