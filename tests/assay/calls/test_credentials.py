"""A command that prints a key: every failure names file and setting, and shows no output."""

from pathlib import Path

import pytest

from assay.calls import credentials
from assay.calls.credentials import printed_key
from assay.errors import AssayError

PLACE = "conf/model/m.yaml"


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("sh -c 'echo shown-by-nobody; exit 3'", "ends with exit code 3"),
        ("no-such-command --token", "cannot be run"),
        ("true", "must print a key and nothing else"),
        ("printf 'shown-by-nobody and more'", "must print a key and nothing else"),
        ("printf '\\377'", "prints something that is not UTF-8"),
        ("sh -c 'unclosed", "cannot be run"),
        ("", "cannot be run"),
    ],
)
def test_a_command_without_a_key_is_named_and_its_output_is_not(command: str, problem: str) -> None:
    with pytest.raises(AssayError) as caught:
        printed_key(command, PLACE)
    text = str(caught.value)
    assert text.startswith(f"{PLACE}: api_key_command: `")
    assert problem in text
    assert "No call was made" in text
    assert "shown-by-nobody" not in text.replace(command, "")


def test_a_command_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(credentials, "COMMAND_S", 0.2)
    with pytest.raises(AssayError, match=r"has not ended after 0\.2 s"):
        printed_key("sleep 30", PLACE)


def test_a_command_that_fails_is_not_started_again(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    for _ in range(3):
        with pytest.raises(AssayError):
            printed_key(f"sh -c 'echo run >> {runs}; exit 1'", PLACE)
    assert runs.read_text() == "run\n"
