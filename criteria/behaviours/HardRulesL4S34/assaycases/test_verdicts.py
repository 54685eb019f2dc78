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


def test_aspect_56_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][56 - 1])


def test_aspect_57_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][57 - 1])


def test_aspect_58_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][58 - 1])


def test_aspect_59_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][59 - 1])


def test_aspect_60_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][60 - 1])


def test_aspect_61_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][61 - 1])


def test_aspect_62_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][62 - 1])


def test_aspect_63_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][63 - 1])


def test_aspect_64_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][64 - 1])


def test_aspect_65_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][65 - 1])


def test_aspect_66_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][66 - 1])


def test_aspect_67_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][67 - 1])


def test_aspect_68_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][68 - 1])


def test_aspect_69_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][69 - 1])


def test_aspect_70_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][70 - 1])


def test_aspect_71_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][71 - 1])


def test_aspect_72_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][72 - 1])


def test_aspect_73_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][73 - 1])


def test_aspect_74_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][74 - 1])


def test_aspect_75_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][75 - 1])


def test_aspect_76_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][76 - 1])


def test_aspect_77_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][77 - 1])


def test_aspect_78_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][78 - 1])


def test_aspect_79_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][79 - 1])


def test_aspect_80_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][80 - 1])


def test_aspect_81_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][81 - 1])


def test_aspect_82_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][82 - 1])


def test_aspect_83_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][83 - 1])


def test_aspect_84_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][84 - 1])


def test_aspect_85_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][85 - 1])


def test_aspect_86_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][86 - 1])


def test_aspect_87_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][87 - 1])


def test_aspect_88_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][88 - 1])


def test_aspect_89_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][89 - 1])


def test_aspect_90_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][90 - 1])


def test_aspect_91_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][91 - 1])


def test_aspect_92_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][92 - 1])


def test_aspect_93_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][93 - 1])


def test_aspect_94_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][94 - 1])


def test_aspect_95_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][95 - 1])


def test_aspect_96_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][96 - 1])


def test_aspect_97_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][97 - 1])


def test_aspect_98_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][98 - 1])


def test_aspect_99_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][99 - 1])


def test_aspect_100_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][100 - 1])


def test_aspect_101_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][101 - 1])


def test_aspect_102_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][102 - 1])


def test_aspect_103_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][103 - 1])


def test_aspect_104_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][104 - 1])


def test_aspect_105_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][105 - 1])


def test_aspect_106_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][106 - 1])


def test_aspect_107_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][107 - 1])


def test_aspect_108_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][108 - 1])


def test_aspect_109_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][109 - 1])


def test_aspect_110_is_right(outcomes):
    assert are_right(outcomes, FACTS["aspects"][110 - 1])


def test_what_a_usual_suite_sees_is_right(outcomes):
    assert are_right(outcomes, FACTS["others"])