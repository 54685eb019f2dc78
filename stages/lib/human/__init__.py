"""What people say, from the CSV files under human/."""
