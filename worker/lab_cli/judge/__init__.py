"""Judges a module in seconds, for authors of many modules: people and programs."""
