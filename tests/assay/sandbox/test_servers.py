"""Servers begin with the first connection to their socket, one after the other."""

import os
import socket
import threading
from pathlib import Path
from typing import Any, cast

import pytest

from assay.sandbox.sandbox import Job, SandboxFailed
from assay.sandbox.servers import listening, servers


class CountingServers:
    """A sandbox whose programs answer each request with how many they answered before it."""

    def __init__(self) -> None:
        self.running = 0
        self.most = 0

    def run(self, job: Job, stop: threading.Event) -> Any:
        assert job.listening is not None
        self.running += 1
        self.most = max(self.most, self.running)
        with socket.socket(fileno=job.listening) as server:
            server.settimeout(0.05)
            count = 0
            while not stop.is_set():
                try:
                    client = server.accept()[0]
                except TimeoutError:
                    continue
                with client:
                    client.sendall(str(count).encode())
                count += 1
        self.running -= 1
        return type("Ended", (), {"exceeded": "stopped"})


def ask(path: Path) -> str:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(1)
        client.connect(str(path))
        return client.recv(10).decode()


def test_each_socket_has_a_server_with_a_fresh_state_and_one_runs_at_a_time(tmp_path: Path) -> None:
    places = [tmp_path / f"{number}.sock" for number in (1, 2, 3)]
    jobs = [Job(("serve",), 5, listening=listening(place)) for place in places]
    sandbox = CountingServers()
    with servers(cast(Any, sandbox), jobs) as server:
        assert [ask(places[0]), ask(places[0]), ask(places[1])] == ["0", "1", "0"]
        assert sandbox.running == 1
    assert (sandbox.running, sandbox.most, server.early) == (0, 1, None)
    third = jobs[2].listening
    assert third is not None
    with pytest.raises(OSError):
        os.fstat(third)


def test_a_sandbox_that_does_not_start_is_no_fault_of_the_program(tmp_path: Path) -> None:
    class Broken:
        def run(self, job: Job, stop: threading.Event) -> Any:
            assert job.listening is not None
            os.close(job.listening)
            raise SandboxFailed("no namespace")

    place = tmp_path / "1.sock"
    jobs = [Job(("serve",), 5, listening=listening(place))]
    with pytest.raises(SandboxFailed), servers(cast(Any, Broken()), jobs), pytest.raises(OSError):
        ask(place)
        raise OSError
