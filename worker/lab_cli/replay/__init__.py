"""`./lab replay`."""
