"""Figures as text: one format for each kind, the same in the report, Markdown and a terminal."""

ABSENT = "–"


def fixed(value: float, digits: int = 1) -> str:
    """Rounded to so many digits, with thousands apart and never a negative zero."""
    return f"{round(value, digits) + 0.0:,.{digits}f}"


def at_most(value: float) -> str:
    return f"≤ {fixed(value)}"


def signed(value: float, digits: int = 1) -> str:
    number = fixed(abs(value), digits)
    if not number.strip("0.,"):
        return f"±{number}"
    return f"{'+' if value > 0 else '−'}{number}"


def chance(value: float) -> str:
    """A p-value: two significant digits, and nothing below a ten-thousandth."""
    if value < 0.0001:
        return "<0.0001"
    return f"{value:.2g}" if value < 0.1 else f"{value:.2f}"


def count(value: float) -> str:
    return f"{round(value):,}"


def money(value: float) -> str:
    """US dollars: cents from one dollar on, hundredths of a cent below, and `$0` for zero."""
    if not value:
        return "$0"
    return f"${value:,.2f}" if value >= 1 else f"${value:.4f}"
