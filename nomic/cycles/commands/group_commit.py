"""Group commit: acts queued for one cycle in this process share a lock, a transaction and a commit.

If no other thread of this process works on the cycle, the caller becomes the leader. It performs the queued acts, its
own first. Then the next queued caller becomes the leader, so that no caller works for others for long. Each caller gets
its own result after the commit.
"""

import threading
from collections import deque
from functools import partial

from django.db import connection

from nomic.cycles.commands.act_stages import PendingCommand, perform_batch
from nomic.cycles.commands.idempotency import MAX_KEYS_PER_QUERY
from nomic.cycles.models import NO_MARK

MAX_BATCH = MAX_KEYS_PER_QUERY  # maximum acts in one transaction: as many as one query of keys covers

Batch = list[PendingCommand]


class _Turn:
    """A caller's turn in the queue of a cycle."""

    def __init__(self, command: PendingCommand) -> None:
        self.command = command
        self.is_leader = False
        self.called = threading.Event()  # Set when the act is done, or when its caller becomes the leader.


_queues: dict[str, deque[_Turn]] = {}  # by slug, for the cycles that have a leader
_queues_lock = threading.Lock()


def perform_in_turn(command: PendingCommand) -> None:
    """Perform the act in a batch with the other acts queued for the cycle. Its outcome is stored on the command.

    The caller becomes the leader if the cycle has none. Inside a caller's transaction the act does not wait for others,
    because that transaction may hold locks that they need.
    """
    if connection.in_atomic_block:
        perform_batch([command])
        return
    turn, slug = _Turn(command), command.sent.slug
    with _queues_lock:
        turn.is_leader = slug not in _queues
        queue = _queues.setdefault(slug, deque())
        queue.append(turn)
    if not turn.is_leader:
        turn.called.wait()
    if turn.is_leader:
        _lead(queue)


def _lead(queue: deque[_Turn]) -> None:
    """Perform the queued acts, then hand over to the next leader."""
    taken: list[_Turn] = []
    batch: Batch = []
    join = partial(_take, queue, batch, taken)
    join()
    slug = batch[0].sent.slug
    try:
        perform_batch(batch, join)
    finally:
        with _queues_lock:
            if queue:
                queue[0].is_leader = True
                queue[0].called.set()
            else:
                del _queues[slug]
        for turn in taken:
            turn.called.set()


def _take(queue: deque[_Turn], batch: Batch, taken: list[_Turn]) -> None:
    """Move queued turns to `taken`, and their acts to the batch, up to its limit.

    Of two requests with the same key, the second stays queued.
    """
    with _queues_lock:
        marks = {command.sent.mark for command in batch} - {NO_MARK}
        for turn in tuple(queue):
            mark = turn.command.sent.mark
            if len(batch) < MAX_BATCH and mark not in marks:
                marks |= {mark} - {NO_MARK}
                queue.remove(turn)
                batch.append(turn.command)
                taken.append(turn)
