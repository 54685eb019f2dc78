"""A small run to rate: two models' dialogues, and one single-shot test with verdicts."""

import json
from pathlib import Path

from assay.config import paths
from assay.content.criteria import load_criteria
from assay.records.jsonl import write_records, write_text
from assay.records.pipeline import (
    Answer,
    DeliveredFile,
    Dialogue,
    Extracted,
    Judgement,
    Prompt,
    SourceFile,
)
from tests.project import BUILT_IN_RUN
from tests.stages.validity import small_run

MODELS = ("swift-otter", "calm-heron")
DIALOGUES = ("Upgrade-One", "Migrate-Two")
SINGLE = "Port-One"
TESTS = dict.fromkeys(DIALOGUES, "talks") | {SINGLE: "ports"}
HOSTILE = (
    '</code></pre><script>document.title="owned"</script>'
    "<img src=x onerror=\"document.title='owned'\">{{ 7 * 7 }}\u202e"
)
CRITERIA = """\
evaluation_steps:
  accuracy: [It builds, It uses <hooks>, It keeps the names]
  completeness: [The heading is there, The list is there]
"""


def make_run(root: Path, content: str = "export const App = 1;\n") -> None:
    """Write what the stages would have written into `root`, with `content` in each delivered file.

    The current folder has to be `root`.
    """
    for group, names in (("model", MODELS), ("judge", ("strict", "kind")), ("suite", ("mini",))):
        for name in names:
            write_text(root / "conf" / group / f"{name}.yaml", "{}\n")
    params = BUILT_IN_RUN | {"models": MODELS, "panel": ["strict", "kind"]}
    write_text(root / paths.PARAMS, json.dumps(params))
    for test, kind in TESTS.items():
        write_text(root / paths.CRITERIA / kind / f"{test}.yaml", CRITERIA)
    prompts = [prompt(test, kind) for test, kind in TESTS.items()]
    write_records(root / paths.PROMPTS, prompts)
    for model in MODELS:
        write_answers(root, model, prompts, content)


def write_answers(root: Path, model: str, prompts: list[Prompt], content: str) -> None:
    """One model's answers, what was extracted of them, and two judges' verdicts."""
    answers = [answer(model, of, content) for of in prompts]
    write_records(root / paths.answers(model), answers)
    single = next(item for item in answers if item.test == SINGLE)
    file = DeliveredFile(path="src/App.tsx", content=content)
    found = Extracted(model=model, test=SINGLE, attempt=1, files=(file,), ignored={})
    write_records(root / paths.extracted(model), [found])
    write_records(
        root / paths.verdicts(model),
        [judgement(root, single, judge) for judge in ("strict", "kind")],
    )


def prompt(test: str, kind: str) -> Prompt:
    is_dialogue = test in DIALOGUES
    category = "instruction_following" if is_dialogue else "code_translation"
    update = {
        "title": f"{test.split('-')[0]} this application",
        "answer": "dialogue" if is_dialogue else "files",
        "system": "You have tools.",
        "user": "Do it with care.",
        "files": (
            SourceFile(path="src/App.tsx", content="let app = 0;\nlet kept = 1;\n"),
            SourceFile(path="src/logo.png", content=None),
            SourceFile(path="package.json", content="{}\n"),
        ),
    }
    return small_run.prompt(test, category, kind).model_copy(update=update)


def answer(model: str, of: Prompt, content: str) -> Answer:
    text = "" if of.answer == "dialogue" else f"Here it is ({len(model)}):\n{content}"
    base = small_run.answer(model, of.test, text).model_copy(update={"reported_model": model})
    if of.answer != "dialogue":
        return base
    files = (
        SourceFile(path="src/App.tsx", content=content),
        SourceFile(path=f"src/extra{len(model)}.ts", content="let kept = 1;\n"),
    )
    function = {"name": "write_file", "arguments": json.dumps({"path": "a", "content": content})}
    asked = ({"role": "system", "content": of.system}, {"role": "user", "content": of.user})
    said = {"role": "assistant", "content": content, "tool_calls": [{"function": function}]}
    dialogue = Dialogue(
        outcome="ended",
        turns=1,
        transcript=(*asked, said, {"role": "tool", "content": content}),
        declared=("src/App.tsx", "src/never.ts"),
        files=files,
        calls={"write_file": 2},
        flags={},
    )
    return base.model_copy(update={"dialogue": dialogue})


def judgement(root: Path, of: Answer, judge: str) -> Judgement:
    """`strict` passes the first criterion alone, `kind` all of them."""
    criteria = load_criteria(root / paths.CRITERIA / TESTS[of.test] / f"{of.test}.yaml")
    verdicts = [
        item.verdict(judge == "kind" or not place, "") for place, item in enumerate(criteria)
    ]
    return small_run.judgement(judge, of, {}, verdicts=verdicts)
