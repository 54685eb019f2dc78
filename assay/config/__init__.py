"""What a user sets: params.yaml and conf/, validated, and the frame of a stage's program."""
