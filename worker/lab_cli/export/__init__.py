"""`./lab export`."""
