"""Take a small model on this machine through the pipeline, then print the leaderboard.

python -m tools.local_model                                 Qwen2.5-Coder 1.5B: weights, server, run
python -m tools.local_model --model qwen2-5-coder-0-5b      a smaller and weaker one
python -m tools.local_model --gguf PATH                     any other GGUF file
python -m tools.local_model --api-base URL --served-model NAME
                                                            a server that runs already
python -m tools.local_model --no-judge                      without an LLM judge: much faster
python -m tools.local_model --serve                         only the server, as in conf/model/
"""

import argparse
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from urllib.parse import urlsplit

from assay.config.yaml_files import read_yaml
from assay.errors import AssayError
from assay.records.untyped import JsonObject
from tools.exit_code import exit_code
from tools.local_model.model_server import installed, require_reachable, serving
from tools.local_model.model_weights import KNOWN, Unavailable, obtain, sha256_of
from tools.local_model.project_copy import ProjectCopy

DEFAULT = "qwen2-5-coder-1-5b"
INTERRUPTED = "every answer so far is kept, run again to go on"


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line. AssayError for options that contradict each other."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.local_model", description=(__doc__ or "").splitlines()[0]
    )
    add = parser.add_argument
    add("--model", choices=sorted(KNOWN), default=DEFAULT, help="which weights to fetch")
    add("--gguf", type=Path, help="serve this file instead")
    add("--api-base", help="ask this server instead, such as http://127.0.0.1:8000/v1")
    add("--served-model", help="the model's name at that server")
    add("--serve", action="store_true", help="only serve, at the address in conf/model/")
    add("--judge", help="another model's name at that server, as the judge")
    add("--no-judge", action="store_true", help="judge by the checks alone")
    add("--minutes", type=float, default=90, help="how long a step may take (default: 90)")
    options = parser.parse_args(arguments)
    if bool(options.api_base) != bool(options.served_model):
        raise AssayError("--api-base and --served-model go together: give both or neither")
    if options.api_base and (options.gguf or options.serve):
        raise AssayError("--api-base is a server that runs already: leave out --gguf and --serve")
    if options.judge and not options.api_base:
        raise AssayError("--judge names a model at --api-base: a file is served under one name")
    if options.gguf and not options.gguf.is_file():
        raise AssayError(f"--gguf {options.gguf}: there is no such file")
    return options


def run(options: argparse.Namespace) -> None:
    """Serve if need be, run the pipeline in a copy of the project, stop serving."""
    config = read_yaml(Path(f"conf/model/{options.model}.yaml"))
    given = options.gguf.stem if options.gguf else options.served_model
    name = options.model
    if given:
        name = "local-" + re.sub(r"[^A-Za-z0-9]+", "-", given).strip("-").lower()
        config["family"] = "local"
    copy = ProjectCopy(name)
    with copy.locked(), _server(options, config) as (address, served):
        if options.serve:
            print(f"serving {served} at {address}: Ctrl-C ends it", flush=True)
            with suppress(KeyboardInterrupt):
                Event().wait()
            return
        at_server = {"api_base": address, "family": config["family"]}
        judge = {
            "litellm_model": f"openai/{options.judge or served}",
            "sampling": {"max_tokens": 1536, "temperature": 0},
            "price": {"input": 0, "output": 0},
            "response_format": "json_schema",
        }
        model = config | at_server | {"litellm_model": f"openai/{served}"}
        copy.fill(model, None if options.no_judge else judge | at_server)
        copy.run(options.minutes * 60)


@contextmanager
def _server(options: argparse.Namespace, config: JsonObject) -> Iterator[tuple[str, str]]:
    """The address of a server that answers while the block runs, and the model's name there."""
    if options.api_base:
        require_reachable(options.api_base)
        yield options.api_base, options.served_model
        return
    gguf = options.gguf or obtain(KNOWN[options.model])
    served = config["litellm_model"].removeprefix("openai/")
    if options.gguf:  # other weights of one name would get each other's answers from the ledger
        served = f"{options.gguf.stem}-{sha256_of(options.gguf)[:8]}"
    port = urlsplit(config["api_base"]).port or 0
    with serving(installed(), gguf, served, port if options.serve else 0) as address:
        yield address, served


def main(arguments: Sequence[str]) -> int:
    """0 if it ran or was skipped, 1 after one line of error, 130 if interrupted.

    SIGTERM ends it as Ctrl-C does, so that the server and the pipeline are ended too.
    """

    def run_or_skip() -> None:
        try:
            run(parsed(arguments))
        except Unavailable as reason:
            print(f"skipped: {reason}")

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    return exit_code("local_model", run_or_skip, INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
