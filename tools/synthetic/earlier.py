"""An invented earlier revision of a synthetic run, for the report's page on what changed.

It has fewer models. Some of them were weaker at translation, and one judge was another version.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from assay.answers.delivered import answer_id
from assay.config import paths
from assay.config.settings import ScoreConfig
from assay.content.criteria import Criterion
from assay.records.jsonl import write_records, write_text
from assay.records.pipeline import Judgement, Prompt, Verdict
from tools.compare.__main__ import splits_of
from tools.compare.changes import changes
from tools.compare.keep import keep
from tools.compare.side import Side, read_side
from tools.synthetic.invention import InventedModel, Invention, invent
from tools.synthetic.records import configure, params_text, prepare, scored, write_model

BASE = "last-month"
MOST_MODELS = 5
WEAKER = 0.6
"""By how much the ability of a model that has improved since was lower."""
IMPROVED = "code_translation"
JUDGE = "judge-west"
OTHERWISE = 0.08
"""How often the judge's earlier version decided otherwise."""


def earlier_side(
    models: Sequence[InventedModel],
    inventions: Mapping[str, Sequence[Invention]],
    prompts: Sequence[Prompt],
    criteria: Mapping[str, Sequence[Criterion]],
    config: ScoreConfig,
    suite: str,
    seed: int,
) -> Side:
    """The earlier run, made in a folder of its own that is removed again."""
    known = models[: min(MOST_MODELS, len(models) - 1)]
    answered = {}
    for number, model in enumerate(known):
        present = inventions[model.name]
        is_weaker = number % 2 == 1
        answered[model.name] = (
            _weaker(model, present, prompts, criteria, seed) if is_weaker else present
        )
    with TemporaryDirectory(prefix="assay-") as place:
        folder = Path(place) / "run"
        prepare(folder, known)
        configure(folder / "conf/judge" / f"{JUDGE}.yaml", "fjord", f"{JUDGE}-2025")
        with chdir(folder):
            write_text(paths.PARAMS, params_text(list(answered), suite, seed))
            write_records(paths.PROMPTS, prompts)
            for name, of_model in answered.items():
                write_model(name, list(_as_judged(of_model, name, seed)))
                scored(name, prompts, config, seed)
            return read_side(BASE)


def _weaker(
    model: InventedModel,
    present: Sequence[Invention],
    prompts: Sequence[Prompt],
    criteria: Mapping[str, Sequence[Criterion]],
    seed: int,
) -> list[Invention]:
    """The same answers, but for those of one category that differ when the model is weaker."""
    before = model._replace(ability=model.ability - WEAKER)
    earlier = []
    for prompt, now in zip(prompts, present, strict=True):
        was = now
        if prompt.category == IMPROVED:
            was = invent(before, prompt, criteria[prompt.test], seed + 1)
        is_other = answer_id(was.answer) != answer_id(now.answer)
        earlier.append(was if is_other else now)
    return earlier


def _as_judged(inventions: Sequence[Invention], model: str, seed: int) -> Iterator[Invention]:
    """The inventions with what the judge's earlier version decided."""
    generator = np.random.default_rng([seed, *model.encode()])
    for item in inventions:
        judgements = tuple(
            _otherwise(judgement, generator) if judgement.judge == JUDGE else judgement
            for judgement in item.judgements
        )
        yield Invention(item.answer, judgements)


def _otherwise(judgement: Judgement, generator: np.random.Generator) -> Judgement:
    if judgement.status != "judged":
        return judgement
    verdicts = tuple(_turned(verdict, generator) for verdict in judgement.verdicts)
    return judgement.model_copy(update={"verdicts": verdicts})


def _turned(verdict: Verdict, generator: np.random.Generator) -> Verdict:
    if generator.random() >= OTHERWISE:
        return verdict
    return verdict.model_copy(update={"passed": not verdict.passed})


def keep_change(base: Side, config: ScoreConfig) -> None:
    """Keep the comparison of the run in the current folder with its earlier revision."""
    head = read_side("the present run")
    commit = sha256(BASE.encode()).hexdigest()[:40]
    keep(BASE, commit, splits_of(base, head, config), changes(base, head))
