"""The names that lines of human/ may use: models in conf/model/ and tests in criteria/."""

from stages.lib.base import paths
from stages.lib.base.config import did_you_mean, known_names
from stages.lib.base.errors import Problems


def check_names(model: str, test: str, place: str) -> None:
    """AssayError for a model or test that has no file: its line would have no effect, unnoticed."""
    problems = Problems()
    models, tests = (
        known_names("model"),
        sorted(path.stem for path in paths.CRITERIA.glob("*/*.yaml")),
    )
    if model not in models:
        problems.add(
            f"{place}: there is no model '{model}' in {paths.CONF}/model{_remedy(model, models)}"
        )
    if test not in tests:
        problems.add(
            f"{place}: there is no test '{test}' in {paths.CRITERIA}{_remedy(test, tests)}"
        )
    problems.raise_if_any()


def _remedy(name: str, known: list[str]) -> str:
    near = did_you_mean(name, known)
    return f"{near if 'mean' in near else ''}: correct or delete the line"
