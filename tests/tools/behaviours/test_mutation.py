"""The sample of mutants is seeded, mixes operators, and leaves tests and configuration alone."""

from itertools import islice

from tools.behaviours.mutation import in_order, is_mutable

FILES = {
    "src/app.ts": b"if (a && b) { take(1, 2); }\nfunction f() { setName(3); }\n",
    "src/app.test.ts": b"if (a) { b(); }",
    "vite.config.ts": b"run(1, 2);",
}


def labels(seed: str) -> list[str]:
    return [mutant.label(FILES) for mutant in in_order(FILES, seed)]


def test_the_same_seed_gives_the_same_order() -> None:
    assert labels("a") == labels("a")
    assert labels("a") != labels("b")
    assert sorted(labels("a")) == sorted(labels("b"))


def test_no_operator_comes_twice_before_each_came_once() -> None:
    first = [mutant.change.operator for mutant in islice(in_order(FILES, "a"), 5)]
    assert len(set(first)) == 5


def test_only_the_programs_own_code_is_changed() -> None:
    assert {mutant.path for mutant in in_order(FILES, "a")} == {"src/app.ts"}
    assert is_mutable("toollib/lending.py")
    assert not is_mutable("src/vite-env.d.ts")
    assert not is_mutable("tests/test_lending.py")


def test_a_label_says_where_and_what() -> None:
    assert "src/app.ts:1 '&&' -> '||'" in labels("a")


def test_a_mutant_changes_one_place_of_one_file() -> None:
    mutant = next(item for item in in_order(FILES, "a") if item.change.text == "||")
    changed = mutant.applied(FILES)
    assert changed["src/app.ts"] == FILES["src/app.ts"].replace(b"&&", b"||")
    assert {**changed, "src/app.ts": b""} == {**FILES, "src/app.ts": b""}
