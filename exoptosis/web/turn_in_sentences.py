"""The part about battles in the panel "A turn in five sentences"."""

from exoptosis.law.battles import Battles, GameLaw
from exoptosis.web.rules_summary import GAME, opposites_in_words
from nomic.effects.prose.english_grammar import listed
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import in_unit
from nomic.law.labels.value_sentence import sentence_at
from nomic.web.hooks.rules_summary import claim_unless_empty
from nomic.web.hooks.turn_in_sentences import TurnSummary


def describe_turn(law: Law) -> TurnSummary | None:
    """Return sentences on what battles pay, how to join them, and how they are played.

    Returns None under a law without battles.
    """
    if not (law.has(GAME) and law.has("battles")):
        return None
    battles = law.section("battles", Battles)
    brings = claim_unless_empty(
        "The winner of a battle gains a reward." if battles.rewards else "", "R44", "/battles/rewards"
    )
    (acts,) = claim_unless_empty(_acts(law, battles), "R94", "/battles/declare_in", "/battles")
    (game,) = claim_unless_empty(_game(law, law.section(GAME, GameLaw)), "R36", "/exoptosis/upon", "/exoptosis")
    return TurnSummary(next(iter(brings), None), acts, game, "A battle")


def _acts(law: Law, battles: Battles) -> str:
    least = battles.cards_at_least
    enough = f" with {in_unit(least, 'card|cards')} or more" if isinstance(least, int) else ""
    parts = (
        "buy packs" if law.has("shop") and law.has("packs") else "",
        "open packs for their cards" if law.has("packs") else "",
        f"declare for the next battle{enough}",
    )
    said = listed([part for part in parts if part])
    return f"{said[:1].upper()}{said[1:]}."


def _game(law: Law, game: GameLaw) -> str:
    """Return how a battle goes, and which card can be played on which."""
    least, most = game.hand.at_least, game.hand.at_most
    range_ = str(least) if most == least else f"at least {least}" if most is None else f"{least} to {most}"
    goes = (
        f"Choose a hand of {range_} cards, play a card or draw one on each of your turns, and win by being the first "
        "with no card in hand."
    )
    return " ".join(part for part in (goes, opposites_in_words(law, game), sentence_at(law, GAME, "upon")) if part)
