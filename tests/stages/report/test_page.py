"""The report: hostile answers stay text, missing is not zero, the bytes are always the same."""

import base64
import hashlib
import json
import posixpath
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import Any

import pytest
import yaml

from assay.config import paths
from assay.config.settings import ScoreConfig
from assay.content.criteria import Criterion, criteria_of, criteria_path
from assay.records.jsonl import write_json, write_records, write_result
from assay.records.models import ModelMetrics, ModelSpending
from assay.records.number_text import fixed, signed
from assay.records.pipeline import (
    CHECKS,
    Answer,
    DeliveredFile,
    Dialogue,
    Extracted,
    Judgement,
    Prompt,
    SourceFile,
    TestScore,
    Turn,
    Usage,
    Verdict,
)
from assay.scores.model_metrics import Method, model_metrics, model_spending
from assay.scores.suite import score_tests
from stages.compare.ranks import Run, board_of
from stages.report.page_text import PageLinks, anchor, printable, visible
from stages.report.report_pages import report_files
from stages.report.run_evidence import Evidence, ReportConfig, load_evidence
from stages.validity.__main__ import ValidityConfig, write_figures
from tests.assay.sandbox.conftest import write
from tests.stages.report.research.studies import dataset, figures
from tests.stages.validity import small_run

HOSTILE = (
    "```html\n</code></pre></details></section><script>alert(1)</script>\n```\n"
    '<img src=x onerror="alert(2)"> {{ 7 * 7 }} {% raw %} <!-- --> ]]> '
    "</style><style>*{display:none}</style>\n"
    "right\u202eto left\u202c, alone\u2028separator, zero\u200bwidth, bell\x07, tag\U000e0041, "
    "https://example.org/x\n"
)
SCORE = ScoreConfig(
    min_coverage=0.9, lcif_weights={"UpgradeReactApplication": 1.0}, confidence=0.95
)
Pages = dict[str, str]
"""The texts of the report's files, by path."""
MODELS = ["solid", "hostile", "patchy"]
PANEL = ["strict", "kind", CHECKS]
CRITERIA = {
    "accuracy": [
        {"criterion": "It works with <React> & 19", "weight": 2.0},
        "It compiles in one's head",
    ],
    "completeness": ["The heading is there", "The list is there"],
}


def prompt(test: str, category: str, answer: Any = "files") -> Prompt:
    files = (
        SourceFile(path="app.js", content="let a = 1;\n"),
        SourceFile(path="logo.png", content=None),
    )
    made = small_run.prompt(test, category, "solution_migration")
    update = {
        "title": f"{made.scenario}: port the application",
        "answer": answer,
        "system": "You answer with files.",
        "user": f"Port this application.\n\n{files[0].content}",
        "files": files,
        "tokens_estimate": 1234,
    }
    return made.model_copy(update=update)


PROMPTS = (
    prompt("Explain-One", "code_documentation", "document"),
    prompt("Explain-Two", "code_documentation", "document"),
    prompt("Port-One", "code_translation"),
    prompt("Port-Two", "code_translation"),
    prompt("UpgradeReactApplication-One", "instruction_following", "dialogue"),
)
STATUS = {
    ("patchy", "Explain-One"): "gap",
    ("patchy", "Port-One"): "refused",
    ("patchy", "Port-Two"): "empty",
}


def tool_call(number: int, name: str, **arguments: Any) -> dict[str, Any]:
    return {"id": f"c{number}", "function": {"name": name, "arguments": json.dumps(arguments)}}


def dialogue(of: Prompt, content: str) -> Dialogue:
    read = tool_call(1, "read_file", path="app.js")
    draft = tool_call(2, "write_file", path="App.tsx", content="a draft that was replaced")
    whole = tool_call(3, "write_file", path="App.tsx", content=content)
    end = tool_call(4, "end_task")
    return Dialogue(
        outcome="ended",
        turns=2,
        transcript=(
            {"role": "system", "content": of.system},
            {"role": "user", "content": of.user},
            {"role": "assistant", "content": "First a draft.", "tool_calls": [read, draft]},
            {"role": "tool", "tool_call_id": "c1", "content": "let a = 1;\n"},
            {"role": "tool", "tool_call_id": "c2", "content": "Written: App.tsx (25 characters)"},
            {"role": "assistant", "content": None, "tool_calls": [whole, end]},
            {"role": "tool", "tool_call_id": "c3", "content": "Written: App.tsx"},
            {"role": "tool", "tool_call_id": "c4", "content": "The task has ended."},
        ),
        declared=("App.tsx", "never-written.tsx"),
        per_turn=(
            Turn(
                calls=("read_file", "write_file"),
                usage=Usage(input=1200, cached=600, output=900),
                cost_usd=0.01,
            ),
            Turn(
                calls=("write_file", "write_file", ""),
                invalid=2,
                usage=Usage(input=1800),
                cost_usd=None,
                latency_s=2.5,
            ),
        ),
        files=(SourceFile(path="App.tsx", content=content),),
        calls={"end_task": 1, "read_file": 1, "write_file": 2},
        flags={"file rewritten": 1},
    )


def answer(model: str, of: Prompt) -> Answer:
    status: Any = STATUS.get((model, of.test), "answered")
    usual = "### App.tsx\n```tsx\nexport const App = () => <h1>List</h1>;\n```\n"
    text = HOSTILE if model == "hostile" else usual
    base = Answer(model=model, test=of.test, attempt=1, prompt=of.sha256, status=status)
    if status == "gap":
        return base.model_copy(update={"error": "503: <b>overloaded</b>"})
    update: dict[str, Any] = {
        "usage": Usage(input=3000, cached=1000, output=1500, reasoning=200),
        "cost_usd": None if model == "hostile" else 0.0123,
        "latency_s": 12.34,
        "reported_model": f"{model}-2026",
        "requests": ("ab" * 32,),
        "finish_reason": {"refused": "refusal"}.get(status, "stop"),
    }
    if of.answer == "dialogue":
        update["dialogue"] = dialogue(of, text)
    elif status == "answered":
        update["text"] = text
    return base.model_copy(update=update)


def extracted(answered: Answer, of: Prompt) -> Extracted:
    broken = DeliveredFile(
        path="<i>App.tsx",
        content=answered.dialogue.files[0].content or "" if answered.dialogue else answered.text,
        marks=("truncated",),
        parse_ok=False,
        error_share=0.031,
        tag_errors=("<h1>",),
    )
    files = () if answered.status != "answered" or of.answer == "document" else (broken,)
    ignored = {"shell": 2} if files else {}
    item = Extracted(**answered.name, files=files, ignored=ignored)
    if of.category != "code_translation" and of.answer != "dialogue":
        return item
    after = figures(100, 0.1) if files else figures(0, 0.0)
    update = {"before": figures(200, 0.15), "after": after, "unparsable": len(files)}
    return item.model_copy(update=update)


def judgement(judge: str, answered: Answer, of: Prompt, criteria: Sequence[Criterion]) -> Judgement:
    base = small_run.judgement(judge, answered, {})
    if answered.status == "gap":
        return base.model_copy(update={"status": "missing"})
    if (judge, answered.model, of.test) == ("strict", "patchy", "Explain-Two"):
        return base.model_copy(update={"status": "gap", "error": "timed out"})
    if answered.status != "answered":
        failed = tuple(verdict(item, False, "the answer delivers nothing") for item in criteria)
        return base.model_copy(update={"status": "delivered nothing", "verdicts": failed})
    verdicts = []
    for number, item in enumerate(criteria):
        passed: bool | None = (
            answered.model != "hostile" or judge == "kind" or (number + len(of.test)) % 3 > 0
        )
        if judge == CHECKS and number == 3:
            passed = None
        said = HOSTILE if answered.model == "hostile" and judge == "kind" else "The text says so."
        verdicts.append(verdict(item, passed, said))
    return base.model_copy(update={"verdicts": tuple(verdicts), "cost_usd": 0.002})


def verdict(item: Criterion, passed: bool | None, explanation: str) -> Verdict:
    made = item.verdict(passed, explanation)
    return made.model_copy(update={"tags": (), "confidence": 90, "evidence": "a line"})


def write_run(models: list[str]) -> None:
    """A whole run's files in the working directory, the scores by the real stages' functions."""
    for of in PROMPTS:
        write(str(criteria_path(of.type, of.test)), yaml.safe_dump({"evaluation_steps": CRITERIA}))
    criteria = {of.test: criteria_of(of) for of in PROMPTS}
    write_records(paths.PROMPTS, PROMPTS)
    scores: dict[str, list[TestScore]] = {}
    metrics: dict[str, ModelMetrics] = {}
    spending: dict[str, ModelSpending] = {}
    for model in models:
        answers = [answer(model, of) for of in PROMPTS]
        pairs = list(zip(answers, PROMPTS, strict=True))
        found: list[Judgement] = []
        for given, of in pairs:
            found += [judgement(judge, given, of, criteria[of.test]) for judge in PANEL]
        scores[model] = score_tests(PROMPTS, found, model, SCORE)
        method = Method(SCORE, PROMPTS)
        metrics[model] = model_metrics(method, found, scores[model])
        spending[model] = model_spending(answers, found)
        write_records(paths.answers(model), answers)
        write_records(paths.extracted(model), [extracted(*pair) for pair in pairs])
        write_records(paths.verdicts(model), found)
        write_records(paths.test_scores(model), scores[model])
        write_result(paths.model_metrics(model), metrics[model])
    write_result(paths.LEADERBOARD, board_of(Run(metrics, spending, scores, ()), SCORE, 1))
    for folder, names in (("model", models), ("judge", PANEL)):
        for name in names:
            config = "provider: checks\n" if name == CHECKS else f"litellm_model: openai/{name}\n"
            write(f"{paths.CONF}/{folder}/{name}.yaml", config)
    write_json(paths.EXAM, {"papers": []})
    write_figures(ValidityConfig(models=models, panel=PANEL, score=SCORE, seed=1))
    write_json(paths.DATASET_METRICS, {"One": DATASET, "Two": {**DATASET, "expected": None}})


DATASET = dataset("One", loc=277, gci=0.1336, complexity="average")[1].model_dump() | {
    "loc_html": 61,
    "lizard_cc": 35,
    "expected": {"loc": 277, "cyclomatic_complexity": 38, "gci": 0.1336},
    "published_classes": {"complexity": "average", "size": "low"},
}


def evidence_of(panel: list[str] = PANEL, attempts: int = 1) -> Evidence:
    config = ReportConfig(
        models=[], panel=panel, suite="mini", attempts=attempts, score=SCORE, seed=1
    )
    return load_evidence(config)


def files_of(panel: list[str] = PANEL, attempts: int = 1) -> Pages:
    """Every file of the report, by path."""
    return dict(report_files(evidence_of(panel, attempts)))


def site(panel: list[str] = PANEL, attempts: int = 1) -> Pages:
    """Every page of the report, by path."""
    files = files_of(panel, attempts)
    return {name: text for name, text in files.items() if name.endswith(".html")}


class Parsed(HTMLParser):
    """The page as a browser takes it apart: tags with attributes, and the text."""

    VOID = {"meta", "br", "wbr", "col", "rect", "path", "circle", "img", "source"}

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.unbalanced: list[str] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.unbalanced.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.words))


@pytest.fixture(scope="session")
def whole(rich: Pages) -> Pages:
    """Every page of a run with everything, by path."""
    return {name: text for name, text in rich.items() if name.endswith(".html")}


@pytest.fixture(scope="session")
def html(whole: Pages) -> str:
    """All pages one after another."""
    return "\n".join(whole.values())


def test_every_element_is_closed_where_the_templates_close_it(whole: Pages) -> None:
    for name, text in whole.items():
        parsed = Parsed(text)
        assert (parsed.unbalanced, parsed.open) == ([], []), name


def test_nothing_of_an_answer_becomes_markup(whole: Pages, html: str) -> None:
    for name, text in whole.items():
        tags = {tag for tag, _ in Parsed(text).tags}
        assert not tags & {"iframe", "object", "form", "link", "base"}, name
        assert text.count("<script") == text.count("</script>") == 1, name
        assert text.count("<style") == text.count("</style>") == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "{{ 7 * 7 }}" in html and "&lt;b&gt;overloaded&lt;/b&gt;" in html


def test_every_picture_is_a_drawing_inside_the_page_also_said_in_words(whole: Pages) -> None:
    tags = [pair for text in whole.values() for pair in Parsed(text).tags]
    pictures = [attributes for tag, attributes in tags if tag == "img"]
    assert len(pictures) == 2, "a chart and a screenshot"
    for picture in pictures:
        address = picture["src"] or ""
        assert re.fullmatch(r"data:image/(svg\+xml|png);base64,[A-Za-z0-9+/=]+", address)
        assert picture["alt"]


ATTRIBUTES = set(
    "id class href scope colspan rowspan role tabindex lang charset name open content http-equiv "
    "viewbox preserveaspectratio focusable x y width height d cx cy r src srcset media alt hidden "
    "data-model data-tags".split()
)
"""All that a template may write; what begins with aria- beside them."""


def test_attributes_are_few_and_carry_no_handler_style_or_foreign_address(whole: Pages) -> None:
    for text in whole.values():
        for tag, attributes in Parsed(text).tags:
            names = {name for name in attributes if not name.startswith("aria-")}
            assert names <= ATTRIBUTES, tag
            assert re.fullmatch(r"[\w./#-]*", attributes.get("href") or ""), attributes["href"]


def links(name: str, text: str) -> Iterator[tuple[str, str]]:
    """Where the links of a page lead: to which page, and to which part of it."""
    for _, attributes in Parsed(text).tags:
        address, _, part = (attributes.get("href") or "").partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), address))
        if "href" in attributes:
            yield target if address else name, part


def test_every_link_leads_to_a_page_and_to_a_part_of_it_and_ids_are_unique(whole: Pages) -> None:
    ids = {}
    for name, text in whole.items():
        listed = [attributes["id"] for _, attributes in Parsed(text).tags if "id" in attributes]
        assert len(listed) == len(set(listed)), name
        ids[name] = set(listed)
    for name, text in whole.items():
        for target, part in links(name, text):
            assert target in whole, f"{name} links to {target}"
            assert not part or part in ids[target], f"{name} links to {target}#{part}"


def test_every_page_can_be_reached_from_the_first(whole: Pages) -> None:
    reached = {"index.html"}
    waiting = ["index.html"]
    while waiting:
        name = waiting.pop()
        new = {target for target, _ in links(name, whole[name])} - reached
        reached |= new
        waiting += new
    assert reached == set(whole)


def test_invisible_and_reversing_characters_are_shown_as_code_points(html: str) -> None:
    assert not re.search("[\u200b\u2028\u2029\u202a-\u202e\x07\U000e0000-\U000e007f]", html)
    for name in ("U+202E", "U+2028", "U+200B", "U+0007", "U+E0041"):
        assert f'<span class="hidden-char">{name}</span>' in html


def test_the_policy_allows_this_style_and_this_script_and_nothing_else(whole: Pages) -> None:
    for name, html in whole.items():
        style = html.split("<style>", 1)[1].split("</style>", 1)[0]
        script = html.split("<script>", 1)[1].split("</script>", 1)[0]
        tags = (attributes for _, attributes in Parsed(html).tags)
        policy = next(a["content"] for a in tags if a.get("http-equiv"))
        assert (
            policy == f"default-src 'none'; style-src '{digest(style)}'; "
            f"script-src '{digest(script)}'; img-src data:; base-uri 'none'; form-action 'none'"
        ), name
        assert "url(" not in style and "@import" not in style and "http" not in style
        for word in ("innerHTML", "eval", "fetch", "import(", "http", "document.write", "Function"):
            assert word not in script, f"{name}: {word}"


def digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def test_tables_have_captions_and_headers_have_scopes(html: str) -> None:
    tags = Parsed(html).tags
    assert sum(tag == "table" for tag, _ in tags) == sum(tag == "caption" for tag, _ in tags) > 10
    assert all("scope" in attributes for tag, attributes in tags if tag == "th")


def section(whole: Pages, test: str, model: str) -> str:
    """The text of the page of one model's answer to one test."""
    return Parsed(whole[PageLinks().answer(test, model)]).text


def test_gap_refusal_and_empty_answer_are_named_and_not_the_same(whole: Pages, html: str) -> None:
    gap = section(whole, "Explain-One", "patchy")
    assert "Gap. The call failed" in gap and "503: <b>overloaded</b>" in gap and "missing" in gap
    assert "0.0" not in gap.split("Verdicts", 1)[1].split("Id for marks", 1)[0]
    assert "Refused." in section(whole, "Port-One", "patchy")
    assert "Empty." in section(whole, "Port-Two", "patchy")
    missing = Parsed(html.split('id="missing"', 1)[1].split("</section>", 1)[0]).text
    for words in ("gap of strict", "unscored by llm", "refused", "empty", "timed out"):
        assert words in missing


def test_a_missing_test_shows_no_zero_in_the_overview(html: str) -> None:
    assert '<a href="answers/Explain-One--patchy.html">missing</a>' in html
    assert '<a href="answers/Explain-Two--patchy.html">unscored</a>' in html
    # refused: every criterion fails
    assert '<a href="answers/Port-One--patchy.html">0.0</a>' in html


def test_every_criterion_stands_with_every_judge(whole: Pages) -> None:
    words = ["It works with <React> & 19", "It compiles in one's head", "The heading is", *PANEL]
    for of in PROMPTS:
        for model in MODELS:
            text = section(whole, of.test, model)
            assert [word for word in words if word not in text] == []
    assert "not judged" in section(whole, "Port-One", "solid")


def test_a_template_cannot_print_a_missing_figure() -> None:
    with pytest.raises(ValueError, match="printed None"):
        printable(None)


def test_text_keeps_what_people_write() -> None:
    assert visible("a <b>\r\n\tc & d\u200d") == "a &lt;b&gt;\n\tc &amp; d\u200d"


def test_figures_have_no_negative_zero() -> None:
    assert (fixed(-0.01), signed(-0.04)) == ("0.0", "±0.0")
    assert (signed(-1.25, 2), signed(3)) == ("−1.25", "+3.0")


def test_anchors_are_safe_and_never_collide() -> None:
    assert anchor('A"b c') == "A.22.b.20.c"
    assert anchor("a", "b") != anchor("a.", "b") != anchor("a-", "b")
