"""What the service answers about the papers.

All numbers follow from shipped data and committed claims, without a database. Texts have no markup.
"""
