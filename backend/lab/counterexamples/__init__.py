"""Searches for the simplest situation in which something goes badly: `./lab break` for browsers."""
