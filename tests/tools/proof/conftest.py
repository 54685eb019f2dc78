"""The proof is tried on the product's own content."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def in_product(product: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(product)
