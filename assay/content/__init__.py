"""The content of the repository: data sets, scenarios and criteria."""
