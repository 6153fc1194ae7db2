"""Experiments: a base scenario, axes and replications, and what is found in their units."""
