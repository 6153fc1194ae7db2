"""Modules of somebody's own algorithm, stored by the digest of their bytes."""
