"""The figures about judges, with all their intervals."""

from dataclasses import replace

from assay.records.pipeline import CHECKS
from assay.statistics.resampling import Resampling
from stages.validity.__main__ import judge_figures
from tests.perf.common import Row, timed
from tools.simulation.judges import FAMILIES, JUDGES, simulated


def validity() -> list[Row]:
    """The figures of three simulated LLM judges and the checks on eight models, with intervals."""
    run = simulated(1)
    judges = ["careful", "lenient", "partial", CHECKS]
    verdicts = replace(
        run.verdicts,
        passed={judge: run.verdicts.passed[judge] for judge in judges},
        confidence={judge: run.verdicts.confidence[judge] for judge in judges},
    )
    families = {judge: JUDGES[judge].family for judge in judges[:-1]}
    how = Resampling(draws=2000, confidence=0.95, seed=1)
    seconds = timed(lambda: judge_figures(verdicts, FAMILIES, families, run.audits, run.truth, how))
    size = f"{len(verdicts.items) * len(judges):,} verdicts, 2000 draws"
    return [
        ("judges' figures with intervals, 8 models × 46 tests × 4 judges", f"{seconds:.1f} s", size)
    ]
