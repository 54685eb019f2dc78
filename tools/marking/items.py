"""What a rater is shown, one by one: blind, in the rater's own order.

An item's id and place come from hashes that begin with the rater's name. So they stay the same
after a restart, reveal nothing about the model, and differ between raters.
"""

from dataclasses import dataclass

from assay.answers.delivered import answer_id
from assay.content.criteria import Criterion
from assay.records.hashing import content_hash
from assay.records.pipeline import Answer, Prompt
from tools.marking.run import MarkingRun, place_of


@dataclass(frozen=True)
class Item:
    """One dialogue to mark, or (with a criterion) one verdict to audit.

    The browser sees only `id`. `content` is the answer's hash, which marks and audits belong to.
    """

    id: str
    place: str
    prompt: Prompt
    answer: Answer
    content: str
    criterion: Criterion | None = None


def dialogues(run: MarkingRun, rater: str) -> list[Item]:
    """Every dialogue of the run; attempts of a model with the same outcome and files are one."""
    found: dict[tuple[str, str, str], Item] = {}
    for answer in run.answers:
        if answer.dialogue is not None and answer.status != "gap":
            key = (answer.model, answer.test, answer_id(answer))
            item = Item(*_hashes(rater, *key), run.prompts[answer.test], answer, key[2])
            found.setdefault(key, item)
    return sorted(found.values(), key=lambda item: item.place)


def verdicts(run: MarkingRun, rater: str, size: int, seed: int) -> list[Item]:
    """A random sample of verdicts: the same for all raters, each in an order of their own.

    A larger sample begins with the smaller one.
    """
    texts = {(test, item.id): item for test, listed in run.criteria.items() for item in listed}
    answers = {place_of(answer): answer for answer in run.answers}
    items = []
    drawn = sorted(_decided(run), key=lambda one: content_hash([seed, *one]))[:size]
    for model, test, attempt, criterion in drawn:
        answer = answers.get((model, test, attempt))
        if answer is not None and (test, criterion) in texts:
            content = answer_id(answer)
            hashes = _hashes(rater, model, test, attempt, content, criterion)
            prompt = run.prompts[test]
            items.append(Item(*hashes, prompt, answer, content, texts[test, criterion]))
    return sorted(items, key=lambda item: item.place)


def _decided(run: MarkingRun) -> set[tuple[str, str, int, str]]:
    """Every criterion that a judge decided on a single-shot answer that delivered something."""
    decided = set[tuple[str, str, int, str]]()
    for item in run.judgements:
        if item.status == "judged" and run.prompts[item.test].answer != "dialogue":
            found = (verdict.criterion for verdict in item.verdicts if verdict.passed is not None)
            decided.update((item.model, item.test, item.attempt, one) for one in found)
    return decided


def _hashes(rater: str, *key: str | int) -> tuple[str, str]:
    return content_hash([rater, "item", *key])[:16], content_hash([rater, "place", *key])
