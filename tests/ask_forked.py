"""Ask `tests.forked` for a stage. It replaces `python` in tests, so it imports nothing slow."""

import json
import socket
from collections.abc import Mapping, Sequence

KILLED = 137


def ask(
    path: str,
    module: str,
    arguments: Sequence[str],
    folder: str,
    environment: Mapping[str, str],
    out: int,
    err: int,
    largest: int = 0,
) -> int:
    """`python -m <module> …` in the folder, writing to the two file descriptors; its exit code.

    `largest`: the size in bytes that no file may exceed.
    """
    job = {"folder": folder, "module": module, "arguments": list(arguments)}
    message = json.dumps(job | {"environment": dict(environment), "largest": largest}).encode()
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        socket.send_fds(connection, [len(message).to_bytes(4)], [out, err])
        connection.sendall(message)
        code = connection.recv(1)
    return code[0] if code else KILLED
