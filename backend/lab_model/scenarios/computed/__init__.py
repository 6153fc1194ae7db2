"""What follows from a scenario before it runs: its cost, its buffers in bytes, the rates of its
links, and the fair share of each flow.
"""
