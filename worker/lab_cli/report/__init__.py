"""The command `./lab report`."""
