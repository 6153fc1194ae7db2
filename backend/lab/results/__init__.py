"""Results: what (scenario, seed, behaviour version) gives. Stored once, never changed, shared."""
