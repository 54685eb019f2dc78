"""The table of docs/evidence/validity.md: what was planted in simulated judges, and found."""

from assay.records.judges import NoFigure
from tools.check.pages import Tables, table
from tools.simulation.judges import CRITERIA, DATASETS, FAMILIES, TESTS, simulated
from tools.simulation.recovered import Finding, coverage, findings

SEED = 20260101
RUNS = 20
HEAD = ("instrument", "judge", "planted", "#found", "#interval", "holds it")


def tables() -> Tables:
    """Each planted fault beside what was found in one seeded run."""
    text = table(HEAD, [_row(item) for item in findings(simulated(SEED))])
    return {
        "simulated judges": f"{text}\n"
        f"One run: {len(FAMILIES)} models, {TESTS} tests on {DATASETS} data sets, {CRITERIA} "
        f"criteria each; seed {SEED}. Over {RUNS} such runs, the 95 % intervals held the planted "
        f"value in {100 * coverage(range(RUNS)):.0f} % of the cases.\n"
    }


def _row(item: Finding) -> tuple[str, ...]:
    covers = "no formula"
    if item.true is not None:
        covers = "yes" if item.covers_truth else "no"
    figure = item.measured
    if isinstance(figure, NoFigure):
        return (item.figure, item.judge, item.planted, figure.why, "", covers)
    interval = "none"
    if figure.low is not None and figure.high is not None:
        interval = f"{figure.low:.3f} to {figure.high:.3f}"
    return (item.figure, item.judge, item.planted, f"{figure.value:.3f}", interval, covers)
