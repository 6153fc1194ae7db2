"""`algorithm`: a module of somebody's own algorithm, begun and checked."""
