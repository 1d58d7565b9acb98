"""Exoptosis as a hosted game."""

from exoptosis.cards.cycle_queries import READERS
from exoptosis.cards.locks import stakeable
from exoptosis.engine.game import Exoptosis
from exoptosis.matches.apply_match_events import carry_out
from nomic.matches.hosting.registry import HostedGame

HOSTED = HostedGame(
    Exoptosis(),
    "Exoptosis",
    channel="exoptosis",
    section="exoptosis",
    readers={**READERS, "stakeable": stakeable},
    carry_out=carry_out,
    law_sections=("card_traits", "cards", "modifiers", "collections", "items", "exoptosis", "battles", "duels"),
)
