"""`./lab presets`."""
