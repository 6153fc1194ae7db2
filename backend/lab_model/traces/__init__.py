"""Delivery traces that the lab ships: synthetic, made by this project, not measured anywhere."""

from lab_model.traces.synthetic import RECIPES, Recipe, opportunities_ms

__all__ = ["RECIPES", "Recipe", "opportunities_ms"]
