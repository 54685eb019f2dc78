"""Serve one GGUF file by OpenAI's protocol until standard input ends.

It ends with its parent, because then its standard input ends. It runs in its own environment and
imports nothing of the project:

    python server.py GGUF NAME PORT ADDRESS_FILE

PORT 0 takes a free port. The address is written to ADDRESS_FILE once the model answers.
"""

import os
import sys
import threading
from pathlib import Path
from typing import Any

CONTEXT = 8192
"""Tokens of prompt and answer together."""
REPEAT_PENALTY = 1.1
"""How much less likely each of the last 64 tokens becomes.

Without it, a small model repeats a line until its tokens end.
"""


def main() -> None:
    gguf, name, port, address_file = sys.argv[1:]
    threading.Thread(target=_end_with_parent, daemon=True).start()
    server = _server(gguf, name, int(port))
    part = Path(f"{address_file}.part")
    part.write_text(server.listening_address, encoding="utf-8")
    part.rename(address_file)
    threading.Event().wait()


def _server(gguf: str, name: str, port: int) -> Any:
    import xllamacpp  # type: ignore[import-not-found]

    params = xllamacpp.CommonParams()
    params.model.path = gguf
    params.model_alias = {name}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.sampling.penalty_repeat = REPEAT_PENALTY
    params.ui = False
    params.cors_origins = "http://127.0.0.1"  # no page of the web that a browser shows may ask it
    return xllamacpp.Server(params)


def _end_with_parent() -> None:
    while os.read(0, 4096):  # not sys.stdin: its lock would crash the interpreter's own end
        continue
    os._exit(0)


if __name__ == "__main__":
    main()
