"""report.

Everything that was measured, on one self-contained page that can be defended before sceptics.
"""
