"""Results: what (scenario, seed, core version) gives. Stored once, immutable, shared by runs."""
