"""Exoptosis at the tables of a cycle."""

from exoptosis.carrying_out import carry_out
from exoptosis.engine.game import Exoptosis
from exoptosis.locked import stakeable
from exoptosis.readers import READERS
from nomic.tables.hosting.matches import HostedGame

LEFT_TO_CHANCE = '`how` as `"random"`, to leave to chance what is asked'
HOSTED = HostedGame(
    Exoptosis(),
    "Exoptosis",
    channel="exoptosis",
    section="exoptosis",
    readers={**READERS, "stakeable": stakeable},
    carry_out=carry_out,
    law_sections=("card_traits", "cards", "modifiers", "collections", "items", "exoptosis", "battles", "duels"),
    moves_in_words={
        "hand": "Nothing more: which cards are in your hand is asked.",
        "raise": "The bet that you raise `to`.",
        "match": "Nothing more: your bet becomes the highest.",
        "pass": "Nothing more.",
        "play": "The `card` of your hand, by its number in the view.",
        "draw": f"Nothing more, or {LEFT_TO_CHANCE}.",
        "pay": f"The `debt` to pay, by its number in the view; {LEFT_TO_CHANCE}, too.",
        "forfeit": "Nothing more.",
        "agree": "Nothing more: to end the match without a result, once all agree.",
        "end": "Nothing more: to end a match alone, once the table says that it goes round (`standstill` in the view).",
        "disagree": "Nothing more: you do not agree any longer.",
    },
)
