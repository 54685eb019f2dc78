"""From a DataFrame to rows that templates print."""

from typing import Any

import pandas as pd

Row = dict[str, Any]


def rows(frame: pd.DataFrame) -> list[Row]:
    """The frame's rows in order, with None for whatever is missing."""
    plain = frame.astype(object)
    return [
        {str(name): value for name, value in row.items()}
        for row in plain.where(plain.notna(), None).to_dict("records")
    ]
