"""What looks like a secret is found with its place, and ordinary code is not."""

from pathlib import Path

import pytest

from assay.content.secrets_scan import secrets_in

# put together here, so that no scanner takes this file for a leak
SECRETS = {
    "aws": ("a.py", "key = '" + "AKIA" + "QYLPMN5HHHFPZAM2'\n"),
    "private key": ("a.txt", "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIE\n"),
    "github": ("a.ts", "const t = '" + "ghp_" + "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx';\n"),
    "password": ("application.properties", "spring.datasource.password=" + "Tr0ub4dor&3\n"),
    "address": ("db.go", 'const dsn = "postgres://app:' + 'Tr0ub4dor3@db.intern/app"\n'),
}
CLEAN = (
    "const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';\n"
    "const password = process.env.PASSWORD;\nconst field = <input type='password' />;\n"
)


@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_found_with_its_line(name: str, tmp_path: Path) -> None:
    path, text = SECRETS[name]
    (tmp_path / path).write_text("\n\n" + text)
    assert {(each.path, each.line) for each in secrets_in(tmp_path, [path])} == {(path, 3)}


def test_a_carriage_return_inside_a_line_moves_no_number(tmp_path: Path) -> None:
    path, text = SECRETS["password"]
    (tmp_path / path).write_bytes(f"a=1\nb.password=\r{text}c=1\n{text[:-1]}4\n".encode())
    assert [each.line for each in secrets_in(tmp_path, [path])] == [2, 4]
    (tmp_path / path).write_bytes(f"a=1\r{text[:-1]}\rb=2\r".encode())
    assert [each.line for each in secrets_in(tmp_path, [path])] == [1]


SPREAD = {
    "a.py": "# pragma: allowlist nextline secret\nx = 1\nPASSWORD = " + '"hunter2secretz"\n',
    "b.yaml": "db:\n  password: |\n    qwertzuiopl\n",
    "c.ini": "[db]\npassword =\n  qwertzuiopl\nname = x\n",
}


@pytest.mark.parametrize("path", SPREAD)
def test_a_secret_that_needs_its_neighbours_is_found(path: str, tmp_path: Path) -> None:
    (tmp_path / path).write_text(SPREAD[path])
    assert [each.path for each in secrets_in(tmp_path, [path])] == [path]


def test_ordinary_code_and_files_that_are_no_text_have_none(tmp_path: Path) -> None:
    (tmp_path / "a.tsx").write_text(CLEAN)
    (tmp_path / "b.png").write_bytes(b"\x89PNG\0\xff")
    assert secrets_in(tmp_path, ["a.tsx", "b.png"]) == []


def test_a_line_can_be_marked_as_no_secret(tmp_path: Path) -> None:
    path, text = SECRETS["aws"]
    (tmp_path / path).write_text(text.rstrip() + "  # pragma: allowlist secret\n")
    assert secrets_in(tmp_path, [path]) == []
