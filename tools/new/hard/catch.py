"""Family `catch`: the answer is tests, and what they notice of hard mutants decides it."""

from assay.sandbox.source_mutants import mutants_path
from tools.new.hard.content import Content, as_yaml
from tools.new.hard.hard_mutants import drawn, hard_mutants
from tools.new.hard.program import HardProgram, Level

NOTICED = "The tests notice faults that a usual suite leaves alive"


def catch(program: HardProgram, level: Level, seed: str, name: str) -> Content:
    """The program, and its hard mutants. Gold is the full cases, which notice them all."""
    mutants = drawn(hard_mutants(program, with_operators=True), level, seed)
    imports = [
        {"import": path.removesuffix(".py").replace("/", "."), "in": "test_*.py"}
        for path in program.files
        if not path.endswith("__init__.py")
    ]
    passes = {"criterion": "All tests pass on the program as it is", "run": ["own_tests"]}
    tested = {"criterion": "Each module of the program is tested", "check": {"all": imports}}
    accuracy = [passes | {"weight": 0.5, "tags": ["practice"]}, _noticed(NOTICED)]
    completeness = [tested | {"weight": 0.5, "tags": ["structure"]}, _noticed(f"{NOTICED}, in all")]
    entries = [each.mutant.model_dump() for each in mutants]
    return Content(
        source={**program.files, "RULES.md": program.rules},
        gold=program.full,
        criteria={"accuracy": accuracy, "completeness": completeness},
        beside={mutants_path(name): as_yaml({"mutants": entries})},
    )


def _noticed(words: str) -> dict[str, object]:
    return {"criterion": words, "weight": 9.5, "run": ["mutants"], "tags": ["behaviour"]}
