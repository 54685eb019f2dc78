"""What the stages share, one subject a file; files of one field lie in one folder."""
