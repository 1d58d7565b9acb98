"""Exoptosis at the tables of a cycle."""

from exoptosis.carrying_out import carry_out
from exoptosis.engine.game import Exoptosis
from exoptosis.locked import stakeable
from exoptosis.readers import READERS
from nomic.tables.hosting.registry import HostedGame

HOSTED = HostedGame(
    Exoptosis(),
    "Exoptosis",
    channel="exoptosis",
    section="exoptosis",
    readers={**READERS, "stakeable": stakeable},
    carry_out=carry_out,
    law_sections=("card_traits", "cards", "modifiers", "collections", "items", "exoptosis", "battles", "duels"),
)
