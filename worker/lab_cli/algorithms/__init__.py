"""`./lab algorithms`."""
