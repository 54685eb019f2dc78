"""A case: one answer to be judged, with its task and its criteria."""

from typing import NamedTuple

from stages.lib.base.config import JudgingConfig
from stages.lib.base.records import Answer, Prompt
from stages.lib.content.criteria import Criterion
from stages.lib.judging.material import Material, material_of


class Case(NamedTuple):
    """One answer with its task and criteria, and the material that a judge is shown."""

    prompt: Prompt
    answer: Answer
    criteria: tuple[Criterion, ...]
    material: Material

    @classmethod
    def of(
        cls, prompt: Prompt, answer: Answer, criteria: tuple[Criterion, ...], judging: JudgingConfig
    ) -> "Case":
        return cls(prompt, answer, criteria, material_of(prompt, answer, judging))
