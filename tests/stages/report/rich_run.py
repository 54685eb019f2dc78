"""A run in which every part of every page has something to show, and one in which little has."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assay.answers.delivered import answer_id
from assay.config import paths
from assay.content.criteria import criteria_path, load_criteria
from assay.records.change import Flip, KeptChange, OtherChange, ScoreChange
from assay.records.discrimination_rows import discrimination_csv, read_discrimination
from assay.records.execution_records import Behaviour, Execution, MutantRuns, OwnTests, Step
from assay.records.hashing import git_id
from assay.records.jsonl import read_json, read_records, write_json, write_records, write_result
from assay.records.pipeline import CHECKS, Answer, Extracted, Judgement
from assay.records.review_list import read_review, review_csv
from assay.scores.overruling import OVERRULES
from tests.stages.report.test_page import CRITERIA, HOSTILE, MODELS, PROMPTS, tool_call, write_run

PORT = "Port-One"
DIALOGUE = "UpgradeReactApplication-One"
FIGURE = {"value": 0.9, "low": 0.8, "high": 0.95, "verdicts": 40}

SIX = [*MODELS, "fourth", "fifth", "sixth"]


def write_rich_run() -> None:
    """In the working directory."""
    write_run(SIX)
    _executions()
    _answers()
    _judges()
    _models()
    _leaderboard()
    _health()
    _change()


def _changed(path: Path, *keys: str, **values: Any) -> None:
    """Alter the object at this place in a JSON file."""
    whole = part = read_json(path)
    for key in keys:
        part = part[key]
    part |= values
    write_json(path, whole)


def _executions() -> None:
    base = Execution(model="solid", test=PORT, attempt=1, status="executed", key="a")
    failures = (
        Behaviour(title="It adds", outcome="failed", message=HOSTILE, screenshot="01.png"),
        Behaviour(title="It waits", outcome="flaky"),
        Behaviour(title="It starts", outcome="passed"),
    )
    whole = {
        "types": Step(status="failed", log="src/App.tsx: error", reason=HOSTILE),
        "builds": Step(status="passed"),
        "own_tests": OwnTests(status="failed", passed=3, failed=1),
        "added": ("index.html: added",),
        "mutants": MutantRuns(status="failed", noticed=2, tried=3, survivors=("a default",)),
        "behaviours": failures,
    }
    picture = paths.screenshots("solid") / PORT / "1/01.png"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"\x89PNG")
    unbuilt = {"builds": Step(status="failed", log="no such file"), "behaviours": failures[:1]}
    not_run = {"status": "not run", "reason": "no toolchain", "test": "Port-Two"}
    write_records(
        paths.executions("solid"), [base.model_copy(update=whole), base.model_copy(update=not_run)]
    )
    other = base.model_copy(update={"model": "hostile", **unbuilt})
    write_records(paths.executions("hostile"), [other])


def _answers() -> None:
    """An answer that ends in thoughts, files with every state of syntax, an overrule."""
    extracts = read_records(paths.extracted("solid"), Extracted)
    first = next(item for item in extracts if item.test == PORT)
    files = (
        first.files[0],
        first.files[0].model_copy(update={"path": "b.ts", "parse_ok": True, "marks": ()}),
        first.files[0].model_copy(update={"path": "c.xyz", "parse_ok": None, "error_share": 0.0}),
        first.files[0].model_copy(update={"path": "d.ts", "parse_ok": None}),
    )
    rich = first.model_copy(update={"files": files})
    changed = [rich if item.test == PORT else item for item in extracts]
    write_records(paths.extracted("solid"), changed)
    answers = read_records(paths.answers("solid"), Answer)
    days = [f"2026-03-0{number}T00:00:00Z" for number in range(1, 9)]
    dated = [a.model_copy(update={"time": day}) for a, day in zip(answers, days, strict=False)]
    again = dated[-1].model_copy(update={"attempt": 2})
    write_records(paths.answers("solid"), map(_with_thoughts, (*dated, again)))
    missing, *others = read_records(paths.answers("sixth"), Answer)
    write_records(paths.answers("sixth"), others)
    judged = read_records(paths.verdicts("sixth"), Judgement)
    write_records(paths.verdicts("sixth"), [item for item in judged if item.test != missing.test])
    _overrule(next(answer for answer in dated if answer.test == PORT))


def _with_thoughts(answer: Answer) -> Answer:
    if not answer.dialogue:
        return answer
    head, said, *rest = answer.dialogue.transcript[1:]
    thinking = {**said, "reasoning_content": "I look first."}
    told = {"role": "user", "content": "Go on."}
    last = {"role": "assistant", "content": "", "tool_calls": [tool_call(9, "list_files")]}
    nothing = {"role": "tool", "tool_call_id": "c9", "content": ""}
    transcript = (answer.dialogue.transcript[0], head, thinking, *rest, told, last, nothing)
    talk = answer.dialogue.model_copy(update={"transcript": transcript})
    return answer.model_copy(update={"dialogue": talk})


def _overrule(answer: Answer) -> None:
    judged = read_records(paths.verdicts("solid"), Judgement)
    of_answer = next(item for item in judged if (item.test, item.judge) == (PORT, "strict"))
    criterion = of_answer.verdicts[0].criterion
    used = f"solid,{PORT},1,{answer_id(answer)},{criterion},strict,no,Ann,<i>no h1</i>"
    stale = f"solid,{PORT},1,{'0' * 16},{criterion},strict,no,Ann,stale"
    paths.OVERRULES.parent.mkdir(exist_ok=True)
    paths.OVERRULES.write_text("\n".join([",".join(OVERRULES.columns), used, stale, ""]))

    def marked(item: Judgement) -> Judgement:
        if item.test != PORT:
            return item
        update: dict[str, object] = {"evidence_found": False, "basis": "executed"}
        if item.judge == CHECKS:
            update |= {"passed": False, "share": 0.25, "explanation": "at <i>App.tsx:2"}
        first = item.verdicts[0].model_copy(update=update)
        return item.model_copy(update={"verdicts": (first, *item.verdicts[1:]), "cut": 5})

    write_records(paths.verdicts("solid"), map(marked, judged))


def _judges() -> None:
    rows, _ = read_review(paths.REVIEW, 9)
    second = rows[0].model_copy(update={"attempt": 2})
    paths.REVIEW.write_text(review_csv([second, *rows[1:]]))
    criteria = read_discrimination(paths.DISCRIMINATION)
    dead = criteria[0].model_copy(update={"kind": "all pass", "item_total": 0.5})
    paths.DISCRIMINATION.write_text(discrimination_csv([dead, *criteria[1:]]))
    errors = {"false_pass": FIGURE, "false_fail": FIGURE}
    _changed(
        paths.JUDGE_METRICS,
        *("judges", "strict"),
        against_executions={**errors, "kind": {"syntax": errors}},
        exam={**errors, "kind": {"cut": errors}, "barred": "it is barred"},
        corrected={"truth": "exam", "models": {"solid": {"raw": FIGURE, "corrected": FIGURE}}},
    )
    _changed(
        paths.JUDGE_METRICS,
        *("judges", "kind"),
        against_executions={**errors, "false_pass": {"why": "too few"}, "kind": {}},
    )
    people = {
        "lines": 45,
        "used": 40,
        "raters": {"anna": 45},
        "judges": {"strict": {**errors, "ac1": FIGURE}},
        "among_raters": FIGURE,
    }
    _changed(paths.JUDGE_METRICS, people=people)


def _models() -> None:
    path = paths.model_metrics("solid")
    _changed(path, "llm", lcif_by_people=93.75)
    _changed(path, "llm", tags={"syntax": 70.0}, defects_found=50.0)
    mark = {"accuracy": 3.5, "completeness": 4.0, "note": f"search is missing {HOSTILE}"}
    answers = read_records(paths.answers("solid"), Answer)
    dialogue = next(answer_id(answer) for answer in answers if answer.test == DIALOGUE)
    span = {"mean": 3.5, "low": 3.0, "high": 4.0, "sd": 0.7}
    marked = {
        "raters": 2,
        "accuracy": span,
        "completeness": span,
        "marks": {dialogue: {"ann": mark}},
    }
    _changed(path, people={"dialogues": {DIALOGUE: marked}, "stale": 2})
    waiting = {"dialogues": {DIALOGUE: {"raters": 0}}, "stale": 0}
    _changed(paths.model_metrics("patchy"), people=waiting)


def _leaderboard() -> None:
    board = read_json(paths.LEADERBOARD)
    for row in board["models"]:
        row.update(interval={"low": 50.0, "high": 90.0}, rank=3, group=3)
    for row in board["models"][:2]:
        ranked = {"rank": 1, "group": 1, "best_rank": 1, "worst_rank": 2}
        row.update(ranked, complete=True)
    for row, cost in zip(board["models"], (0.06, 0.05, 0.01), strict=False):
        row["cost_usd"] = cost
    board["models"][0]["basis"] = {"executed": 3, "read": 4}
    figures = {"low": -3, "high": 5, "difference": 1, "detectable": 4, "p": 0.03, "noise": 0.2}
    for pair in board["pairs"]:
        pair.update(
            figures, p_corrected=0.04, tests=9, told_apart=False, first_better_probability=0.7
        )
        pair.update(decision="not significant", largest={PORT: -3.0})
    closest = {"fourth": 1.0, "hostile": 2.5, "patchy": 3.5, "sixth": 4.0, "solid": 5.0}
    for pair in board["pairs"]:
        if pair["first"] == "fifth":
            pair["difference"] = closest[pair["second"]]
    board["pairs"][-1].update(told_apart=True, decision="significant")
    board["pairs"][-2].update(low=None, high=None, tests=0)
    leaders = {"leaders": ["fifth", "fourth"], "leaders_alpha": 0.1, "alpha": 0.5, "models": 6}
    told = {"criteria": 9, "passed_by_leaders": 82.0, "sentence": "82 % are passed by both."}
    board["suite"] = leaders | told
    board["not_run"] = [{"model": "absent", "stage": "generate", "reason": f"no key {HOSTILE}"}]
    write_json(paths.LEADERBOARD, board)


def _health() -> None:
    fault = {"of": "gold", "kind": "show-stopper", "what": HOSTILE, "lowered_by_checks": True}
    fault |= {"lowered_when_run": True, "lost_by_checks": 10.0, "lost_when_run": 30.0}
    mutant = {"of": "gold", "kind": "mutant", "what": "negate: !a", "lowered_by_checks": True}
    criteria = _criterion_with_a_check()
    proof = {"mutant": "h1 gone", "others": 0.9, "targeted": True}
    health = {
        "criteria_sha256": "old",
        "criteria": {"accuracy": 2, "completeness": 2},
        "checked": 4,
        "gold": 100.0,
        "null": 0.0,
        "echo": {"accuracy": 1.0, "completeness": 2.0},
        "off_topic": {"test": "Port-Two", "share": 3.0},
        "second": {"share": 99.0, "failed": []},
        "mutants": 3,
        "proofs": {criteria: proof},
        "unproven": [],
        "execution": {"fingerprint": "f", "trials": [fault, {**mutant, "lowered_when_run": True}]},
    }
    write_json(paths.CRITERIA_HEALTH, {PORT: health})


def _criterion_with_a_check() -> str:
    """Give the criteria of a test checks and tags; the id of one of them."""
    check = {"tsx": "h1", "text": "List"}
    checked = {"criterion": "The heading is there", "check": check, "tags": ["syntax"]}
    run = {**checked, "run": "It adds"}
    argued = {"criterion": "The list is there", "check": check, "argued": "it is one element"}
    criteria: Mapping[str, Any] = {**CRITERIA, "completeness": [run, argued]}
    path = criteria_path(PROMPTS[0].type, PORT)
    path.write_text(json.dumps({"evaluation_steps": criteria}))
    return next(item.id for item in load_criteria(path) if item.check)


def _change() -> None:
    score = ScoreChange(
        model="solid",
        judge_group="llm",
        kind="final",
        base=50.0,
        head=51.0,
        parts={"answers": 1.0},
        flips={"answers": 3},
    )
    flip = Flip(
        model="solid",
        test=PROMPTS[0].test,
        attempt=2,
        judge="kind",
        metric="accuracy",
        criterion=read_records(paths.verdicts("solid"), Judgement)[0].verdicts[0].criterion,
        text=HOSTILE,
        before=None,
        after=True,
        cause="answers",
    )
    change = KeptChange(
        base="v1.0",
        commit="ab" * 20,
        results=git_id(paths.LEADERBOARD.read_bytes()),
        scores=(score,),
        changes=(OtherChange(kind="judge", name="kind", how=HOSTILE),),
        flips=(flip,),
        flipped=7,
    )
    write_result(paths.CHANGE, change)


def write_plain_run() -> None:
    """A leader without rivals, no agreement of judges, a change of earlier results."""
    write_run(MODELS)
    board = read_json(paths.LEADERBOARD)
    ranked = {"rank": 1, "group": 1, "best_rank": 1, "worst_rank": 1}
    for row in board["models"]:
        row.update(ranked, complete=row["model"] == "solid", cost_usd=0.0)
        if row["model"] != "solid":
            row.update(dict.fromkeys(ranked), ruler=True)
    write_json(paths.LEADERBOARD, {**board, "pairs": []})
    _changed(paths.JUDGE_METRICS, "agreement", panel={"why": "too few"})
    found = read_json(paths.JUDGE_METRICS)
    figure = {**FIGURE, "low": None, "high": None}
    against = {"ac1": figure, "false_pass": figure, "false_fail": figure}
    audit = {"judges": {"strict": against}, "among_raters": {"why": "one person alone"}}
    _changed(paths.JUDGE_METRICS, people={**found["people"], **audit})
    paths.REVIEW.write_text(review_csv([]))
    _change()
    paths.LEADERBOARD.write_text(paths.LEADERBOARD.read_text() + "\n")
