"""Writes the samples of a run into PostgreSQL."""
