"""Celery tasks for messages and late answers to Discord. A late, duplicate or lost task does no harm."""

from celery import shared_task

from nomic.discord.interactions.deferred_answers import answer_deferred
from nomic.discord.posts.sender import forget_old, post_due
from nomic.discord.reactions import read_reactions
from nomic.discord.views import reply_again
from nomic.outbox.single_flight import OneAtATime

_posting = OneAtATime(lambda: post_due())
_reading = OneAtATime(lambda: read_reactions())
_answering = OneAtATime(lambda: answer_deferred(reply_again))


@shared_task
def post_to_discord() -> int:
    """Send and edit the messages that are due. Return the number of requests tried."""
    return _posting()


@shared_task
def read_votes() -> int:
    """Read the reactions that count as votes. Return the number of votes given."""
    return _reading()


@shared_task
def answer_slow() -> int:
    """Retry the slow interactions whose answers have not been sent. Return the number of attempts."""
    return _answering()


@shared_task
def forget_posts() -> int:
    """Delete the records of old messages. Return their number."""
    return forget_old()
