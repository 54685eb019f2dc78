"""The languages that Assay parses: one row each. To add one, add its wheel and its row.

A row has the name of the language, as lizard knows it in lower case, its file suffixes, its
tree-sitter grammar, which nodes of the grammar count for cyclomatic complexity, which import
something, and which files are tests. radon counts Python, so its row names no nodes for complexity.
"""

import re
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import NamedTuple


class NodeKind(NamedTuple):
    """Nodes of one kind. `name` is the kind, or a token such as `&&`.

    `has`: only with this field, or a child of this kind. `lacks`: only without such a child.
    `inside`: only directly inside a node of this kind.
    """

    name: str
    has: str = ""
    lacks: str = ""
    inside: str = ""


class ImportKind(NamedTuple):
    """A statement that imports. `modules`: the kinds of its children that name what it imports."""

    statement: str
    modules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Language:
    """One language.

    `grammar` is the Python module of its wheel.
    `functions` and `decisions` are worth 1 each: a function without a body is none, and a decision
    outside of every function is worth nothing. `imports_spaces`: an import names a whole name
    space, not one thing in it. `tests`: patterns of test files, as in .gitignore. `respellings`:
    valid code that the grammar takes for errors, and a spelling of the same length and structure.
    """

    name: str
    suffixes: tuple[str, ...]
    grammar: str
    functions: tuple[NodeKind, ...] = ()
    decisions: tuple[NodeKind, ...] = ()
    imports: tuple[ImportKind, ...] = ()
    imports_spaces: bool = False
    tests: tuple[str, ...] = ()
    respellings: tuple[tuple[re.Pattern[bytes], bytes], ...] = ()

    @property
    def patterns(self) -> tuple[str, ...]:
        """Patterns of its files, as in .gitignore."""
        return tuple(f"*{suffix}" for suffix in self.suffixes)


def _kinds(*names: str, has: str = "", inside: str = "") -> tuple[NodeKind, ...]:
    return tuple(NodeKind(name, has=has, inside=inside) for name in names)


# What follows a word that is a name and no modifier.
_NAME_ENDS = rb"(?=\s*[.,;:?=()\]}<>!+*|&-])"
SCRIPT = Language(
    name="typescript",
    suffixes=(".ts", ".tsx", ".mts", ".cts"),
    grammar="tree_sitter_typescript",
    functions=(
        *_kinds("function_declaration", "function_expression", "arrow_function"),
        *_kinds("generator_function", "generator_function_declaration"),
        *_kinds("method_definition", "class_static_block"),
        # ESLint gives a field with the word `accessor` no function
        NodeKind("public_field_definition", has="value", lacks="accessor"),
    ),
    decisions=(
        *_kinds("if_statement", "ternary_expression", "catch_clause", "switch_case"),
        *_kinds("for_statement", "for_in_statement", "while_statement", "do_statement"),
        *_kinds("&&", "||", "??", "&&=", "||=", "??="),
    ),
    # of tree-sitter-typescript 0.23.2. A bare & stands in JSX texts and attributes, where it is
    # like any character, and as an operator on values and types, where | has the same syntax: a
    # tree's `||` may have been `&&`.
    respellings=(
        (re.compile(rb"&"), b"|"),
        (re.compile(rb"\?\.(?=[0-9])"), b"? "),  # a?.5:1 is a conditional
        (re.compile(rb"\bexport type(?=\s*\*)"), b"export     "),  # export type * from "./types"
        (re.compile(rb"\babstract" + _NAME_ENDS), b"abstrac_"),  # interface A { abstract?: string }
        (re.compile(rb"\busing" + _NAME_ENDS), b"usin_"),  # exports.using = using
    ),
)
LANGUAGES: tuple[Language, ...] = (
    replace(SCRIPT, name="javascript", suffixes=(".js", ".jsx", ".mjs", ".cjs")),
    SCRIPT,
    Language(
        name="python",
        suffixes=(".py",),
        grammar="tree_sitter_python",
        tests=("test_*.py", "*_test.py", "conftest.py", "tests/"),
    ),
    Language(
        name="java",
        suffixes=(".java",),
        grammar="tree_sitter_java",
        functions=(
            *_kinds("method_declaration", "constructor_declaration", has="body"),
            *_kinds("compact_constructor_declaration", "lambda_expression", "static_initializer"),
            *_kinds("block", inside="class_body"),
        ),
        decisions=(
            *_kinds("if_statement", "ternary_expression", "catch_clause"),
            *_kinds("for_statement", "enhanced_for_statement", "while_statement", "do_statement"),
            *_kinds("case", inside="switch_label"),
            *_kinds("&&", "||", inside="binary_expression"),
        ),
        imports=(ImportKind("import_declaration", ("scoped_identifier", "identifier")),),
        tests=("*Test.java", "*Tests.java", "*IT.java", "**/src/test/"),
    ),
    Language(
        name="go",
        suffixes=(".go",),
        grammar="tree_sitter_go",
        functions=_kinds("function_declaration", "method_declaration", "func_literal", has="body"),
        decisions=(
            *_kinds("if_statement", "for_statement"),
            *_kinds("expression_case", "type_case", "communication_case"),
            *_kinds("&&", "||", inside="binary_expression"),
        ),
        imports=(ImportKind("import_spec", ("interpreted_string_literal", "raw_string_literal")),),
        tests=("*_test.go",),
    ),
    Language(
        name="csharp",
        suffixes=(".cs",),
        grammar="tree_sitter_c_sharp",
        functions=(
            *_kinds("method_declaration", "constructor_declaration", has="body"),
            *_kinds("destructor_declaration", "accessor_declaration", has="body"),
            *_kinds("operator_declaration", "conversion_operator_declaration", has="body"),
            *_kinds("local_function_statement", "lambda_expression", has="body"),
            *_kinds("anonymous_method_expression"),
            *_kinds("arrow_expression_clause", inside="property_declaration"),
            *_kinds("arrow_expression_clause", inside="indexer_declaration"),
        ),
        decisions=(
            *_kinds("if_statement", "conditional_expression", "catch_clause"),
            *_kinds("for_statement", "foreach_statement", "while_statement", "do_statement"),
            *_kinds("case", inside="switch_section"),
            NodeKind("switch_expression_arm", lacks="discard"),
            *_kinds("&&", "||", "??", inside="binary_expression"),
            *_kinds("??=", inside="assignment_expression"),
        ),
        imports=(
            ImportKind("using_directive", ("identifier", "qualified_name", "alias_qualified_name")),
        ),
        imports_spaces=True,
        tests=("*Test.cs", "*Tests.cs", "*.Tests/", "*.Test/", "*.UnitTests/"),
    ),
    Language(
        name="kotlin",
        suffixes=(".kt", ".kts"),
        grammar="tree_sitter_kotlin",
        functions=(
            *_kinds("function_declaration", "getter", "setter", has="function_body"),
            *_kinds("anonymous_function", has="function_body"),
            *_kinds("secondary_constructor", has="block"),
            *_kinds("anonymous_initializer", "lambda_literal"),
        ),
        decisions=(
            *_kinds("if_expression", "catch_block"),
            *_kinds("for_statement", "while_statement", "do_while_statement"),
            NodeKind("when_entry", lacks="else"),
            *_kinds("&&", "||", "?:", inside="binary_expression"),
        ),
        imports=(ImportKind("import", ("qualified_identifier",)),),
        tests=("*Test.kt", "*Tests.kt", "*IT.kt", "**/src/test/", "**/src/*Test/"),
        respellings=(
            (re.compile(rb"(?<=[^\s{]) \}"), b";}"),  # interface A { fun b() }
            (re.compile(rb"\bdynamic(?=\s*[.):,])"), b"dynami_"),
        ),
    ),
)
BY_NAME = {each.name: each for each in LANGUAGES}
BY_GRAMMAR = {"tsx": SCRIPT, **BY_NAME}
"""What a text is parsed as: a language, or `tsx`, which reads JavaScript and TypeScript."""
_BY_SUFFIX = {suffix: each for each in LANGUAGES for suffix in each.suffixes}
QUERY_LANGUAGES = (
    "tsx",
    *(each.name for each in LANGUAGES if each.grammar != "tree_sitter_typescript"),
)
"""What a tree-sitter query may be written in."""


def language_of_path(path: str) -> Language | None:
    """The row of a file's suffix; None if no parser reads it."""
    return _BY_SUFFIX.get(PurePosixPath(path).suffix.lower())


SCRIPT_SUFFIXES = frozenset((*BY_NAME["javascript"].suffixes, *BY_NAME["typescript"].suffixes))
SCRIPT_PATTERNS = (*BY_NAME["javascript"].patterns, *BY_NAME["typescript"].patterns)
CODE_PATTERNS = tuple(pattern for each in LANGUAGES for pattern in each.patterns)
"""As in .gitignore: those of JavaScript and TypeScript, and of every language."""


def query_patterns(language: str) -> tuple[str, ...]:
    """Patterns of the files that a query in this language reads."""
    return SCRIPT_PATTERNS if language == "tsx" else BY_NAME[language].patterns
