"""`./lab witness`."""
