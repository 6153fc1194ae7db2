"""What can be simulated: algorithms, presets, the scenario's schema and its check."""
