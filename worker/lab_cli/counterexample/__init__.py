"""`./lab break`: `break` is a keyword, so no module can have that name."""
