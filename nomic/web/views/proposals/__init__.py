"""Views of proposals: list, composer, comments, dry runs, simulations."""
