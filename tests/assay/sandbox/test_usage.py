"""Whether a program got the cores that it wanted, and who had them."""

import subprocess
import sys
import time

import pytest

from assay.sandbox.usage import CoreTime, is_starved


@pytest.mark.parametrize(
    ("ran", "waited", "others", "starved"),
    [
        (1.5, 8.5, 18.0, True),  # it could always run, beside twelve others
        (0.1, 0.4, 19.0, False),  # it waited for something else, however busy the machine
        (6.0, 4.0, 14.0, False),  # it got more than half of a core
        (4.0, 30.0, 1.0, False),  # its own threads waited for each other
    ],
)
def test_a_failure_is_excused_only_if_others_took_what_it_wanted(
    ran: float, waited: float, others: float, starved: bool
) -> None:
    assert is_starved(ran, waited, others, seconds=10, cores=2) is starved


def test_the_kernel_tells_how_long_a_program_ran() -> None:
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as child:
        cores = CoreTime()
        while not any(ran > 0.2 for ran, _ in cores.times()):
            time.sleep(0.05)
            cores.sample([child.pid])
        child.kill()
