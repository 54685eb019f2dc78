"""A field that is renamed in a record turns red here, whichever template reads it.

Every attribute that a template reads is read on the runs below, and a value without it is an error
at once (`StrictEnvironment`). So no template can go on reading a name that is gone.
"""

from pathlib import Path

import jinja2
import pytest

from assay.records.pipeline import CHECKS
from stages.report import model_digest, page, results
from stages.report.page import StrictEnvironment
from stages.report.page_text import PageLinks
from stages.report.report_pages import page_file
from stages.report.research.study import Study
from stages.report.research.view import research_view
from tests.stages.report.research.studies import dataset, study
from tests.stages.report.research.test_view import delivered
from tests.stages.report.rich_run import write_plain_run, write_rich_run
from tests.stages.report.template_reads import Reads, recording_environment
from tests.stages.report.test_page import PROMPTS, site
from tests.stages.validity.small_run import answer, criterion, judgement


def render_all(reads: Reads, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every template over a run with everything, one with little, and five data sets."""
    made = recording_environment(reads)
    for name in made.list_templates(extensions=["j2"]):
        made.get_template(name)
    monkeypatch.setattr(page, "environment", lambda: made)
    monkeypatch.setattr(results, "LEAST_FOR_A_TAG", 1)
    monkeypatch.setattr(results, "ANALYSIS", PROMPTS[0].type)
    monkeypatch.setattr(results, "DEFECT", "syntax")
    for name, write in (("rich", write_rich_run), ("plain", write_plain_run)):
        (folder / name).mkdir()
        monkeypatch.chdir(folder / name)
        write()
        site(attempts=2)
    monkeypatch.setattr(model_digest, "MOST_BYTES", 3)
    site([CHECKS])
    found = every_question()
    research = research_view(found.evidence, found.digests)
    page_file("research", found.evidence, "research.html", research=research)


def every_question() -> Study:
    """One model on five data sets, with criteria and code for every question."""
    names = "ABCDE"
    tags = {"Port": "constraint", "Review": "defect", "Write": "construct", "Upgrade": "constraint"}
    tests = {f"{scenario}-{name}": tag for scenario, tag in tags.items() for name in names}
    criteria = {test: (criterion("c", 1.0, "accuracy", tag),) for test, tag in tests.items()}
    judgements = [
        judgement("judge", answer("a", test), {}, verdicts=(one.verdict(True, ""),))
        for test, (one,) in criteria.items()
    ]
    scores = {test: 70.0 + number for number, test in enumerate(tests)}
    return study(
        {"a": scores},
        [dataset(name, loc=100 * n) for n, name in enumerate(names, 1)],
        criteria=criteria,
        judgements={"a": tuple(judgements)},
        extracted={"a": tuple(delivered(f"Port-{name}", 0.1) for name in names)},
    )


def test_all_that_templates_read_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = Reads()
    render_all(reads, tmp_path, monkeypatch)
    assert len(reads.places) > 500
    assert not reads.never, "\n".join(map(str, reads.never))


def test_a_value_without_the_attribute_is_an_error_even_where_it_is_only_tested() -> None:
    made = StrictEnvironment(undefined=jinja2.StrictUndefined)
    for source in ("{{ row.gone is none }}", "{{ rows|map(attribute='gone')|list }}"):
        with pytest.raises(jinja2.UndefinedError, match="gone"):
            made.from_string(source).render(row=PageLinks(), rows=[PageLinks()])
