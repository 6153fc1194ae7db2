"""`./lab validate`."""
