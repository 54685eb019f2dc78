"""`make bench` and `make retry`: run what params.yaml says, with the models side by side."""
