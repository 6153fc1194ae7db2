"""The API's types as Python, written by `./lab generate`."""
