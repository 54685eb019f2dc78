"""Size and complexity of code: LoC, cyclomatic complexity, GCI."""
