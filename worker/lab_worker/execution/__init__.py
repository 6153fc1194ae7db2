"""Runs the core: the only part of the project that imports `ccsim`."""
