"""What a result holds beyond its numbers: its schema and its overview."""
