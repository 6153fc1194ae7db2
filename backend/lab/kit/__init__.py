"""Generic helpers. Nothing here knows a word of the domain."""
