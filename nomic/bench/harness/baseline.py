"""Baseline for figures of acts: a Django view that only locks, writes and answers.

It is a separate application with its own settings: `uvicorn nomic.bench.harness.baseline:application`. It has no
ledger, no replayable journal and no proof of its dice. It measures the maximum of the machine and Django.
"""

import json
import os
from typing import ClassVar

import environ
from django.conf import settings

database = {**environ.Env.db_url_config(os.environ["DATABASE_URL"]), "CONN_MAX_AGE": 600}
if database["ENGINE"].endswith("sqlite3"):
    init = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
    database["OPTIONS"] = {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": init}
settings.configure(
    ALLOWED_HOSTS=["*"],
    DATABASES={"default": database},
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
    ROOT_URLCONF=__name__,
    SECRET_KEY="none is needed",  # noqa: S106
    USE_TZ=True,
    WEB_THREADS=int(os.environ.get("WEB_THREADS", "10")),
)

from django.db import connection, models, transaction  # noqa: E402
from django.http import HttpRequest, JsonResponse  # noqa: E402
from django.urls import path  # noqa: E402
from django.views.decorators.csrf import csrf_exempt  # noqa: E402

from nomic.http.gc_tuning import collect_rarely  # noqa: E402
from nomic.http.threaded_handler import get_application  # noqa: E402

application = get_application()


class Head(models.Model):
    """The row that each request locks and updates."""

    seq = models.PositiveBigIntegerField(default=0)
    objects: ClassVar[models.Manager["Head"]] = models.Manager()

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return str(self.seq)


class Line(models.Model):
    """The row that each request inserts."""

    seq = models.PositiveBigIntegerField()
    args = models.JSONField()
    objects: ClassVar[models.Manager["Line"]] = models.Manager()

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return str(self.seq)


@csrf_exempt
def act(request: HttpRequest) -> JsonResponse:
    """Perform one `SELECT … FOR UPDATE`, one update and one insert."""
    with transaction.atomic():
        head = Head.objects.select_for_update().get(pk=1)
        head.seq += 1
        head.save(update_fields=["seq"])
        Line.objects.create(seq=head.seq, args=json.loads(request.body))
    return JsonResponse({"seq": head.seq}, status=201)


def healthz(request: HttpRequest) -> JsonResponse:
    """Answer health checks. The first call creates the tables."""
    if Head._meta.db_table not in connection.introspection.table_names():
        with connection.schema_editor() as editor:
            editor.create_model(Head)
            editor.create_model(Line)
        Head.objects.create(pk=1)
    return JsonResponse({})


urlpatterns = [path("act", act), path("healthz", healthz)]
collect_rarely()  # Also applies to the objects created so far.
