"""Run the pipeline. Models that ask a provider run side by side; DVC then runs everything else.

python -m tools.bench           run what changed, as `dvc repro` does
python -m tools.bench --retry   also run the stages with gaps: calls that failed
"""

import argparse
import os
import sys
import uuid
from collections.abc import Sequence

from assay.config.config_files import load_judge, load_model
from assay.config.params import Params, load_params
from assay.ledger.store import absent_ledgers, take_in_all
from tools.bench.chains import chains_to_run, pipeline_state
from tools.bench.jobs import default_jobs
from tools.bench.side_by_side import run_side_by_side
from tools.bench.without import finish, repro
from tools.check import check, load_calls
from tools.exit_code import exit_code
from tools.gaps import stages_with_gaps

PREPARED = "render"
"""The last stage that all models share before they are asked."""


def bench(retry: bool) -> int:
    """Run everything; the exit code of `dvc repro`."""
    params = load_params()
    check([])
    take_in_all()
    for sentence in absent_ledgers(params.models):
        print(sentence, file=sys.stderr)
    os.environ.setdefault("ASSAY_RUN", f"bench-{uuid.uuid4().hex[:12]}")  # one budget for all of it
    models = models_that_ask(params)
    forced = stages_with_gaps(list(params.models)) if retry else []
    if len(models) > 1 or forced:
        _ask_side_by_side(models, forced)
    return finish(params)


def models_that_ask(params: Params) -> list[str]:
    """The models for which a provider is asked: for answers, or by an LLM judge for verdicts."""
    if any(load_judge(name).provider == "litellm" for name in params.panel):
        return list(params.models)
    return [name for name in params.models if load_model(name).provider == "litellm"]


def _ask_side_by_side(models: Sequence[str], forced: Sequence[str]) -> None:
    state = pipeline_state()
    if state.stale & {"fingerprint", PREPARED}:
        if repro(PREPARED):
            return  # the last `dvc repro` says why
        state = pipeline_state()
    chains = chains_to_run(models, state, forced)
    if len(chains) > 1 or forced:
        run_side_by_side(chains, load_calls().jobs or default_jobs(len(chains)))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("--retry", action="store_true", help="ask again for the gaps")
    return bench(parser.parse_args().retry)


if __name__ == "__main__":
    sys.exit(exit_code("bench", main, "every completed call is kept, run again to go on"))
