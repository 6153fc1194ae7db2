"""`./lab datasets`."""
