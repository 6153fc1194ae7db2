"""`./lab check`."""
