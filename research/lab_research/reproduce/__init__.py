"""`./lab reproduce`."""
