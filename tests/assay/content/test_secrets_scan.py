"""What looks like a secret is found with its place, and ordinary code is not."""

from pathlib import Path
from random import Random

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
AWS_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
UNKNOWN_TO_THE_SCANNER = {
    "anthropic": ("a.py", 'client = Client("' + "sk-ant-" + "api03-Zk3v9QmT1xYc7LwB" + '")'),
    "openai project": ("a.env.txt", "OPENAI=" + "sk-proj-" + "9fKq2LmVx7TzB4nC8wRd"),
    "google": ("a.js", 'const g = "' + "AIza" + "SyD3k9QmT1xYc7LwB4nC8wRdZk3v9QmT1" + '";'),
    "groq": ("a.py", "g = '" + "gsk_" + "9fKq2LmVx7TzB4nC8wRdZk3v" + "'"),
    "hugging face": ("a.py", "h = '" + "hf_" + "KqLmVxTzBnCwRdZkvQmTxYcLw" + "'"),
    ".NET": (
        "app.config",
        '<add cs="Server=db;Database=shop;User Id=sa;' + 'Password=S3cr3t!9;"/>',
    ),
    "maven": (
        "settings.xml",
        "<server><id>nexus</id><password>" + "Tr0ub4dor3" + "</password></server>",
    ),
    "java constant": ("A.java", 'static final String TOKEN = "' + "9fKq2LmVx7TzB4nC" + '";'),
    "c# constant": ("A.cs", 'private const string ApiKey = "' + "9fKq2LmVx7TzB4nC" + '";'),
    "typed constant": ("a.ts", 'const accessToken: string = "' + "9fKq2LmVx7TzB4nC" + '";'),
    "curl": ("deploy.sh", "curl -s -u deploy:" + "Tr0ub4dor3" + " https://nexus.intern/upload"),
    "curl long": ("deploy.sh", 'curl --user "deploy:' + 'Tr0ub4dor3" https://nexus.intern/'),
    "iban": ("a.md", "Pay to DE89 3704 " + "0044 0532 0130 00 please"),
}
NONE = {
    "placeholder": ("settings.xml", "<password>${env.NEXUS}</password>"),
    "name alone": ("a.ts", 'const tokenHeader = "x-authorization-token";'),
    "from the environment": ("a.sh", 'curl -u "$USER:$PASSWORD" https://nexus.intern/'),
    "no iban": ("a.md", "DE00 3704 0044 0532 0130 00 has wrong check digits"),
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


@pytest.mark.parametrize("name", UNKNOWN_TO_THE_SCANNER)
def test_a_secret_that_the_scanner_does_not_know_is_found(name: str, tmp_path: Path) -> None:
    path, text = UNKNOWN_TO_THE_SCANNER[name]
    (tmp_path / path).write_text(f"\n{text}\n")
    assert {each.line for each in secrets_in(tmp_path, [path])} == {2}


@pytest.mark.parametrize("name", NONE)
def test_what_only_looks_like_one_is_none(name: str, tmp_path: Path) -> None:
    path, text = NONE[name]
    (tmp_path / path).write_text(text)
    assert secrets_in(tmp_path, [path]) == []


def test_every_id_of_aws_reaches_the_scanner(tmp_path: Path) -> None:
    random = Random(1)
    ids = ["AKIA" + "".join(random.choices(AWS_LETTERS, k=16)) for _ in range(300)]
    (tmp_path / "a.py").write_text(
        "".join(f"x{number} = '{one}'\n" for number, one in enumerate(ids))
    )
    assert len({each.line for each in secrets_in(tmp_path, ["a.py"])}) == 300


def test_a_waiver_names_the_value_and_not_the_line(tmp_path: Path) -> None:
    path, text = SECRETS["password"]
    (tmp_path / path).write_text(text)
    (first,) = secrets_in(tmp_path, [path])
    (tmp_path / path).write_text("\n\n" + text)
    (moved,) = secrets_in(tmp_path, [path])
    assert first.waiver == moved.waiver and moved.line == 3
    (tmp_path / path).write_text(text.replace("Tr0ub4dor", "Tr0ub5dor"))
    assert secrets_in(tmp_path, [path])[0].waiver != first.waiver


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
