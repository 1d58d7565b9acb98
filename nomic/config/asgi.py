"""The ASGI application, served by uvicorn."""

import os

from nomic.config.handler import get_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nomic.config.settings")

application = get_application()
