from nomic.config.celery import app as celery_app
from nomic.http.gc_tuning import collect_rarely

__all__ = ("celery_app",)

collect_rarely()  # in each process that knows the settings: servers, workers, commands
