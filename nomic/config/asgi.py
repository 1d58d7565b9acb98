"""The ASGI application, served by uvicorn."""

import os
from importlib import import_module

from django.conf import settings

from nomic.http.gc_tuning import collect_rarely
from nomic.http.threaded_handler import get_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nomic.config.settings")

application = get_application()
import_module(settings.ROOT_URLCONF)  # with all views, so that the first request does not have to
collect_rarely()  # what there is by now as well
