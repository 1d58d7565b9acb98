"""Views of the visitor's account, notifications and the front page."""
