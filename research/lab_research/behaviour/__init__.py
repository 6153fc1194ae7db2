"""`./lab behaviour`."""
