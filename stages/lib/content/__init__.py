"""What the repository holds to ask about and to ask: data sets, scenarios and criteria."""
