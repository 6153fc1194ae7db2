"""The janitor: no job is forgotten."""
