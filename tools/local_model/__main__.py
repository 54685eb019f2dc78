"""Take a small model on this machine through the pipeline, then print the leaderboard.

python -m tools.local_model               Qwen2.5-Coder 1.5B: weights, server, run
python -m tools.local_model --no-judge    without an LLM judge: much faster
"""

import signal
import sys
from collections.abc import Sequence
from urllib.parse import urlsplit

from assay.config import paths
from assay.config.yaml_files import read_yaml
from tools.command_line import ToolParser
from tools.exit_code import exit_code
from tools.local_model.model_server import serving
from tools.local_model.model_weights import QWEN, obtain
from tools.local_model.project_copy import copy_project, judge_of, run_pipeline

MODEL = "qwen2-5-coder-1-5b"
INTERRUPTED = "every answer so far is kept, run again to go on"


def main(arguments: Sequence[str]) -> None:
    """Serve the model, run the pipeline in a copy of the project, stop serving."""
    parser = ToolParser(
        prog="python -m tools.local_model", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--no-judge", action="store_true", help="judge by the checks alone")
    options = parser.parse_args(arguments)
    config = read_yaml(paths.CONF / "model" / f"{MODEL}.yaml")
    gguf = obtain(QWEN)
    served = config["litellm_model"].removeprefix("openai/")
    with serving(gguf, served, urlsplit(config["api_base"]).port or 0):
        copy_project(MODEL, None if options.no_judge else judge_of(config))
        run_pipeline()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # else server and run would go on
    sys.exit(exit_code("local_model", lambda: main(sys.argv[1:]), INTERRUPTED))
