"""Health check of this process and its services, for ./run, containers, load balancers and monitoring."""

import os
from collections.abc import Callable, Mapping
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

# Reports registered by higher layers, by name. They are read only while the database answers.
_reports: dict[str, Callable[[], Any]] = {}
# Reports that also need to know which services answer.
_concluded: dict[str, Callable[[Mapping[str, bool]], Any]] = {}


def register_report(name: str, read: Callable[[], Any]) -> None:
    """Add a field to /healthz. `read` returns its JSON value."""
    _reports[name] = read


def conclude(name: str, read: Callable[[Mapping[str, bool]], Any]) -> None:
    """Add a field to /healthz. `read` gets the answers of `services` and returns the JSON value."""
    _concluded[name] = read


def services() -> dict[str, bool]:
    """Return whether each service answers, by name: database, cache and broker."""
    return {"database": _database(), "cache": _cache(), "broker": _broker()}


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Return 200 while this process can serve requests, and 503 if its database does not answer.

    A missing cache or broker is reported without a 503, because the process then still serves, without throttles or
    wake-ups.
    """
    body: dict[str, Any] = {}
    works = services()
    body |= {name: ANSWERS if there else SILENT for name, there in works.items()}
    if works["database"]:
        body |= {name: read() for name, read in _reports.items()}
        body |= {name: read(works) for name, read in _concluded.items()}
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
    except Exception:  # Each cache backend raises its own exceptions.
        logger.warning("cache_unavailable", exc_info=True)
        return False


def _broker() -> bool:
    options = dict(getattr(settings, "CELERY_BROKER_TRANSPORT_OPTIONS", {}))
    if folder := options.get("data_folder_out"):  # A file broker has no connection that could fail.
        return os.access(folder, os.W_OK)
    options |= {"socket_connect_timeout": SECONDS_FOR_THE_BROKER, "socket_timeout": SECONDS_FOR_THE_BROKER}
    try:
        with app.connection_for_write(connect_timeout=SECONDS_FOR_THE_BROKER, transport_options=options) as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=SECONDS_FOR_THE_BROKER)
    except Exception:  # Each broker client raises its own exceptions.
        logger.warning("broker_unavailable", exc_info=True)
        return False
    return True
