"""`./lab readings`."""
