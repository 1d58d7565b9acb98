"""The health of this process and of the services it needs, for ./run, containers, load balancers and monitoring."""

import os
from collections.abc import Callable
from typing import Any

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from nomic.config.celery import app

logger = structlog.get_logger(__name__)

SECONDS_FOR_THE_BROKER = 1.0
ANSWERS, SILENT = "answers", "does not answer"

# What the rooms above tell of themselves, by name. Read only while the database answers.
_told: dict[str, Callable[[], Any]] = {}


def tell(name: str, read: Callable[[], Any]) -> None:
    """Have /healthz show what `read` gives, a JSON value, under this name."""
    _told[name] = read


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 while this process can serve, 503 where its database does not answer.

    Without cache or broker it serves on, only without throttles and without wake-ups: that is told, and is no 503.
    """
    body: dict[str, Any] = {}
    works = {"database": _database(), "cache": _cache(), "broker": _broker()}
    body |= {name: ANSWERS if there else SILENT for name, there in works.items()}
    if works["database"]:
        body |= {name: read() for name, read in _told.items()}
    return JsonResponse(body, status=200 if works["database"] else 503)


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _cache() -> bool:
    try:
        cache.set("healthz", 1, timeout=10)
        return bool(cache.get("healthz") == 1)
    except Exception:  # each kind of cache has failures of its own
        logger.warning("cache_unavailable", exc_info=True)
        return False


def _broker() -> bool:
    options = dict(getattr(settings, "CELERY_BROKER_TRANSPORT_OPTIONS", {}))
    if folder := options.get("data_folder_out"):  # a broker made of files has no connection that could fail
        return os.access(folder, os.W_OK)
    options |= {"socket_connect_timeout": SECONDS_FOR_THE_BROKER, "socket_timeout": SECONDS_FOR_THE_BROKER}
    try:
        with app.connection_for_write(connect_timeout=SECONDS_FOR_THE_BROKER, transport_options=options) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=SECONDS_FOR_THE_BROKER)
    except Exception:  # each kind of broker has failures of its own
        logger.warning("broker_unavailable", exc_info=True)
        return False
    return True
