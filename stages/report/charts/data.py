"""The rows that the charts draw, as CSV files: beside each chart, and for `dvc plots`."""

from collections.abc import Iterator, Sequence

from assay.config import paths
from assay.records.jsonl import write_bytes
from assay.records.metrics_rows import rows_csv
from stages.report.charts import categories, cost
from stages.report.charts.drawing import ChartRow

NAMES = ("categories", "cost")


def chart_files(
    category_rows: Sequence[ChartRow], cost_rows: Sequence[ChartRow]
) -> Iterator[tuple[str, str]]:
    """Each file's path inside the report's folder, and its text."""
    yield "charts/categories.csv", rows_csv(categories.COLUMNS, category_rows)
    yield "charts/cost.csv", rows_csv(cost.COLUMNS, cost_rows)


def copy_plots() -> None:
    """The written charts' data where dvc.yaml names it."""
    for name in NAMES:
        data = (paths.REPORT / "charts" / f"{name}.csv").read_bytes()
        write_bytes(paths.PLOTS / f"{name}.csv", data)
