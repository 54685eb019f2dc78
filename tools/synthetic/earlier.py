"""An invented earlier revision of a synthetic run, for the report's page on what changed.

It has fewer models. Some of them were weaker at translation.
"""

from collections.abc import Mapping, Sequence
from contextlib import chdir
from hashlib import sha256
from pathlib import Path

from assay.answers.delivered import answer_id
from assay.config import paths
from assay.config.settings import ScoreConfig
from assay.content.criteria import Criterion
from assay.records.jsonl import write_records, write_text
from assay.records.pipeline import Prompt
from tools.compare.comparison import compare, keep
from tools.compare.git_revision import WORKTREE, Revision
from tools.synthetic.invention import InventedModel, Invention, invent
from tools.synthetic.run_files import params_text, prepare, scored, write_model

BASE = "last-month"
MOST_MODELS = 5
WEAKER = 0.6
"""By how much the ability of a model that has improved since was lower."""
IMPROVED = "code_translation"


def write_earlier(
    folder: Path,
    models: Sequence[InventedModel],
    inventions: Mapping[str, Sequence[Invention]],
    prompts: Sequence[Prompt],
    criteria: Mapping[str, Sequence[Criterion]],
    config: ScoreConfig,
    suite: str,
    seed: int,
) -> None:
    """Make the folder the earlier run, as far as a comparison reads it."""
    known = models[: min(MOST_MODELS, len(models) - 1)]
    answered = {}
    for number, model in enumerate(known):
        answered[model.name] = inventions[model.name]
        if number % 2 == 1:
            answered[model.name] = _weaker(model, answered[model.name], prompts, criteria, seed)
    prepare(folder, known)
    with chdir(folder):
        write_text(paths.PARAMS, params_text(list(answered), suite, seed))
        write_records(paths.PROMPTS, prompts)
        for name, of_model in answered.items():
            write_model(name, of_model)
            scored(name, prompts, config, seed)


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


def keep_change(earlier: Path) -> None:
    """Keep the comparison of the run in the current folder with its earlier revision."""
    compared = compare(Revision(BASE, earlier), Revision(WORKTREE, Path.cwd()))
    keep(compared, sha256(BASE.encode()).hexdigest()[:40])
