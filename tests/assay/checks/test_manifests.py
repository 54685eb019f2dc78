"""What manifests declare, in each ecosystem's own notation of versions."""

import pytest

from assay.checks.manifests import declared_in
from tests.assay.checks.test_decide import passed

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent>
    <groupId>org.springframework.boot</groupId>
    <artifactId>spring-boot-starter-parent</artifactId>
    <version>3.3.4</version>
  </parent>
  <properties><java.version>21</java.version><mapstruct>1.6.2.Final</mapstruct></properties>
  <dependencies>
    <dependency><groupId>org.mapstruct</groupId><artifactId>mapstruct</artifactId>
      <version>${mapstruct}</version></dependency>
    <dependency><groupId>org.springframework.boot</groupId>
      <artifactId>spring-boot-starter-web</artifactId></dependency>
  </dependencies>
</project>
"""
GO_MOD = """module example.com/shop

go 1.22

require github.com/go-chi/chi/v5 v5.1.0

require (
\tgithub.com/jackc/pgx/v5 v5.6.0 // indirect
\tgolang.org/x/text v0.0.0-20240101000000-abcdef123456
)
replace github.com/old/old v1.0.0 => github.com/new/new v1.0.0
"""
PYPROJECT = """[project]
dependencies = ["FastAPI[standard]>=0.110,<1", "sqlalchemy~=2.0", 'uvloop; python_version>"3"']
[dependency-groups]
dev = ["pytest==8.3.*", {include-group = "x"}]
[tool.poetry.dependencies]
httpx = "^0.27"
"""
REQUIREMENTS = "# web\nflask==3.0.3  # pinned\n-r base.txt\nrequests>=2.31,!=2.32.0\nscikit_learn\n"

DECLARED = [
    ("pom.xml", POM, "spring-boot-starter-parent", ">=3.3", True),
    ("pom.xml", POM, "org.mapstruct:mapstruct", ">=1.6", True),
    ("pom.xml", POM, "spring-boot-starter-web", None, True),
    ("pom.xml", POM, "spring-boot-starter-web", ">=1", False),
    ("pom.xml", POM, "spring-boot-starter", None, False),
    ("go.mod", GO_MOD, "github.com/go-chi/chi/v5", ">=5", True),
    ("go.mod", GO_MOD, "github.com/go-chi/chi", ">=6", False),
    ("go.mod", GO_MOD, "github.com/jackc/pgx", None, True),
    ("go.mod", GO_MOD, "github.com/old/old", None, False),
    ("go.mod", GO_MOD, "golang.org/x/text", "<1", True),
    ("pyproject.toml", PYPROJECT, "fastapi", ">=0.110", True),
    ("pyproject.toml", PYPROJECT, "sqlalchemy", "^2", True),
    ("pyproject.toml", PYPROJECT, "pytest", ">=8.3 <9", True),
    ("pyproject.toml", PYPROJECT, "uvloop", None, True),
    ("pyproject.toml", PYPROJECT, "httpx", ">=0.27 <1", True),
    ("requirements-dev.txt", REQUIREMENTS, "flask", "3", True),
    ("requirements.txt", REQUIREMENTS, "requests", ">=2.31", True),
    ("requirements.txt", REQUIREMENTS, "scikit-learn", None, True),
]


@pytest.mark.parametrize(("path", "text", "name", "version", "passes"), DECLARED)
def test_a_manifest_declares_a_package_in_a_version(
    path: str, text: str, name: str, version: str | None, passes: bool
) -> None:
    check = {"dependency": name} | ({"version": version} if version else {})
    assert passed(check, {path: text}) is passes


@pytest.mark.parametrize("path", ["POM.XML", "a/Pom.Xml"])
def test_the_letter_case_of_a_manifests_name_does_not_matter(path: str) -> None:
    assert passed({"dependency": "mapstruct"}, {path: POM}) is True


def test_a_manifest_that_cannot_be_read_proves_no_absence() -> None:
    check = {"not": {"dependency": "log4j"}}
    assert passed(check, {"pom.xml": POM}) is True
    assert passed(check, {"pom.xml": POM[:-20]}) is False
    assert passed(check, {"Main.java": "class A {}"}) is False


LAUGHS = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><a>&c;</a>'
OUTSIDE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("pom.xml", LAUGHS),
        ("pom.xml", OUTSIDE),
        ("pom.xml", "<a></b>"),
        ("pyproject.toml", "a = " + "[" * 100_000),
        ("pyproject.toml", "a = \n"),
        ("package.json", "{"),
    ],
)
def test_malformed_manifests_and_entities_are_not_read(path: str, text: str) -> None:
    assert declared_in(path, text) is None


def test_a_check_can_be_limited_to_one_manifest() -> None:
    files = {"web/package.json": '{"dependencies": {"a": "1"}}', "requirements.txt": "b\n"}
    assert passed({"dependency": "b", "in": "requirements.txt"}, files) is True
    assert passed({"dependency": "b", "in": "web/"}, files) is False


def test_a_wildcard_in_a_path_is_any_key_or_item() -> None:
    files = {"a.json": '{"jobs": {"build": {"steps": [{"run": "make"}, {"run": "make test"}]}}}'}
    path = "jobs.*.steps.*.run"
    assert passed({"json": "a.json", "path": path, "equals": "make test"}, files) is True
    assert passed({"json": "a.json", "path": path, "equals": "make all"}, files) is False


def test_a_large_file_of_another_kind_takes_no_dependency_away() -> None:
    unread = frozenset({"package-lock.json"})
    files = {"package.json": '{"dependencies": {"react": "18.2.0"}}', "package-lock.json": "{}"}
    check = {"dependency": "react", "version": ">=18"}
    assert passed(check, files, unread=unread) is True
    assert passed(check, files, unread=frozenset({"package.json"})) is False
