"""Judgements without a call: by the checks, and on answers without content."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from assay.answers.delivered import delivered_text
from assay.answers.dialogue_process import process_of
from assay.answers.extraction_records import UNREAD
from assay.answers.parsed import is_doubtful
from assay.checks.decide import decide
from assay.checks.documents import unwrapped
from assay.checks.runs import CHECK, run_decision
from assay.checks.subject import Subject
from assay.content.criteria import Criterion
from assay.records.execution_records import Execution
from assay.records.pipeline import CHECKS, DeliveredFile, Extracted, Judgement, Verdict
from assay.workers import WorkerFault
from stages.judge.case import Case


def on_nothing(judge: str, case: Case) -> Judgement:
    """An empty or refused answer fails every criterion. A gap is missing and has no verdicts."""
    if case.answer.status == "gap":
        return _judgement(case, [], judge, "missing")
    failed = [item.verdict(False, "the answer delivers nothing") for item in case.criteria]
    return _judgement(case, failed, judge, "delivered nothing")


class CheckWork(NamedTuple):
    """An answer that the checks decide, with its files and what came of running it.

    `wavering`: the behaviours that waver on gold.
    """

    case: Case
    extracted: Extracted
    execution: Execution | None
    wavering: frozenset[str] = frozenset()


def checked(work: CheckWork) -> Judgement:
    """The verdicts of the built-in judge, in a worker: the answer's bytes are hostile.

    Where the answer was executed, the run decides. A criterion without a check that no run decides
    is not judged.
    """
    subject = subject_of(work.case, work.extracted)
    criteria = work.case.criteria
    execution, wavering = work.execution, work.wavering
    return _judgement(work.case, [decided(one, subject, execution, wavering) for one in criteria])


def unreadable(case: Case, fault: WorkerFault) -> Judgement:
    """An answer that passed the bounds of a worker fails every criterion that has a check."""
    reason = f"the answer cannot be checked within the bounds: {fault.kind}"
    verdicts = [one.verdict(None if one.check is None else False, reason) for one in case.criteria]
    return _judgement(case, verdicts)


def with_structure(
    by_models: Iterable[Judgement], by_checks: Iterable[Judgement]
) -> list[Judgement]:
    """The LLM judges' judgements, with the checks' verdicts on what no LLM judge is asked about."""
    of_answer = {(item.model, item.test, item.attempt): item.verdicts for item in by_checks}
    judgements = []
    for item in by_models:
        verdicts = {verdict.criterion: verdict for verdict in item.verdicts}
        for verdict in of_answer.get((item.model, item.test, item.attempt), ()):
            in_its_place = verdict.model_copy(update={"basis": "checked"})
            verdicts.setdefault(verdict.criterion, in_its_place)
        judgements.append(item.model_copy(update={"verdicts": tuple(verdicts.values())}))
    return judgements


def _judgement(
    case: Case,
    verdicts: Sequence[Verdict],
    judge: str = CHECKS,
    status: Literal["judged", "delivered nothing", "missing"] = "judged",
) -> Judgement:
    return Judgement(**case.answer.name, judge=judge, status=status, verdicts=tuple(verdicts))


def subject_of(case: Case, extracted: Extracted) -> Subject:
    """What the checks read: the extracted files and the answer's text."""
    text = delivered_text(case.answer)
    is_document = case.prompt.answer == "document"
    files = extracted.files
    dialogue = case.answer.dialogue
    return Subject(
        files={file.path: file.content for file in files},
        text=unwrapped(text) if is_document else text,
        is_document=is_document,
        broken=frozenset(file.path for file in files if _is_broken(file)),
        doubtful=frozenset(file.path for file in files if is_doubtful(file)),
        unread=frozenset(file.path for file in files if UNREAD in file.marks),
        process=process_of(dialogue) if dialogue else None,
    )


def _is_broken(file: DeliveredFile) -> bool:
    return file.parse_ok is False or bool(file.tag_errors) or "truncated" in file.marks


def decided(
    criterion: Criterion,
    subject: Subject,
    execution: Execution | None,
    wavering: frozenset[str] = frozenset(),
) -> Verdict:
    """The verdict by the run, else by the check; by both if `run:` names the check too."""
    decision = run_decision(criterion.run, criterion.tags, execution, wavering)
    if decision is None:
        return _checked(criterion, subject)
    share, seen = decision
    if share is not None and CHECK in criterion.run:
        check = _checked(criterion, subject)
        share *= check.earned
        seen = f"{seen}; check: {check.explanation}"
    if share is None:
        return criterion.verdict(None, seen)
    verdict = criterion.verdict(share == 1, seen)
    in_part = share if 0 < share < 1 else None
    return verdict.model_copy(update={"basis": "executed", "share": in_part})


def _checked(criterion: Criterion, subject: Subject) -> Verdict:
    if criterion.check is None:
        return criterion.verdict(None, "the criterion has no check")
    decision = decide(criterion.check, subject)
    return criterion.verdict(decision.passed, decision.seen)
