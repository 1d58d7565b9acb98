"""The goal and the rules of a battle or a duel, as its page shows them."""

import json
from collections.abc import Iterator

from exoptosis.law.battles import GameLaw
from exoptosis.law.cards import CardTraits
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import in_unit
from nomic.law.labels.value_sentence import sentence_at
from nomic.web.hooks.rules_summary import Claim, RulesSummary, claim_unless_empty

GAME = "exoptosis"
SECTIONS = {"battle": "battles", "duel": "duels"}  # by the kind of the match
MAX_PAIRS = 12  # of colours, that a table names
GOAL = "Be the first with no card in hand."


def summarize(law: Law, kind: str) -> RulesSummary:
    """Return the summary of the rules of a battle or a duel."""
    (goal,) = claim_unless_empty(GOAL, "R42", "/rules/winning", "/exoptosis")
    return RulesSummary(goal, tuple(_claims(law, law.section(GAME, GameLaw), kind)))


def _claims(law: Law, game: GameLaw, kind: str) -> Iterator[Claim]:
    hand, betting = "/exoptosis/hand", "/exoptosis/betting"
    yield from claim_unless_empty(_hand(game), "R32", hand)
    yield from claim_unless_empty(sentence_at(law, GAME, "duplicates"), "R31", "/exoptosis/duplicates", hand)
    yield from claim_unless_empty(
        "The more cards you have in hand, the earlier you play.", "R34", "/rules/turn-order", "/exoptosis"
    )
    yield from claim_unless_empty(_bets(law, game), "R35", betting)
    yield from claim_unless_empty("On your turn, play one card from your hand, or draw one.", "R36", "/exoptosis/upon")
    for key, ruling in (("upon", "R37"), ("opening", "R38"), ("must_play", "R38")):
        yield from claim_unless_empty(sentence_at(law, GAME, key), ruling, f"/exoptosis/{key}")
    yield from claim_unless_empty(opposites_in_words(law, game), "R37", "/card_traits/opposites", "/exoptosis/upon")
    yield from claim_unless_empty("A card’s own text can change what is possible.", "R42", "/exoptosis/upon")
    silence = {"forfeit": "Then you forfeit the game.", "skip": "Then you are skipped."}[game.turn.silence]
    limit = f"You have {in_unit(game.turn.minutes, 'minutes')} for a turn. {silence}"
    yield from claim_unless_empty(limit, "R36", "/exoptosis/turn")
    yield from claim_unless_empty(_standstill(game), "R129", "/exoptosis/standstill")
    section = SECTIONS.get(kind, "")
    for key, ruling in (("at_commencement", "R33"), ("rewards", "R44")):
        if law.has(section):
            yield from claim_unless_empty(sentence_at(law, section, key), ruling, f"/{section}/{key}")


def _hand(game: GameLaw) -> str:
    least, most = game.hand.at_least, game.hand.at_most
    cards = in_unit(least, "card|cards")
    if most is None:
        return f"From your deck, choose a hand of at least {cards}."
    return f"From your deck, choose a hand of {cards if most == least else f'{least} to {most} cards'}."


def _bets(law: Law, game: GameLaw) -> str:
    """Return a sentence about the possible bets, or "" if nothing can be bet."""
    parts = (sentence_at(law, GAME, "betting", "items"), sentence_at(law, GAME, "betting", "cards"))
    said = " ".join(part for part in parts if part)
    within = in_unit(game.betting.match_within_minutes, "minutes")
    return said and f"Before the first turn, there is betting. {said} You have {within} to match a bet."


def opposites_in_words(law: Law, game: GameLaw) -> str:
    """Return a sentence with the pairs of opposite colours, or "" if they do not affect what can be played."""
    if '"opposes"' not in json.dumps([game.upon, game.opening]):
        return ""
    pairs = [f"{one} and {other}" for one, other in law.section("card_traits", CardTraits).opposites]
    if not pairs:
        return "No colours oppose each other."
    said = "; ".join(pairs[:MAX_PAIRS])
    more = f"; and {len(pairs) - MAX_PAIRS} more pairs, see the rules" if len(pairs) > MAX_PAIRS else ""
    return f"Colours oppose each other in pairs: {said}{more}."


def _standstill(game: GameLaw) -> str:
    """Return sentences about the conditions of a standstill and its consequence, or "" if it never occurs."""
    law = game.standstill
    position = law.same_position and f"the same position comes up {in_unit(law.same_position, 'time|times')}"
    idle = law.idle_rounds and f"nobody can play for {in_unit(law.idle_rounds, 'round|rounds')}"
    when = " or ".join(part for part in (position, idle) if part)
    then = {
        "may-end": "any participant may end the game without a winner",
        "terminated": "the game ends without a winner",
        "fewest-cards-win": "the participant with the fewest cards in hand wins",
    }[law.then]
    return when and f"If {when}, {then}."
