"""Serve one GGUF file by OpenAI's protocol until standard input ends, as it does with its parent.

It runs in its own environment and imports nothing of the project:

    python gguf_server.py GGUF NAME PORT FD

The file descriptor FD gets the address once the model answers. PORT 0 takes a free port.
"""

import os
import sys

CONTEXT = 8192
"""Tokens of prompt and answer together."""
REPEAT_PENALTY = 1.1
"""How much less likely each of the last 64 tokens becomes: else a small model repeats a line."""


def main() -> None:
    import xllamacpp  # type: ignore[import-not-found]

    gguf, name, port, address = sys.argv[1:]
    params = xllamacpp.CommonParams()
    params.model.path = gguf
    params.model_alias = {name}
    params.hostnames = ["127.0.0.1"]
    params.port = int(port)
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.sampling.penalty_repeat = REPEAT_PENALTY
    params.ui = False
    params.cors_origins = "http://127.0.0.1"  # no page of the web that a browser shows may ask it
    server = xllamacpp.Server(params)
    os.write(int(address), server.listening_address.encode())
    os.close(int(address))
    while os.read(0, 4096):  # not sys.stdin: its lock would crash the interpreter's own end
        continue
    os._exit(0)


if __name__ == "__main__":
    main()
