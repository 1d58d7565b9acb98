"""The Celery application, its queues and its beat schedule.

Beat only triggers checks. Every task finds its work in the database, so a lost or repeated message does no harm.

Tasks that wait for other servers have their own queues, so that separate workers can run them. The clock keeps
running however slow a wiki or a webhook is. A worker started without a queue name serves all queues.
"""

import os

from celery import Celery
from celery.schedules import crontab
from kombu import Exchange, Queue

from nomic.config import folder_queue

CLOCK = "celery"
NOTICES = "notices"
WIKI = "wiki"

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nomic.config.settings")

folder_queue.use()
app = Celery("nomic")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.task_default_queue = CLOCK
# Each queue has its own exchange and routing key. Otherwise all would share one, and each would get every message.
app.conf.task_queues = [Queue(name, Exchange(name), routing_key=name) for name in (CLOCK, NOTICES, WIKI)]
app.conf.task_routes = {
    "nomic.notices.tasks.deliver_notices": {"queue": NOTICES},
    "nomic.discord.tasks.post_to_discord": {"queue": NOTICES},
    "nomic.discord.tasks.answer_slow": {"queue": NOTICES},
    "nomic.discord.tasks.read_votes": {"queue": NOTICES},
    "nomic.wiki.tasks.*": {"queue": WIKI},
    "nomic.search.tasks.*": {"queue": NOTICES},
    "nomic.forecast.tasks.*": {"queue": NOTICES},  # for the same reason as the next line
    "nomic.reliability.tasks.*": {"queue": NOTICES},  # It reads every journal.
    "nomic.corrections.tasks.*": {"queue": NOTICES},  # Fork building takes long and must not delay the clock.
}
app.conf.beat_schedule = {
    "settle what is due": {"task": "nomic.cycles.tasks.settle_due", "schedule": 5.0},
    "build corrections": {"task": "nomic.corrections.tasks.build_waiting_corrections", "schedule": 30.0},
    "make forecasts": {"task": "nomic.forecast.tasks.make_forecasts", "schedule": 30.0},
    "play simulations": {"task": "nomic.forecast.tasks.play_simulations", "schedule": 30.0},
    "refresh the search index": {"task": "nomic.search.tasks.refresh_index", "schedule": 15.0},
    "deliver notices": {"task": "nomic.notices.tasks.deliver_notices", "schedule": 10.0},
    "post to Discord": {"task": "nomic.discord.tasks.post_to_discord", "schedule": 10.0},
    "read votes on Discord": {"task": "nomic.discord.tasks.read_votes", "schedule": 30.0},
    "answer Discord late": {"task": "nomic.discord.tasks.answer_slow", "schedule": 10.0},
    "forget old messages on Discord": {"task": "nomic.discord.tasks.forget_posts", "schedule": 3600.0},
    "remind players": {"task": "nomic.notices.tasks.remind_players", "schedule": 30.0},
    "send digests": {"task": "nomic.notices.tasks.send_digests", "schedule": 600.0},
    "join those who asked": {"task": "nomic.players.tasks.join_those_who_asked", "schedule": 10.0},
    "clear guests": {"task": "nomic.players.tasks.clear_guests", "schedule": 3600.0},
    "forget old notices": {"task": "nomic.notices.tasks.forget_notices", "schedule": 3600.0},
    "publish what is stale": {"task": "nomic.wiki.tasks.publish_stale", "schedule": 30.0},
    "notice changes on the wiki": {"task": "nomic.wiki.tasks.notice_changes", "schedule": 60.0},
    "tell staff what is wrong": {"task": "nomic.office.tasks.look_around", "schedule": 120.0},
    "check every cycle": {"task": "nomic.reliability.tasks.verify_nightly", "schedule": crontab(hour=4, minute=20)},
    **{
        f"sign of life of {queue}": {
            "task": "nomic.office.tasks.sign_of_life",
            "schedule": 60.0,
            "args": [queue],
            "options": {"queue": queue},
        }
        for queue in (CLOCK, NOTICES, WIKI)
    },
}
