"""The search for mutants: for each checked criterion, a small fault that few others notice."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from assay.checks.subject import Subject
from assay.content.criteria import Criterion
from assay.records.criteria_health import CriterionProof
from assay.records.pipeline import Prompt
from tools.proof.known_answers import DECIMALS, KnownAnswer, failures
from tools.proof.mutants import Mutant

OTHERS_PASSING = 0.8
"""The share of the other checked criteria that must pass for a mutant to prove a criterion."""


@dataclass
class Search:
    """One test on trial: its good answer, its criteria, and what is proven so far.

    `failed`: the suspects that failed on the mutant tried last.
    """

    prompt: Prompt
    gold: KnownAnswer
    sources: Mapping[str, str]
    checked: tuple[Criterion, ...]
    proofs: dict[str, CriterionProof] = field(default_factory=dict)
    tried: int = 0
    failed: list[Criterion] = field(default_factory=list)

    def open(self, among: Sequence[Criterion] | None = None) -> list[Criterion]:
        """The checked criteria that nothing has proven yet."""
        chosen = self.checked if among is None else among
        return [item for item in chosen if item.id not in self.proofs]

    def run(self, kinds: Sequence[Callable[["Search"], Iterator[Mutant]]]) -> None:
        """Try the mutants of each kind, until nothing is open. The last kind proves less."""
        for kind in kinds:
            for mutant in kind(self):
                if not self.open():
                    return
                if mutant.texts or mutant.process:
                    self._try(mutant, is_targeted=kind is kinds[-1])

    def _try(self, mutant: Mutant, is_targeted: bool) -> None:
        """The suspects that the mutant fails are proven if most other criteria pass."""
        suspects = self.open(mutant.suspects)
        subject = self.gold.with_texts(mutant.texts)
        if mutant.process:
            subject = self.gold.subject.with_process(mutant.process)
        self.tried += 1
        failed = set(failures(suspects, subject))
        self.failed = [item for item in suspects if item.id in failed]
        others = self._others_passing(subject, suspects) if failed else None
        if others is not None:
            proof = CriterionProof(
                mutant=mutant.label, others=round(others, DECIMALS), targeted=is_targeted
            )
            self.proofs |= dict.fromkeys((item.id for item in self.failed), proof)

    def _others_passing(self, subject: Subject, suspects: Iterable[Criterion]) -> float | None:
        """The share of the other checked criteria that pass; None where that is too few.

        One criterion that fails is the one to prove.
        """
        others = max(len(self.checked) - 1, 1)
        decided = {item.id for item in suspects}
        more = failures((item for item in self.checked if item.id not in decided), subject)
        failed = len(self.failed)
        while (passing := 1 - (failed - 1) / others) >= OTHERS_PASSING:
            if next(more, None) is None:
                return passing
            failed += 1
        return None
