"""`algorithm`: a module of a user's own algorithm, begun and checked."""
