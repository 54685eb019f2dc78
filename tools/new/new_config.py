"""New files under conf/: a model, a judge, a suite."""

import argparse

from assay.config import paths
from assay.config.config_files import known_names
from assay.content.scenarios import known_tests, load_suite
from assay.errors import AssayError
from tools.new.new_files import require_known, require_slug, write

GENERIC = "openai-compatible"
PARAMS_KEY = {"model": "models", "judge": "panel"}


def new_model_or_judge(options: argparse.Namespace) -> list[str]:
    """conf/<KIND>/NAME.yaml, a copy of FROM (by default any OpenAI-compatible server)."""
    group, name = options.kind, options.name
    require_slug(group, name)
    source = options.source or GENERIC
    require_known("FROM", [source], known_names(group))
    text = (paths.CONF / group / f"{source}.yaml").read_text(encoding="utf-8")
    text = text.replace("openai/my-model", f"openai/{name}")
    path = paths.CONF / group / f"{name}.yaml"
    return [
        *write({path: text}),
        f"next: set litellm_model, api_base and api_key_env in {path}",
        f"then: add '{name}' to `{PARAMS_KEY[group]}` in params.yaml, and run `make check` and "
        "`make plan`",
    ]


def new_suite(options: argparse.Namespace) -> list[str]:
    """conf/suite/NAME.yaml with TESTS, by default all that no suite names."""
    require_slug("suite", options.name)
    known = known_tests()
    named = {test for suite in known_names("suite") for test in load_suite(suite)}
    tests = options.tests.split() or sorted(known.keys() - named)
    if not tests:
        raise AssayError('TESTS: every test is in a suite already: name some: TESTS="A-B C-D"')
    require_known("TESTS", tests, known)
    lines = "".join(f"  - {test}\n" for test in tests)
    return [
        *write({paths.CONF / "suite" / f"{options.name}.yaml": f"tests:\n{lines}"}),
        f"next: set `suite: {options.name}` in params.yaml, and run `make plan`",
    ]
