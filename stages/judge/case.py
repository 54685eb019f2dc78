"""A case: one answer to be judged, with its task and its criteria."""

from typing import NamedTuple

from assay.config.judging_settings import JudgingConfig
from assay.content.criteria import Criterion
from assay.judging.document import asked_among, document_alone
from assay.judging.material import Material, material_of
from assay.records.pipeline import Answer, Prompt


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
        material = material_of(prompt, answer, judging)
        if any(criterion.question for criterion in criteria):
            material = document_alone(material)
        return cls(prompt, answer, criteria, material)

    @property
    def asked(self) -> tuple[Criterion, ...]:
        """The criteria that LLM judges are asked about. Checks decide the others for them too."""
        return asked_among(self.criteria)
