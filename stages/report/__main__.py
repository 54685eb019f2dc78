"""report: read everything the pipeline wrote, and write outputs/report/index.html."""

from collections.abc import Sequence

from stages.lib.base import paths
from stages.lib.base.config import Config, ScoreConfig
from stages.lib.base.jsonl import write_text
from stages.lib.base.stage import Summary, stage
from stages.lib.delivery.tree import write_tree
from stages.report.cases import TestView, test_views
from stages.report.dialogue_pages import dialogue_pages
from stages.report.evidence import Evidence, load_evidence
from stages.report.page import rendered
from stages.report.tables import tables

PAGE = "index.html"
DIALOGUES = "dialogues"


class ReportConfig(Config):
    """What was run, and the score settings that the page explains."""

    models: list[str]
    panel: list[str]
    suite: str
    attempts: int
    score: ScoreConfig


@stage("report", ReportConfig)
def main(config: ReportConfig) -> Summary:
    evidence = load_evidence(config.models, config.panel)
    tests = test_views(evidence)
    write_text(paths.REPORT / PAGE, page(config, evidence, tests))
    write_tree(paths.REPORT / DIALOGUES, dict(dialogue_pages(tests)))
    answers = sum(len(answers) for answers in evidence.answers.values())
    return Summary(items=answers, new=answers, notes=[f"the page is {paths.REPORT / PAGE}"])


def page(config: ReportConfig, evidence: Evidence, tests: Sequence[TestView]) -> str:
    """The whole page as text; the same evidence gives the same text on every machine."""
    run = {**config.model_dump(), "leading": evidence.panel}
    return rendered("page.html.j2", run=run, tables=tables(evidence), tests=tests)


if __name__ == "__main__":
    main()
