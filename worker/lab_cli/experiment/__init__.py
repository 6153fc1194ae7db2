"""`./lab experiment`."""
