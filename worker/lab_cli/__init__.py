"""The commands of `./lab` that need no server, a folder each; `kit/` is what they share.

Results go to stdout, everything else to stderr. Exit code 2 means that the input was wrong.
"""
