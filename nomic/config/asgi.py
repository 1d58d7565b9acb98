"""ASGI entry point for uvicorn."""

import os
from importlib import import_module

from django.conf import settings

from nomic.http.gc_tuning import collect_rarely
from nomic.http.threaded_handler import get_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nomic.config.settings")

application = get_application()
import_module(settings.ROOT_URLCONF)  # Imports all views now, so that the first request does not have to.
collect_rarely()  # Again, to freeze the objects created by the imports above.
