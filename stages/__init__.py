"""The code of the pipeline: a module or package for each stage, over the library `assay`."""

from importlib.util import find_spec

if find_spec("hydra") is None:
    raise SystemExit(
        "Assay's packages are missing: use `make bench`, "
        "or `. .venv/bin/activate` before dvc and python"
    )
