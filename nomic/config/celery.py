"""The Celery application. Beat only makes sure somebody looks: every task finds its work in the database."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nomic.config.settings")

app = Celery("nomic")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "settle what is due": {"task": "nomic.cycles.tasks.settle_due", "schedule": 5.0},
    "deliver notices": {"task": "nomic.notices.tasks.deliver_notices", "schedule": 10.0},
    "remind players": {"task": "nomic.notices.tasks.remind_players", "schedule": 30.0},
    "forget old notices": {"task": "nomic.notices.tasks.forget_notices", "schedule": 3600.0},
    "publish what is stale": {"task": "nomic.wiki.tasks.publish_stale", "schedule": 30.0},
}
