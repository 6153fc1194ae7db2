"""Computing an experiment: a batch of its units from claim to end."""
