"""Write the executions of gold, echo and null into executions/, which git tracks.

python -m tools.keep_executions

They must have been executed before: `dvc repro execute` with `execution: sandbox` in params.yaml.
A fresh clone then has nothing to execute and nothing to install.
"""

import sys

from assay.config import paths
from assay.errors import AssayError
from assay.records.jsonl import read_records
from assay.records.pipeline import Extracted
from assay.sandbox.execution_config import load_execution
from assay.sandbox.store import StoredExecution, committed, publish, stored
from stages.execute.answer_tasks import works_of
from tools.exit_code import exit_code

MODELS = ("gold", "echo", "null")
NOWHERE = "0" * 32
"""The machine of executions that are the project's own: they have no times or pictures either."""


def main() -> None:
    config = load_execution()
    before = committed()
    written = set[str]()
    missing = list[str]()
    for model in MODELS:
        works = works_of(read_records(paths.extracted(model), Extracted), config)
        found: dict[str, StoredExecution] = {}
        for work in works:
            if work.task is None or work.key in written:
                continue
            item = before.get(work.key) or stored(work.key)
            if item is None:
                missing.append(f"{work.item.test} of {model}: not executed: `dvc repro execute`")
                continue
            ran = item.execution
            plain = [each.model_copy(update={"screenshot": ""}) for each in ran.behaviours]
            kept = ran.model_copy(update={"behaviours": tuple(plain)})
            found[work.key] = StoredExecution(kept, {}, {}, NOWHERE)
            written.add(work.key)
        publish(paths.COMMITTED_EXECUTIONS / f"{model}.jsonl", found)
    if missing:
        raise AssayError(f"{len(written)} executions written, others are missing", missing)
    print(f"executions: {len(written)} written below {paths.COMMITTED_EXECUTIONS}/")


if __name__ == "__main__":
    sys.exit(exit_code("executions", main))
