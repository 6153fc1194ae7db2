"""The contest of a class: students enter modules until it ends; then its scenarios are drawn, the
usual workers compute every entry in all of them, and a board has places by the league's rule.
"""
