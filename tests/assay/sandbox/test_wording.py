"""Logs: short ones whole, long ones by their first errors and their end."""

from assay.sandbox.wording import tail


def test_a_short_log_is_whole_and_plain() -> None:
    assert tail("\x1b[31mone\x1b[0m \n built in 3.2s\n") == "one\n built in … s"


def test_a_cut_log_has_its_first_errors_and_its_end() -> None:
    noise = [f"transformed {number}" for number in range(500)]
    log = "\n".join([*noise, "error TS1: the first", *noise, "error TS2: the last"])
    lines = tail(log, 400).split("\n")
    assert (lines[0], lines[-1]) == ("error TS1: the first", "error TS2: the last")
    assert "…" in lines and sum(len(line) + 1 for line in lines) <= 402
