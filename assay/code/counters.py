"""Cyclomatic complexity by independent counters: radon for Python, lizard for other languages.

Their rules differ in detail from ESLint's, so figures compare only within a language. Neither
function raises. A text that a counter cannot read has no figure: None, which is not 0.
"""

from assay.code.complexity import Complexity
from assay.code.syntax import parse_python

# lizard reads some 400 kB a second: a longer text has no second opinion rather than a slow one.
LIZARD_MAX_CHARACTERS = 1_000_000


def python_complexity(text: str) -> Complexity | None:
    """The sum of radon's figures over functions and methods, nested ones included.

    None if the text does not parse. Classes and module code count nothing. radon does not see
    classes inside a function.
    """
    from radon.complexity import add_inner_blocks, cc_visit_ast
    from radon.visitors import Function

    tree = parse_python(text)
    if tree is None:
        return None
    try:
        blocks = add_inner_blocks(cc_visit_ast(tree))
    except RecursionError:
        return None
    values = [block.complexity for block in blocks if isinstance(block, Function)]
    return Complexity(sum(values), len(values))


def lizard_complexity(name: str, text: str) -> Complexity | None:
    """The sum of lizard's figures over all functions, in the language of the file `name`.

    None if lizard fails, which it does on some valid code, or if the text is too long for it.
    """
    from lizard import analyze_file

    if len(text) > LIZARD_MAX_CHARACTERS:
        return None
    try:
        functions = analyze_file.analyze_source_code(name, text).function_list
    # any: its readers stumble in ways nobody listed, and it is a second opinion only
    except Exception:
        return None
    return Complexity(sum(one.cyclomatic_complexity for one in functions), len(functions))
