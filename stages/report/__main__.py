"""report: read everything the pipeline wrote, and write the pages of outputs/report/."""

from assay.answers.tree import Updated, update_tree
from assay.config import paths
from assay.config.stage import Summary, stage
from stages.report.charts.cost import copy_plots
from stages.report.report_pages import report_files
from stages.report.run_evidence import ReportConfig, load_evidence

PAGE = "index.html"


@stage("report", ReportConfig)
def main(config: ReportConfig) -> Summary:
    updated = write_report(config)
    return Summary(
        items=updated.files,
        reused=updated.files - updated.written,
        new=updated.written,
        notes=[f"the page is {paths.REPORT / PAGE}"],
    )


def write_report(config: ReportConfig) -> Updated:
    """Write every page as it comes, and the rows of the chart for DVC."""
    updated = update_tree(paths.REPORT, report_files(load_evidence(config)))
    copy_plots()
    return updated


if __name__ == "__main__":
    main()
