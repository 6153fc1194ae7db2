"""The data of one browser, and how it moves to another."""
