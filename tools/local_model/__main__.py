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
from types import FrameType
from urllib.parse import urlsplit

from assay.config.yaml_files import read_yaml
from assay.errors import AssayError
from assay.records.untyped import JsonObject
from tools.exit_code import exit_code
from tools.local_model.engine import installed, reachable, serving
from tools.local_model.weights import KNOWN, Unavailable, obtain, sha256_of
from tools.local_model.workspace import JUDGE_SAMPLING, LocalWorkspace

SUITE = "local"
DEFAULT = "qwen2-5-coder-1-5b"


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line. AssayError for options that contradict each other."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.local_model", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument(
        "--model", choices=sorted(KNOWN), default=DEFAULT, help="which weights to fetch"
    )
    parser.add_argument("--gguf", type=Path, help="serve this file instead")
    parser.add_argument(
        "--api-base",
        help="ask this OpenAI-compatible server instead, such as http://127.0.0.1:8000/v1",
    )
    parser.add_argument("--served-model", help="the model's name at that server")
    parser.add_argument(
        "--serve", action="store_true", help="only serve, at the address in conf/model/<model>.yaml"
    )
    parser.add_argument("--judge", help="another model's name at that server, as the judge")
    parser.add_argument("--no-judge", action="store_true", help="judge by the checks alone")
    parser.add_argument(
        "--minutes", type=float, default=90, help="how long the pipeline may take (default: 90)"
    )
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


def name_of(options: argparse.Namespace) -> str:
    """The model's name in the run: its file under conf/model/, or the GGUF file or served name."""
    if not (options.gguf or options.api_base):
        return str(options.model)
    given = options.gguf.stem if options.gguf else options.served_model
    return "local-" + re.sub(r"[^A-Za-z0-9]+", "-", given).strip("-").lower()


def run(options: argparse.Namespace) -> None:
    """Serve if need be, run the pipeline in a copy of the project, stop serving."""
    workspace = LocalWorkspace(name_of(options))
    config = read_yaml(Path(f"conf/model/{options.model}.yaml"))
    with workspace.locked(), _server(options, config) as (address, served):
        if options.serve:
            print(f"serving {served} at {address}: Ctrl-C ends it", flush=True)
            _wait_for_interrupt()
            return
        family = "local" if options.gguf or options.api_base else config["family"]
        changes = {"litellm_model": f"openai/{served}", "api_base": address, "family": family}
        judge = None if options.no_judge else _judge(options.judge or served, address, family)
        workspace.fill(config | changes, SUITE, judge)
        workspace.run(options.minutes * 60)


def _judge(served: str, address: str, family: str) -> JsonObject:
    """The judge's configuration: the same server, and a report that follows the schema."""
    return {
        "litellm_model": f"openai/{served}",
        "api_base": address,
        "family": family,
        "sampling": JUDGE_SAMPLING,
        "price": {"input": 0, "output": 0},
        "response_format": "json_schema",
    }


def _wait_for_interrupt() -> None:
    with suppress(KeyboardInterrupt):
        Event().wait()


@contextmanager
def _server(options: argparse.Namespace, config: JsonObject) -> Iterator[tuple[str, str]]:
    """The address of a server that answers while the block runs, and the model's name there."""
    if options.api_base:
        reachable(options.api_base)
        yield options.api_base, options.served_model
        return
    gguf = options.gguf or obtain(KNOWN[options.model])
    served = config["litellm_model"].removeprefix("openai/")
    if (
        options.gguf
    ):  # other weights need another name, or the ledger would give their answers for them
        served = f"{options.gguf.stem}-{sha256_of(options.gguf)[:8]}"
    port = urlsplit(config["api_base"]).port or 0
    with serving(installed(), gguf, served, port if options.serve else 0) as address:
        yield address, served


def main(arguments: Sequence[str]) -> int:
    """0 if it ran or was skipped, 1 after one line of error, 130 if interrupted."""
    signal.signal(signal.SIGTERM, _interrupt)
    return exit_code(
        "local_model", lambda: _run(arguments), "every answer so far is kept, run again to go on"
    )


def _run(arguments: Sequence[str]) -> None:
    try:
        run(parsed(arguments))
    except Unavailable as reason:
        print(f"skipped: {reason}")


def _interrupt(_: int, __: FrameType | None) -> None:
    """End as Ctrl-C does, so that the server and the pipeline are ended too."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
