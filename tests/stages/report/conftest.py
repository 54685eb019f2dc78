"""A run of three models, and the report of one with everything, which nobody changes."""

from pathlib import Path

import pytest

from tests.stages.report.rich_run import write_rich_run
from tests.stages.report.test_page import MODELS, files_of, write_run


@pytest.fixture
def run(here: Path) -> None:
    write_run(MODELS)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rich")


@pytest.fixture(scope="session")
def rich(folder: Path) -> dict[str, str]:
    """Every file, by path."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        write_rich_run()
        return files_of(attempts=2)
