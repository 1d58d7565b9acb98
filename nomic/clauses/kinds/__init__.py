"""The host's kinds of clauses.

A new kind is a class in a module of this package, listed in `KINDS`.
"""

from nomic.clauses.kinds.actions import ActionKind
from nomic.clauses.kinds.bans import BanKind
from nomic.clauses.kinds.freezes import FreezeKind
from nomic.clauses.kinds.keepings import KeepingKind
from nomic.clauses.kinds.offices import OfficeKind
from nomic.clauses.kinds.outcomes import OutcomeKind
from nomic.clauses.kinds.proposal_classes import ProposalClassKind, VotingKind
from nomic.clauses.kinds.tables import TableKind
from nomic.clauses.kinds.triggers import TriggerKind
from nomic.clauses.kinds.values import ValueKind
from nomic.clauses.kinds.victories import VictoryKind
from nomic.clauses.schema.kind_registry import AnyKind

KINDS: tuple[type[AnyKind], ...] = (
    OfficeKind,
    ValueKind,
    TableKind,
    KeepingKind,
    ActionKind,
    TriggerKind,
    BanKind,
    FreezeKind,
    VictoryKind,
    ProposalClassKind,
    VotingKind,
    OutcomeKind,
)
