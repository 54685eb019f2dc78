"""The models and tests that a line of a file under human/ may name."""

from assay.config import paths
from assay.config.config_files import known_names
from assay.config.settings import did_you_mean
from assay.errors import Problems


def check_names(model: str, test: str, location: str) -> None:
    """AssayError for a model without a file in conf/model/ and a test without one in criteria/.

    Such a line would belong to nothing, and nobody would see that it is not used.
    """
    problems = Problems()
    models = known_names("model")
    files = paths.CRITERIA.glob("*/*.yaml")
    tests = sorted(path.stem for path in files if path.parent not in paths.OF_DATASETS)
    if model not in models:
        remedy = _remedy(model, models)
        problems.add(f"{location}: there is no model '{model}' in {paths.CONF}/model{remedy}")
    if test not in tests:
        remedy = _remedy(test, tests)
        problems.add(f"{location}: there is no test '{test}' in {paths.CRITERIA}{remedy}")
    problems.raise_if_any()


def _remedy(name: str, known: list[str]) -> str:
    nearest = did_you_mean(name, known)
    suggestion = nearest if "mean" in nearest else ""
    return f"{suggestion}: correct or delete the line"
