"""The search for mutants: for each checked criterion one small thing wrong that it notices and most others do not."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from stages.lib.checks.decide import decide
from stages.lib.content.criteria import Criterion
from tools.health.mutants import Mutant, Part, cut_off, misshapen, of_json, pieces, smelling, whole
from tools.health.reference import Reference, failing
from tools.health.targeted import targeted

OTHERS_PASSING = 0.8
"""The share of the other checked criteria that must still pass for a mutant to prove a criterion."""


@dataclass(frozen=True)
class Proof:
    """A mutant that fails the criterion while `others` (0 to 1) of the other checked criteria pass."""

    mutant: Mutant
    others: float
    targeted: bool


@dataclass
class Search:
    """One test's criteria, the gold answer, and what is proven so far."""

    criteria: tuple[Criterion, ...]
    gold: Reference
    sources: Mapping[str, str]
    proofs: dict[str, Proof] = field(default_factory=dict)
    tried: int = 0

    def run(self) -> dict[str, Proof]:
        """Try what is wrong with files, parts, keys and smells, then what each criterion left looks for."""
        files = self.gold.files
        for path, text in files.items():
            self._descend(whole(path, text), text.encode(), self._open())
        manifests = (
            mutant
            for path, text in files.items()
            if path.endswith(".json")
            for mutant in of_json(path, text)
        )
        self._try_all(manifests)
        if self.gold.is_document:
            self._try_all(
                mutant for path, text in files.items() for mutant in misshapen(path, text)
            )
        else:
            self._try_all(cut_off(files))
            self._try_all(smelling(files, self.sources))
        for item in self._open():
            if item.check is not None:
                self._try_all(targeted(item.check, self.gold.subject), is_targeted=True, only=item)
        return self.proofs

    def _open(self) -> list[Criterion]:
        return [
            item for item in self.criteria if item.check is not None and item.id not in self.proofs
        ]

    def _descend(self, part: Part, data: bytes, suspects: list[Criterion]) -> None:
        """Leave the part out; where that fails suspects that it does not prove, look at its pieces."""
        if not suspects:
            return
        failed = self._noticed(part.without(data), suspects)
        left = [item for item in failed if item.id not in self.proofs]
        for piece in pieces(part, data) if left else ():
            left = [item for item in left if item.id not in self.proofs]
            self._descend(piece, data, left)

    def _try_all(
        self, mutants: Iterable[Mutant], is_targeted: bool = False, only: Criterion | None = None
    ) -> None:
        for mutant in mutants:
            suspects = [item for item in self._open() if only in (None, item)]
            if not suspects:
                return
            if mutant.edits:
                self._noticed(mutant, suspects, is_targeted)

    def _noticed(
        self, mutant: Mutant, suspects: list[Criterion], is_targeted: bool = False
    ) -> list[Criterion]:
        """The suspects that the mutant fails; those are proven if most other criteria pass."""
        self.tried += 1
        subject = self.gold.mutated(mutant)
        failed = [
            item
            for item in suspects
            if item.check is not None and not decide(item.check, subject).passed
        ]
        if failed:
            others = self.others_passing(failing(self.criteria, subject))
            if others >= OTHERS_PASSING:
                self.proofs.update({item.id: Proof(mutant, others, is_targeted) for item in failed})
        return failed

    def others_passing(self, failed: set[str]) -> float:
        """The share of the checked criteria beside one failed that pass."""
        checked = sum(item.check is not None for item in self.criteria)
        return 1 - (len(failed) - 1) / max(checked - 1, 1)
