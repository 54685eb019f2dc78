"""What is a team's own content is known by the shipped suites, and by nothing else."""

from pathlib import PurePath

import pytest

from tests.shipped import Shipped, is_own

SHIPPED = Shipped(frozenset({"Port-Mini", "Alone"}))
OWN = """
    datasets/MyShop/src/A.java
    scenarios/solution_migration/PortOrders.md
    scenarios/solution_migration/gold/Port-MyShop.md
    scenarios/solution_migration/second/Port-MyShop.md
    scenarios/contextual_experiment/gold/Port-MyShop/src/App.tsx
    criteria/solution_migration/Port-MyShop.yaml
    criteria/behaviours/MyShop.spec.ts
    criteria/behaviours/MyShop/tests/test_shop.py
    criteria/behaviours/mutants/MyShop.yaml
    criteria/behaviours/walks/MyShop.json
    criteria/questions/MyShop.yaml
    criteria/defects/MyShop.yaml
    conf/suite/ours.yaml
    metrics/models/ours.json
    human/marks/ann.csv
"""
PRODUCT = """
    datasets/Mini/src/A.java
    scenarios/solution_migration/Alone.md
    scenarios/solution_migration/system.md
    scenarios/solution_migration/gold/Port-Mini.md
    scenarios/solution_migration/second/Port-Mini.faults.yaml
    scenarios/contextual_experiment/gold/Port-Mini/src/App.tsx
    criteria/solution_migration/Port-Mini.yaml
    criteria/behaviours/Alone.spec.ts
    criteria/behaviours/Mini/cases.yaml
    criteria/behaviours/walks/Mini.json
    criteria/behaviours/walks/walk.ts
    criteria/behaviours/faults/gold.yaml
    criteria/behaviours/README.md
    criteria/questions/Mini.yaml
    criteria/questions/ReactNavbar.yaml
    conf/suite/smoke.yaml
    conf/model/ours.yaml
"""


@pytest.mark.parametrize("path", OWN.split())
def test_what_no_shipped_suite_is_about_is_a_teams_own(path: str) -> None:
    assert is_own(PurePath(path), SHIPPED)


@pytest.mark.parametrize("path", PRODUCT.split())
def test_everything_else_belongs_to_the_product(path: str) -> None:
    assert not is_own(PurePath(path), SHIPPED)
