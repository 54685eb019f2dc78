"""Cyclomatic complexity of Python by radon.

Its rules differ in detail from ESLint's, so figures compare only within a language.
"""

from assay.code.complexity import Complexity
from assay.code.syntax import parse_python


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
