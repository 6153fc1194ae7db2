"""What belongs to one browser, and how it moves to another."""
