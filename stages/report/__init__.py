"""report: everything that was measured, as a folder of self-contained HTML pages."""
