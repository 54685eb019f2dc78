"""What passes between stages, as frozen typed records, and their files."""
