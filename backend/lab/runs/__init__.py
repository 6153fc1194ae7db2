"""Runs: somebody's handles on results, from queued to done."""
