"""Modules of users' own algorithms, stored by the digest of their bytes."""
