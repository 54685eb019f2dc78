# Assay hard suite, canary 6e0f2d4a-93c7-4b1e-8a55-c2d7f01b9e63: not to be trained on
"""What the cases come to: each aspect of the rules, and what a usual suite sees."""

import json
from pathlib import Path

FACTS = json.loads((Path(__file__).parent / "aspects.json").read_text(encoding="utf-8"))


def are_right(outcomes, names):
    return [name for name in names if not outcomes.get(name, False)] == []


def test_aspect_1_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][1 - 1])


def test_aspect_2_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][2 - 1])


def test_aspect_3_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][3 - 1])


def test_aspect_4_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][4 - 1])


def test_aspect_5_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][5 - 1])


def test_aspect_6_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][6 - 1])


def test_aspect_7_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][7 - 1])


def test_aspect_8_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][8 - 1])


def test_aspect_9_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][9 - 1])


def test_aspect_10_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][10 - 1])


def test_aspect_11_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][11 - 1])


def test_aspect_12_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][12 - 1])


def test_aspect_13_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][13 - 1])


def test_aspect_14_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][14 - 1])


def test_aspect_15_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][15 - 1])


def test_aspect_16_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][16 - 1])


def test_aspect_17_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][17 - 1])


def test_aspect_18_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][18 - 1])


def test_aspect_19_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][19 - 1])


def test_aspect_20_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][20 - 1])


def test_aspect_21_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][21 - 1])


def test_aspect_22_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][22 - 1])


def test_aspect_23_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][23 - 1])


def test_aspect_24_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][24 - 1])


def test_aspect_25_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][25 - 1])


def test_aspect_26_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][26 - 1])


def test_aspect_27_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][27 - 1])


def test_aspect_28_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][28 - 1])


def test_aspect_29_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][29 - 1])


def test_aspect_30_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][30 - 1])


def test_aspect_31_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][31 - 1])


def test_aspect_32_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][32 - 1])


def test_aspect_33_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][33 - 1])


def test_aspect_34_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][34 - 1])


def test_aspect_35_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][35 - 1])


def test_aspect_36_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][36 - 1])


def test_aspect_37_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][37 - 1])


def test_aspect_38_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][38 - 1])


def test_aspect_39_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][39 - 1])


def test_aspect_40_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][40 - 1])


def test_aspect_41_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][41 - 1])


def test_aspect_42_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][42 - 1])


def test_aspect_43_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][43 - 1])


def test_aspect_44_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][44 - 1])


def test_aspect_45_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][45 - 1])


def test_aspect_46_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][46 - 1])


def test_aspect_47_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][47 - 1])


def test_aspect_48_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][48 - 1])


def test_aspect_49_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][49 - 1])


def test_aspect_50_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][50 - 1])


def test_aspect_51_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][51 - 1])


def test_aspect_52_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][52 - 1])


def test_aspect_53_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][53 - 1])


def test_aspect_54_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][54 - 1])


def test_aspect_55_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][55 - 1])


def test_what_a_usual_suite_sees_is_right(outcomes):
    assert are_right(outcomes, FACTS["others"])