"""A program that grows: gold meets every request, and what an answer breaks later counts."""

import json

import pytest

from tests.tools.new.hard.conftest import failed
from tools.new.hard.grow import TESTS, parts_of, renamed
from tools.new.hard.program import CANARY, level_of

pytestmark = pytest.mark.usefixtures("shipped")


def test_the_same_bytes_each_time_with_the_canary_and_other_words_for_another_seed() -> None:
    first, again, other = (parts_of(level_of(1), seed) for seed in ("51", "51", "52"))
    assert first == again and first.given != other.given and first.answers != other.answers
    for texts in (first.given, first.answers["gold"], first.cases):
        assert all(CANARY in text for text in texts.values())


def test_harder_levels_have_the_requests_of_easier_ones() -> None:
    easy, hard = (parts_of(level_of(number), "51").given for number in (1, 4))
    assert len(easy) == 3 and len(hard) == 8
    assert easy.items() < hard.items()


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["51", "a secret"])
def test_gold_meets_all_and_what_breaks_later_counts_from_then_on(seed: str) -> None:
    made = parts_of(level_of(1), seed)
    gold = made.answers["gold"]
    assert failed(gold, made.cases) == set()
    (path,) = (path for path in gold if path.endswith("_world.py"))
    broken = {**gold, path.replace("step-1", "step-2"): "raise SystemExit\n"}
    late = {f"{test}[{number}]" for test in TESTS for number in (2, 3)}
    assert failed(broken, made.cases) == late
    assert len(failed({}, made.cases)) == len(made.titles)


@pytest.mark.slow
def test_what_runs_without_end_or_cheats_later_takes_nothing_from_the_requests_before() -> None:
    made = parts_of(level_of(1), "51")
    gold = made.answers["gold"]
    (values,) = (path for path in gold if path.endswith("_values.py"))
    endless = gold[values] + (
        "\n\ndef need_day(value):\n    while True:\n        try:\n            len([])\n"
        "        except Exception:\n            pass\n"
    )
    third = values.replace("step-1", "step-3")
    late = {f"{test}[3]" for test in TESTS}
    assert failed({**gold, third: endless}, made.cases) == late
    module, _ = json.loads(made.cases["assaycases/stories.json"])["class"]
    (entry,) = (path for path in gold if path.endswith(f"/{module}.py"))
    reads = (
        "import json, pathlib, sys\n"
        "told = pathlib.Path(sys.argv[0]).with_name('stories.json').read_text()\n"
    )
    cheating = {**gold, entry.replace("step-1", "step-3"): reads}
    assert failed(cheating, made.cases) == late


def test_a_word_is_renamed_where_it_stands_alone_or_with_an_s() -> None:
    words = {"place": "site", "Place": "Site"}
    text = "places, place_of, Place: replace, placed"
    assert renamed(text, words) == "sites, site_of, Site: replace, placed"
