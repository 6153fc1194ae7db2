"""The command `./lab league`."""
