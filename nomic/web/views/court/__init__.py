"""Views of the court, and of corrections of a cycle's history."""
