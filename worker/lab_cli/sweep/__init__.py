"""`./lab sweep`."""
