"""Project configuration: settings, URLs, the ASGI and Celery applications, health checks."""

from nomic.config.celery import app as celery_app
from nomic.http.gc_tuning import collect_rarely

__all__ = ("celery_app",)

collect_rarely()  # Runs in every process that loads the settings: servers, workers and commands.
