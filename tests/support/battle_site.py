"""The site with Exoptosis hosted, whatever else hosts it: for tests that look at battles in a browser."""

from nomic.config.asgi import application
from tests.support.battles import host

__all__ = ["application"]

host()
