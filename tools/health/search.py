"""The search for mutants: for each checked criterion, a small fault that few others notice."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from assay.checks.decide import decide
from assay.checks.subject import Subject
from assay.content.criteria import Criterion
from assay.records.criteria_health import CriterionProof
from tools.health.careless import CarelessDialogue
from tools.health.mutants import (
    MutablePart,
    Mutant,
    changed,
    cut_off,
    misshapen,
    of_json,
    pieces,
    smelling,
    whole,
)
from tools.health.targeted import targeted
from tools.reference import Reference, failures

OTHERS_PASSING = 0.8
"""The share of the other checked criteria that must pass for a mutant to prove a criterion."""
DECIMALS = 4


@dataclass
class Search:
    """One test's criteria, the gold answer, and what is proven so far."""

    criteria: tuple[Criterion, ...]
    gold: Reference
    sources: Mapping[str, str]
    careless: Iterable[CarelessDialogue] = ()
    proofs: dict[str, CriterionProof] = field(default_factory=dict)
    tried: int = 0

    def run(self) -> dict[str, CriterionProof]:
        """Try careless dialogues and faults in parts, keys, forms and smells.

        Then try faults in what each open criterion looks for.
        """
        files = self.gold.files
        for dialogue in self.careless:
            subject = self.gold.subject.with_process(dialogue.process)
            self._noticing_in(dialogue.label, subject, self._open())
        for path, text in files.items():
            self._descend(whole(path, text), text.encode(), self._open())
        self._try_all(self._manifests())
        if self.gold.is_document:
            self._try_all(self._forms())
        else:
            self._try_all(cut_off(files))
            self._try_all(smelling(files, self.sources))
        for item in self._open():
            if item.check is not None:
                self._try_all(targeted(item.check, self.gold.subject), is_targeted=True, only=item)
        return self.proofs

    def _manifests(self) -> Iterator[Mutant]:
        for path, text in self.gold.files.items():
            if path.endswith(".json"):
                yield from of_json(path, text)

    def _forms(self) -> Iterator[Mutant]:
        for path, text in self.gold.files.items():
            yield from misshapen(path, text)

    def _open(self) -> list[Criterion]:
        return [
            item for item in self.criteria if item.check is not None and item.id not in self.proofs
        ]

    def _descend(self, part: MutablePart, data: bytes, suspects: list[Criterion]) -> None:
        """Remove the part. If suspects fail but are not proven by it, try its pieces."""
        if not suspects:
            return
        left = self._unproven(self._noticing(part.without(data), suspects))
        if not left:
            return
        for piece in pieces(part, data):
            left = self._unproven(left)
            self._descend(piece, data, left)

    def _unproven(self, criteria: list[Criterion]) -> list[Criterion]:
        return [item for item in criteria if item.id not in self.proofs]

    def _try_all(
        self, mutants: Iterable[Mutant], is_targeted: bool = False, only: Criterion | None = None
    ) -> None:
        for mutant in mutants:
            suspects = [item for item in self._open() if only in (None, item)]
            if not suspects:
                return
            if mutant.edits:
                self._noticing(mutant, suspects, is_targeted)

    def _noticing(
        self, mutant: Mutant, suspects: list[Criterion], is_targeted: bool = False
    ) -> list[Criterion]:
        """The suspects that the mutant fails. They are proven if most other criteria pass."""
        subject = self.gold.with_texts(changed(self.gold.files, mutant))
        return self._noticing_in(mutant.label, subject, suspects, is_targeted)

    def _noticing_in(
        self, label: str, subject: Subject, suspects: list[Criterion], is_targeted: bool = False
    ) -> list[Criterion]:
        self.tried += 1
        failed = [
            item
            for item in suspects
            if item.check is not None and not decide(item.check, subject).passed
        ]
        if not failed:
            return []
        others = self._others_passing(subject, suspects, len(failed))
        if others is not None:
            proof = CriterionProof(
                mutant=label, others=round(others, DECIMALS), targeted=is_targeted
            )
            self.proofs |= {item.id: proof for item in failed}
        return failed

    def _others_passing(
        self, subject: Subject, suspects: list[Criterion], failed: int
    ) -> float | None:
        """The share of the other checked criteria that pass; None where that is too few.

        One criterion that fails is the one to prove. `failed` of the suspects do.
        """
        checked = [item for item in self.criteria if item.check is not None]
        others = max(len(checked) - 1, 1)
        decided = {item.id for item in suspects}
        more = failures((item for item in checked if item.id not in decided), subject)
        while (passing := 1 - (failed - 1) / others) >= OTHERS_PASSING:
            if next(more, None) is None:
                return passing
            failed += 1
        return None
