"""Ask `tests.forked` for a stage.

It replaces `python` in tests, hundreds of times, so it imports nothing but built-in modules:
`socket` and `json` take longer than Python's own start.
"""

import _socket
import marshal
import sys

KILLED = 137


def ask(
    path: str,
    module: str,
    arguments: list[str],
    folder: str,
    environment: dict[str, str],
    out: int,
    err: int,
) -> int:
    """`python -m <module> …` in the folder, writing to the two file descriptors; its exit code."""
    job = {"folder": folder, "module": module, "arguments": arguments}
    message = marshal.dumps(job | {"environment": environment})
    streams = b"".join(number.to_bytes(4, sys.byteorder) for number in (out, err))
    connection = _socket.socket(_socket.AF_UNIX)
    try:
        connection.connect(path)
        rights = (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)
        connection.sendmsg([len(message).to_bytes(4)], [rights])
        connection.sendall(message)
        code = connection.recv(1)
    finally:
        connection.close()
    return code[0] if code else KILLED
