"""Charts of the report: Vega-Lite specifications, drawn to SVG while the report is made."""
