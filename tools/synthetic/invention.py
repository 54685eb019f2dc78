"""Invented models with answers and verdicts that look like those of a real run. All of it seeded.

An answer is the gold answer, or a part of it for a weaker one. Whether a criterion is met depends
on the model, the category, the test and chance; each judge errs at its own rate.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from assay.config.yaml_files import read_utf8
from assay.content.criteria import Criterion
from assay.records.pipeline import (
    CATEGORIES,
    CHECKS,
    Answer,
    Dialogue,
    Judgement,
    Prompt,
    Usage,
    Verdict,
)
from stages.generate.builtin import gold_files, gold_path, orderly
from tools.proof.known_answers import played

FAMILIES = ("aurora", "borealis", "cirrus", "delta", "ember")
SIZES = ("mini", "base", "large", "coder", "large-thinking", "coder-2")
JUDGES = ("judge-north", "judge-south", "judge-west")
ERRORS = {"judge-north": 0.05, "judge-south": 0.10, "judge-west": 0.16, CHECKS: 0.0}
"""How often a judge decides against the truth."""
EXPLANATIONS = {
    True: (
        "The delivered files show it.",
        "It is there, and it is used where the criterion asks for it.",
        "Found in the answer as quoted.",
    ),
    False: (
        "No file of the answer contains it.",
        "Only a part of what the criterion asks for is there.",
        "The answer does the opposite in the quoted line.",
    ),
}
GAP_RATE = 0.004
REFUSAL_RATE = 0.003
JUDGE_GAP_RATE = 0.004


class InventedModel(NamedTuple):
    """A model that does not exist. `price` is US dollars for a million output tokens."""

    name: str
    family: str
    ability: float
    by_category: dict[str, float]
    price: float
    tokens_per_second: float


def invented_models(count: int, seed: int) -> list[InventedModel]:
    """So many models of different strength, at most 30."""
    generator = np.random.default_rng(seed)
    names = [(f"{family}-{size}", family) for size in SIZES for family in FAMILIES][:count]
    abilities = generator.permutation(np.linspace(0.2, 2.2, len(names))).tolist()
    models = []
    for (name, family), ability in zip(names, abilities, strict=True):
        leanings = generator.normal(0, 0.35, len(CATEGORIES))
        model = InventedModel(
            name=name,
            family=family,
            ability=ability,
            by_category=dict(zip(CATEGORIES, leanings.tolist(), strict=True)),
            price=float(np.exp(generator.uniform(np.log(0.4), np.log(30)))),
            tokens_per_second=float(generator.uniform(25, 160)),
        )
        models.append(model)
    return models


class Invention(NamedTuple):
    """What one model is said to have answered to one test, and what the judges made of it."""

    answer: Answer
    judgements: tuple[Judgement, ...]


def invent(
    model: InventedModel, prompt: Prompt, criteria: Sequence[Criterion], seed: int
) -> Invention:
    """The same arguments give the same answer and verdicts."""
    generator = np.random.default_rng([seed, *model.name.encode(), 0, *prompt.test.encode()])
    of_test = np.random.default_rng([seed, *prompt.test.encode()]).normal(0.3, 0.6)
    strength = model.ability + model.by_category[prompt.category] + of_test
    likely = 1 / (1 + np.exp(-(strength + generator.normal(0, 0.5))))
    met = [bool(generator.random() < likely) for _ in criteria]
    answer = _answer(model, prompt, sum(met) / len(met), generator)
    judges = (*JUDGES, CHECKS)
    judgements = tuple(_judgement(judge, answer, criteria, met, generator) for judge in judges)
    return Invention(answer, judgements)


def _answer(
    model: InventedModel, prompt: Prompt, quality: float, generator: np.random.Generator
) -> Answer:
    base = {"model": model.name, "test": prompt.test, "attempt": 1, "prompt": prompt.sha256}
    draw = generator.random()
    if draw < GAP_RATE:
        return Answer(**base, status="gap", error="503: the invented provider is overloaded")
    if draw < GAP_RATE + REFUSAL_RATE:
        return Answer(**base, status="refused", finish_reason="refusal")
    share = 1.0 if quality > 0.8 else 0.33
    if 0.5 < quality <= 0.8:
        share = 0.66
    dialogue = _dialogue(prompt, share) if prompt.answer == "dialogue" else None
    text = "" if dialogue else part_of(read_utf8(gold_path(prompt)), share)
    written = sum(len(file.content or "") for file in dialogue.files) if dialogue else len(text)
    output = int(written / 3.6 * generator.uniform(0.9, 1.6)) + 40
    turns = dialogue.turns if dialogue else 1
    usage = Usage(input=prompt.tokens_estimate * turns, output=output)
    return Answer(
        **base,
        status="answered",
        text=text,
        dialogue=dialogue,
        usage=usage,
        cost_usd=round((usage.output + usage.input / 5) * model.price / 1e6, 8),
        latency_s=round(output / model.tokens_per_second, 2),
        time="2026-01-01T12:00:00+00:00",
        reported_model=f"{model.name}-2026-01-01",
    )


def part_of(text: str, share: float) -> str:
    """The first part of the text, up to the end of a line."""
    if share >= 1:
        return text
    cut = text.rfind("\n", 0, int(len(text) * share))
    return text[: cut + 1]


def _dialogue(prompt: Prompt, share: float) -> Dialogue:
    """A dialogue that writes the first files of gold."""
    files = sorted(gold_files(prompt).items())
    return played(prompt, orderly(prompt, dict(files[: max(1, int(len(files) * share))])))


def _judgement(
    judge: str,
    answer: Answer,
    criteria: Sequence[Criterion],
    met: Sequence[bool],
    generator: np.random.Generator,
) -> Judgement:
    base = {"model": answer.model, "test": answer.test, "attempt": 1, "judge": judge}
    if answer.status == "gap":
        return Judgement(**base, status="missing", verdicts=())
    if answer.status != "answered":
        failed = tuple(item.verdict(False, "the answer delivers nothing") for item in criteria)
        return Judgement(**base, status="delivered nothing", verdicts=failed)
    if judge != CHECKS and generator.random() < JUDGE_GAP_RATE:
        unasked = tuple(item.verdict(None, "") for item in criteria)
        return Judgement(**base, status="gap", verdicts=unasked, error="timed out (invented)")
    return Judgement(
        **base,
        status="judged",
        verdicts=tuple(_verdicts(judge, answer.text, criteria, met, generator)),
        usage=Usage() if judge == CHECKS else Usage(input=9000, output=1500),
        cost_usd=0.0 if judge == CHECKS else 0.04,
        calls=1,
    )


def _verdicts(
    judge: str,
    text: str,
    criteria: Sequence[Criterion],
    met: Sequence[bool],
    generator: np.random.Generator,
) -> Iterator[Verdict]:
    lines = [line.strip() for line in text.splitlines() if len(line.strip()) > 20]
    for item, is_met in zip(criteria, met, strict=True):
        if judge == CHECKS and item.check is None:
            yield item.verdict(None, "")
            continue
        errs = generator.random() < ERRORS[judge]
        quote = lines[int(generator.integers(len(lines)))][:120] if lines else ""
        yield _verdict(judge, item, is_met != errs, quote, generator)


def _verdict(
    judge: str, item: Criterion, passed: bool, quote: str, generator: np.random.Generator
) -> Verdict:
    if judge == CHECKS:
        return item.verdict(passed, "found 1" if passed else "found 0")
    texts = EXPLANATIONS[passed]
    update = {
        "confidence": int(generator.integers(60, 100)),
        "evidence": quote,
        "evidence_found": bool(quote) or None,
    }
    text = texts[int(generator.integers(len(texts)))]
    return item.verdict(passed, text).model_copy(update=update)
