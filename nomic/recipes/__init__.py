"""Recipes: templates of proposals, filled in by the answers to a few questions. Each recipe is a data file."""
