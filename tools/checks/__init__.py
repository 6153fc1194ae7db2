"""Rules of the repository that no other tool checks. Each module has `problems()`: one line each.

They look at the files that git knows or would add; built and installed files do not count.
"""
