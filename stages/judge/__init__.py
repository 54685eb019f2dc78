"""judge: the panel decides every criterion on one model's answers."""
