"""JSON is read as its tools read it."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.code.json_files import loaded

COMMENTED = """// shared by all packages
{
  /* Bundler mode */
  "compilerOptions": {
    "strict": true, // no any
    "paths": { "@/*": ["src/*"], "//": ["/* none */"] },
    "types": ["a,]", "\\"//",],
  },
}
"""
VALUE = {
    "compilerOptions": {
        "strict": True,
        "paths": {"@/*": ["src/*"], "//": ["/* none */"]},
        "types": ["a,]", '"//'],
    }
}


def test_a_typescript_configuration_of_any_name_may_have_comments_and_trailing_commas() -> None:
    assert loaded("packages/a/base.json", COMMENTED) == VALUE


@pytest.mark.parametrize(
    "path",
    ["web/tsconfig.app.json", ".eslintrc.json", "turbo.json", ".vscode/settings.json", "a.jsonc"],
)
def test_so_may_files_whose_tools_take_them(path: str) -> None:
    assert loaded(path, '{"a": 1 /* none */,}') == {"a": 1}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('"\\/*,]} a\n'),
    lambda inner: st.lists(inner) | st.dictionaries(st.text('"/*,} b'), inner),
)


@given(json_values)
def test_valid_json_means_the_same_with_and_without_comments_allowed(value: object) -> None:
    for indent in (None, 1):
        assert loaded("tsconfig.json", json.dumps(value, indent=indent)) == value


@pytest.mark.parametrize("unit", ["/*", '"', '\\"', "//", ", ", '"a', "[", "/", ",\n"])
def test_time_grows_linearly_with_the_text(unit: str) -> None:
    text = unit * (400_000 // len(unit))
    start = time.process_time()
    with pytest.raises((ValueError, RecursionError)):
        loaded("tsconfig.json", text)
    assert time.process_time() - start < 2, "a quadratic pattern takes minutes"
