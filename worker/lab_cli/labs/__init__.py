"""The command `labs`."""
