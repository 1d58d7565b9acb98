"""Performs acts directly, without the queue for group commits."""

from nomic.cycles.commands.act_stages import PendingCommand, PerformedAct
from nomic.cycles.commands.act_stages import perform_alone as run_alone
from nomic.cycles.commands.idempotency import IdempotentRequest


def perform_alone(sent: IdempotentRequest) -> PerformedAct | None:
    """Perform an act in a plain transaction, with no unit of work and no cache. Returns None if more is due."""
    command = PendingCommand(sent)
    run_alone(command)
    return command.result()
