"""Recipes: proposals that are complete once three to six questions are answered. Each recipe is a data file."""
