"""Family `build`: the answer is the program, written by its rules; aspects of these decide it."""

import ast

from assay.config import paths
from assay.sandbox.behaviours import CASES
from tools.new.hard.content import Content, as_yaml
from tools.new.hard.hard_mutants import hard_mutants
from tools.new.hard.program import CANARY, HardProgram, Level
from tools.new.hard.suite_runs import titles_of
from tools.new.hard.verdicts import VERDICTS, cases_of, short

USUAL = f"{VERDICTS}::test_what_a_usual_suite_sees_is_right"


def build(program: HardProgram, level: Level, seed: str, name: str) -> Content:
    """The rules, and what of the program others call. Gold is the program.

    An aspect is what one hard mutant takes away: the cases that notice it must all pass. Those that
    the same cases notice are one.
    """
    mutants = [each for each in hard_mutants(program) if each.fault]
    of_aspects = {frozenset(each.by): each for each in mutants}
    aspects = sorted(short(titles) for titles in of_aspects)
    folder = paths.BEHAVIOURS / name
    of_hard = {title for titles in aspects for title in titles}
    others = sorted({*short(titles_of(program.files, program.full))} - of_hard)
    facts = {"aspects": aspects, "others": others}
    texts = cases_of(program, "aspects.py.j2", "aspects.json", facts, len(aspects))
    titles = [f"{VERDICTS}::test_aspect_{number}_is_right" for number in range(1, len(aspects) + 1)]
    cases = {"titles": [*titles, USUAL], "defects": [*titles, USUAL]}
    stubs = {path: stub(text) for path, text in program.files.items()}
    return Content(
        source={**stubs, "RULES.md": program.rules},
        gold={path: text for path, text in program.files.items() if text != stubs[path]},
        criteria=_criteria(titles),
        beside={
            folder / CASES: as_yaml(cases),
            **{folder / path: text for path, text in texts.items()},
        },
    )


def _criteria(aspects: list[str]) -> dict[str, object]:
    words = "What shows at boundaries, after several steps, or where rules meet is right"
    hard = {"criterion": words, "weight": 9.0, "run": aspects, "tags": ["behaviour"]}
    usual = {"criterion": "What a usual suite sees is right", "weight": 1.0, "run": [USUAL]}
    return {"accuracy": [hard, usual], "completeness": [{**hard, "criterion": f"{words}, in all"}]}


def stub(text: str) -> str:
    """What others see of a module: names, arguments and docstrings. Exceptions are whole."""
    tree = ast.parse(text)
    tree.body = [each for each in map(_seen, tree.body) if each is not None]
    return f"# {CANARY}\n{ast.unparse(tree)}\n"


def _seen(node: ast.stmt) -> ast.stmt | None:
    if isinstance(node, ast.ClassDef) and not _is_exception(node):
        node.body = [each for each in map(_seen, node.body) if each is not None]
    if not isinstance(node, ast.FunctionDef):
        return node
    if node.name.startswith("_") and node.name != "__init__":
        return None
    has_words = ast.get_docstring(node) is not None
    node.body = [*node.body[:1]] if has_words else []
    node.body += ast.parse("raise NotImplementedError").body
    return node


def _is_exception(node: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id == "Exception" for base in node.bases)
