"""The offer of the lab: algorithms, presets, the scenario's schema and its check."""
