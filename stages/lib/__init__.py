"""What several stages use. One subject a file; files on one field share a folder."""
