"""Writes what a run computes into PostgreSQL."""
