"""A tool whose reader has enough ends without a traceback."""

import subprocess
import sys

import pytest

from tests.project import ROOT

PROGRAM = """
import sys
from tools.exit_code import exit_code
sys.exit(exit_code("many", lambda: print("\\n".join(map(str, range({lines}))))))
"""


@pytest.mark.parametrize("lines", [3, 200_000])
def test_a_closed_pipe_is_no_error(lines: int) -> None:
    tool = [sys.executable, "-c", PROGRAM.format(lines=lines)]
    process = subprocess.Popen(
        tool, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout and process.stderr
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait() == 0
