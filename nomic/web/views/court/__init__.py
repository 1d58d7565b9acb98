"""Views of the court and of corrections."""
