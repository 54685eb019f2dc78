"""Turning a model's Markdown answer into files. See `docs/extraction.md`."""

from stages.lib.extraction.extract import extract_files
from stages.lib.extraction.records import MARKS, REASONS, ExtractedFile, Extraction

__all__ = ["MARKS", "REASONS", "ExtractedFile", "Extraction", "extract_files"]
