"""Tables from survey exports: read, clean, join, aggregate, report."""

__version__ = '0.4.2'
