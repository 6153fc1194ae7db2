"""`./lab store`."""
