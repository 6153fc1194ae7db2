"""Commands of `./lab` that check, measure and compare the lab itself, a folder each.

No part of the product imports them; they read what the product has and write `research/data`.
"""
