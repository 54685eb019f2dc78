"""Family `catch`: the answer is tests, and what they notice of hard mutants decides it."""

from assay.sandbox.source_mutants import mutants_path
from tools.new.hard.content import Content, as_yaml, criteria
from tools.new.hard.hard_mutants import drawn, hard_mutants
from tools.new.hard.program import Level, program_of


def catch(level: Level, seed: str, name: str) -> Content:
    """The program, and its hard mutants. Gold is the full cases, which notice them all."""
    program = program_of(level, seed)
    mutants = drawn(hard_mutants(program, with_operators=True), level, seed)
    entries = [each.mutant.model_dump() for each in mutants]
    return Content(
        source={**program.files, "RULES.md": program.rules},
        gold=program.full,
        criteria=criteria("catch", files=program.files),
        beside={mutants_path(name): as_yaml({"mutants": entries})},
    )
