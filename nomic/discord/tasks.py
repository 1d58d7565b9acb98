"""Celery tasks that trigger messages to Discord. A late, doubled or lost task changes nothing."""

from celery import shared_task

from nomic.discord.posts.sender import forget_old, post_due
from nomic.outbox.single_flight import OneAtATime

_posting = OneAtATime(lambda: post_due())


@shared_task
def post_to_discord() -> int:
    """Send and edit the messages that are due. Return the number of requests tried."""
    return _posting()


@shared_task
def forget_posts() -> int:
    """Delete the records of old messages. Return their number."""
    return forget_old()
