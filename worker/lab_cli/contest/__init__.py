"""A contest of a class: modules of students in 20 scenarios that are drawn when all are in."""
