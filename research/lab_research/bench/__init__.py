"""`./lab bench`."""
