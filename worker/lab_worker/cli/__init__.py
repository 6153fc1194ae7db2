"""`./lab sim`, `sweep`, `bench`, `readings`, `validate`, `algorithms`: no server is needed.

Results go to stdout, everything else to stderr. Exit code 2 means that the input was wrong.
"""
