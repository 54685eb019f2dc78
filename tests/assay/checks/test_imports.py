"""The imports of code, in every form of JavaScript and TypeScript, and in other languages."""

import pytest

from assay.checks.imports import is_module
from assay.checks.subject import Source, Unread
from tests.assay.checks.test_decide import passed


def imports_of(code: str) -> list[tuple[str, set[str]]]:
    return [(imported.module, set(imported.names)) for imported in Source("a.tsx", code).imported]


FORMS = {
    "default": ("import D from 'm'", {"D"}),
    "default as named": ("import { default as D } from 'm'", {"D", "default"}),
    "namespace": ("import * as N from 'm'", {"N"}),
    "type-only": ("import type { T } from 'm'", {"T"}),
    "side effect": ("import 'm'", set()),
    "attributes": ("import data from 'm' with { type: 'json' }", {"data"}),
    "re-export": ("export { a, b as c } from 'm'", {"a", "b", "c"}),
    "re-export of all": ("export * from 'm'", set()),
    "re-export of all under a name": ("export * as N from 'm'", {"N"}),
    "require": ("const m = require('m')", {"m"}),
    "require destructured": ("const { a, b: c } = require('m')", {"a", "b", "c"}),
    "require assigned": ("let m; m = require('m')", {"m"}),
    "require of TypeScript": ("import m = require('m')", {"m"}),
    "dynamic": ("const load = () => import('m')", set()),
    "dynamic awaited": ("const m = await import('m')", {"m"}),
    "dynamic property": ("const x = (await import('m')).a", {"a"}),
}


@pytest.mark.parametrize(("code", "names"), FORMS.values(), ids=FORMS.keys())
def test_import_is_found_with_its_names(code: str, names: set[str]) -> None:
    assert [module for module, _ in imports_of(code)] == ["m"]
    assert imports_of(code)[0][1] == names


@pytest.mark.parametrize(
    "code",
    [
        "load('m')",
        "require(name)",
        "export { a }",
        "// import a from 'm'",
        "const text = \"import a from 'm'\"",
        "require.resolve('m')",
    ],
)
def test_what_imports_nothing_by_name_is_none(code: str) -> None:
    assert imports_of(code) == []


def test_import_in_code_that_does_not_parse_is_found() -> None:
    assert ("m", {"a"}) in imports_of("import { a } from 'm'\nfunction (((\n")


def test_module_is_itself_or_a_path_below_it() -> None:
    assert is_module("react-dom/client", "react-dom")
    assert is_module("@scope/a/b", "@scope/a")
    assert not is_module("react-dom", "react")
    assert not is_module("react", "react-dom")


def test_python_imports_are_found_with_the_packages_that_they_lie_in() -> None:
    code = "import os.path as p\nfrom fastapi.testclient import TestClient\nfrom . import models\n"
    code += "def f():\n    import flask\n"
    pairs = {
        (imported.module, *sorted(imported.names))
        for imported in Source("app/main.py", code).imported
    }
    assert {("os", "os.path"), ("os.path", "os.path"), ("fastapi", "TestClient")} <= pairs
    assert {("fastapi.testclient", "TestClient"), ("flask", "flask")} <= pairs
    assert Source("broken.py", "def f(:").imported == []


JAVA = """package shop;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import static org.junit.jupiter.api.Assertions.*;
import java.util.*;
class A {}
"""
GO = 'package a\nimport (\n\t"fmt"\n\tg "github.com/gin-gonic/gin"\n)\nimport "net/http"\n'
CSHARP = "global using System;\nusing static System.Math;\nusing Db = Shop.Data.Context;\n"
KOTLIN = "package a\nimport io.ktor.server.routing.get\nimport io.ktor.server.application.*\n"


@pytest.mark.parametrize(
    ("path", "code", "check", "passes"),
    [
        ("A.java", JAVA, {"import": "org.springframework.web.bind.annotation",
                          "names": ["GetMapping", "RestController"]}, True),
        ("A.java", JAVA, {"import": "org.springframework.web.bind.annotation",
                          "names": ["GetMapping", "PostMapping"]}, False),
        ("A.java", JAVA, {"import": "org.springframework"}, True),
        ("A.java", JAVA, {"import": "org.spring"}, False),
        ("A.java", JAVA, {"import": "java.util", "names": "List"}, True),
        ("A.java", JAVA, {"import": "org.junit.jupiter.api.Assertions"}, True),
        ("a.go", GO, {"import": "github.com/gin-gonic/gin"}, True),
        ("a.go", GO, {"import": "github.com/gin-gonic"}, True),
        ("a.go", GO, {"import": "net/http"}, True),
        ("a.go", GO, {"import": "http"}, False),
        ("A.cs", CSHARP, {"import": "System"}, True),
        ("A.cs", CSHARP, {"import": "Shop.Data", "names": "Context"}, True),
        ("a.kt", KOTLIN, {"import": "io.ktor.server.routing", "names": "get"}, True),
        ("a.kt", KOTLIN, {"import": "io.ktor.server.application", "names": "call"}, True),
    ],
)  # fmt: skip
def test_other_languages_import_modules_and_names(
    path: str, code: str, check: dict[str, object], passes: bool
) -> None:
    assert passed(check, {path: code}) is passes


def test_a_file_too_broken_to_be_searched_imports_nothing() -> None:
    found = Source("a.ts", "import a from 'm';\nimport('n')").imported
    assert {each.module for each in found} == {"m", "n"}
    with pytest.raises(Unread):
        _ = Source("a.ts", "import a from 'm';\n" + "[" * 2_000).imported
