"""`./lab sim`."""
