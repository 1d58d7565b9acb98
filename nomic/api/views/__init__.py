"""Views of the API. Each module contains the endpoints of one subject and the shapes of their answers."""
