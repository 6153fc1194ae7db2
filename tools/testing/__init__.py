"""`./lab test`: the stages, how each one is run, and the table at the end."""
