"""Colours as eyes see them: contrast by WCAG 2."""

LUMINANCE = (0.2126729, 0.7151522, 0.0721750)


def _luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip(LUMINANCE, linear, strict=True))


def contrast(one: str, two: str) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21."""
    lower, higher = sorted((_luminance(one), _luminance(two)))
    return (higher + 0.05) / (lower + 0.05)


def mixed(colour: str, other: str, share: float) -> str:
    """As CSS mixes them: so much of the first one, in sRGB."""
    parts = []
    for start in (1, 3, 5):
        first, second = (int(text[start : start + 2], 16) for text in (colour, other))
        parts.append(round(first * share + second * (1 - share)))
    return "#" + "".join(f"{part:02x}" for part in parts)
