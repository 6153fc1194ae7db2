"""Runs: users' handles on results, from queued to done."""
