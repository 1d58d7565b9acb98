"""The cards of the Hall in trades: by what names they are wanted, and which stay where they are."""

from exoptosis.law import species_of
from exoptosis.locked import locked_codes
from nomic.trades.things import TradedCards

TRADED = TradedCards(species_of, locked_codes, "is in play until its game is over (R117).")
