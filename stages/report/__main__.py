"""report: read everything the pipeline wrote, and write the pages of outputs/report/."""

from assay.answers.tree import update_tree
from assay.config import paths
from assay.config.settings import Config, ScoreConfig
from assay.config.stage import Summary, stage
from assay.records.pipeline import CHECKS
from assay.scores.basis import basis_notes, score_name
from stages.report.charts.data import write_plots
from stages.report.evidence import Evidence, load_evidence
from stages.report.exports import exports
from stages.report.pages import RunView, report_pages

PAGE = "index.html"


class ReportConfig(Config):
    """What was run, and the score settings that the pages explain."""

    models: list[str]
    panel: list[str]
    suite: str
    attempts: int
    score: ScoreConfig
    seed: int


@stage("report", ReportConfig)
def main(config: ReportConfig) -> Summary:
    evidence = load_evidence(config.models, config.panel)
    files = report_files(config, evidence)
    new = update_tree(paths.REPORT, files)
    write_plots(files)
    return Summary(
        items=len(files),
        reused=len(files) - new,
        new=new,
        notes=[f"the page is {paths.REPORT / PAGE}"],
    )


def report_files(config: ReportConfig, evidence: Evidence) -> dict[str, str]:
    """Every file of the report, by path inside its folder."""
    run = run_view(config, evidence)
    return dict([*report_pages(run, evidence), *exports(run, evidence)])


def run_view(config: ReportConfig, evidence: Evidence) -> RunView:
    rows = evidence.leaderboard.models
    by_checks = evidence.judge_group == CHECKS
    return RunView(
        models=tuple(config.models),
        panel=tuple(config.panel),
        suite=config.suite,
        attempts=config.attempts,
        score=config.score,
        seed=config.seed,
        judge_group=evidence.judge_group,
        tests=len(evidence.prompts),
        synthetic=paths.SYNTHETIC.exists(),
        ranked_by=f"the checks: {score_name(rows)}" if by_checks else "the LLM judges",
        basis_notes=tuple(basis_notes(rows)) if by_checks else (),
    )


if __name__ == "__main__":
    main()
