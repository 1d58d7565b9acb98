"""Views of the law and of proposals, their comments, dry runs and simulations."""
