"""What is made from the schema for readers: docs/scenario.md, and the tables that the interface
and the core in a page have of its kinds.
"""
