"""Colours as eyes see them: contrast by WCAG 2, and what the colour-blind make of two colours.

The matrices are those of Machado, Oliveira and Fernandes (2009) at full severity, for linear RGB.
"""

import math

KINDS = {
    "full colour vision": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
WHITE = (0.95047, 1.0, 1.08883)
TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
Triple = tuple[float, float, float]


def linear(colour: str) -> Triple:
    """The colour `#rrggbb` in linear RGB, 0 to 1."""
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def contrast(one: str, two: str) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21."""
    lower, higher = sorted((_luminance(one), _luminance(two)))
    return (higher + 0.05) / (lower + 0.05)


def _luminance(colour: str) -> float:
    return sum(weight * part for weight, part in zip(TO_XYZ[1], linear(colour), strict=True))


def mixed(colour: str, other: str, share: float) -> str:
    """As CSS mixes them: so much of the first one, in sRGB."""
    parts = []
    for start in (1, 3, 5):
        first, second = (int(text[start : start + 2], 16) for text in (colour, other))
        parts.append(round(first * share + second * (1 - share)))
    return "#" + "".join(f"{part:02x}" for part in parts)


def distance(one: str, two: str, kind: str) -> float:
    """How different two colours look to eyes of this kind: Delta E of CIE Lab (1976)."""
    return math.dist(_lab(one, kind), _lab(two, kind))


def _lab(colour: str, kind: str) -> Triple:
    seen = [min(1.0, max(0.0, part)) for part in _times(KINDS[kind], linear(colour))]
    x, y, z = (
        _root(part / white)
        for part, white in zip(_times(TO_XYZ, (seen[0], seen[1], seen[2])), WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return math.cbrt(part) if part > (6 / 29) ** 3 else part / (3 * (6 / 29) ** 2) + 4 / 29


def _times(matrix: tuple[Triple, ...], vector: Triple) -> Triple:
    rows = [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
    return rows[0], rows[1], rows[2]
