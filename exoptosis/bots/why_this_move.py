"""Explains a greedy bot's move: the part of its evaluation in which the move beats the others."""

from collections.abc import Iterable, Sequence
from statistics import fmean

from exoptosis.bots.next_turn_outlook import Outlook, outlook_of
from exoptosis.bots.policy import Battle, Expected, Lookahead
from exoptosis.engine.cards.card import CardId
from exoptosis.engine.moves.definitions import DrawCard, MakeOwedChoice, PlayCard
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import Seat, State
from nomic.effects.prose.english_grammar import listed
from nomic.matches.contract.game import Answers, Chance, Environment, LegalMove
from nomic.matches.contract.moves import Move

LEAST = 0.5  # smaller differences are no reason
NOBODY = "no card that anybody holds would fit"


def why_this_move(
    game: Battle,
    rules: Rules,
    state: State,
    player: str,
    environment: Environment,
    chance: Chance,
    move: Move,
    answers: Answers,
) -> str:
    """Return one or two sentences on why the bot chooses a play, a draw or a payment. Empty for any other move."""
    if not isinstance(move, PlayCard | DrawCard | MakeOwedChoice):
        return ""
    legal = game.legal(rules, state, player, environment)
    comparison = _Comparison(
        Lookahead(game, rules, state, player, environment, chance), rules, state, player, environment
    )
    return " ".join(sentence for sentence in comparison.sentences(legal, move, answers) if sentence)


class _Comparison:
    """A move compared with the other moves that the player could make."""

    def __init__(self, lookahead: Lookahead, rules: Rules, state: State, player: str, environment: Environment) -> None:
        self._lookahead = lookahead
        self._rules = rules
        self._state = state
        self._player = player
        self._environment = environment

    def sentences(self, legal: Sequence[LegalMove], move: Move, answers: Answers) -> Iterable[str]:
        here = self._lookahead.result_of(move, answers)
        receiver = self._receiver(move)
        owed = f"{receiver} has no card left to draw, so you give one of yours." if receiver else ""
        if here.state.outcome is not None:
            return [owed, self._about_the_end(here.state)]
        if isinstance(move, PlayCard):
            return self._about_a_play(legal, move, here)
        before, after = _hand(self._state, self._player), _hand(here.state, self._player)
        given = [card for card in before if card not in after]
        if receiver and given:
            return [owed, *self._about_a_gift(move, answers, given[0], here)]
        drawn = [card for card in after if card not in before]
        instead = self._instead_of_a_play(legal, here) if isinstance(move, DrawCard) else ""
        return [instead, self._about_a_draw(move, answers, drawn[0], here) if drawn else ""]

    def _receiver(self, move: Move) -> str:
        """Return the player who receives the card that a move gives away, or ""."""
        if not isinstance(move, MakeOwedChoice):
            return ""
        return next((debt.to for debt in self._state.debts if debt.id == move.debt and debt.kind == "give"), "")

    # ── plays

    def _about_the_end(self, after: State) -> str:
        if after.outcome is None or after.outcome.winner != self._player or _hand(after, self._player):
            return ""
        return "It is your last card, and an empty hand wins."

    def _about_a_play(self, legal: Sequence[LegalMove], move: PlayCard, here: Expected) -> Iterable[str]:
        left = len(_hand(here.state, self._player))
        fewer = left < len(_hand(self._state, self._player))
        yield f"It fits, and {'brings you down to' if fewer else 'you then hold'} {_cards(left)}."
        others = [item.move for item in legal if isinstance(item.move, PlayCard) and item.move != move]
        yield self._compared(here, [self._lookahead.expected_of(each) for each in _of(legal, others)])

    def _instead_of_a_play(self, legal: Sequence[LegalMove], here: Expected) -> str:
        """Return why a draw is better than the best play."""
        plays = [item for item in legal if isinstance(item.move, PlayCard)]
        if not plays:
            return "None of your cards fits."
        results = [(item, self._lookahead.expected_of(item)) for item in plays]
        play, there = max(results, key=lambda pair: pair[1].worth.total)
        name = self._name(play.move.card) if isinstance(play.move, PlayCard) else ""
        match _advantage(here, [there]):
            case "open":
                return f"Once your {name} lay on the pile, {NOBODY}."
            case "again":
                return f"Playing your {name} would bring back a position that has come before."
            case "ready":
                return f"A card of your deck fits next turn. After your {name}, none of your cards may."
            case "goods":
                return f"Playing your {name} would cost you more than it brings."
            case "deck":
                return f"Playing your {name} would take cards out of your deck."
            case _:
                return ""

    def _compared(self, here: Expected, others: Sequence[Expected]) -> str:
        """Return the strongest reason for a result in comparison with others."""
        match _advantage(here, others):
            case "open":
                return f"After another card, {NOBODY}."
            case "ready":
                return self._what_fits_next(here.state)
            case "others":
                return f"Then {self._hands_of_others(here.state)}."
            case "flexible":
                return "The cards that you keep fit more often."
            case "goods":
                return "It brings you more, or costs you less, than the others."
            case "deck":
                return "Your deck keeps cards that you would lose otherwise."
            case "again":
                return "The others would bring back a position that has come before."
            case _:
                return ""

    def _what_fits_next(self, after: State) -> str:
        """Return which remaining card fits at the next turn, by the bot's expectation."""
        ahead = outlook_of(self._rules, after, self._player, self._environment)
        if ahead is None:
            return ""
        card = max(ahead.upon, key=lambda each: len(ahead.upon[each] & set(ahead.tops)), default=None)
        return "" if card is None or not ahead.upon[card] & set(ahead.tops) else self._fits_next(ahead, card)

    def _hands_of_others(self, after: State) -> str:
        seats = [seat for seat in after.seats if seat.status == "in" and seat.player != self._player]
        return listed([f"{seat.player} has {_cards(len(seat.hand))}" for seat in seats])

    # ── draws and gifts

    def _about_a_draw(self, move: Move, answers: Answers, card: CardId, here: Expected) -> str:
        """Return why this card of the deck is drawn rather than another."""
        ahead = outlook_of(self._rules, here.state, self._player, self._environment)
        others = self._with_other_last_answers(move, answers)
        fits = ahead is not None and ahead.upon[card] & set(ahead.tops)
        if ahead is not None and fits and _advantage(here, others) == "ready":
            return self._fits_next(ahead, card)
        if all(each.worth.ready == 0 for each in (here, *others)):
            return "No card of your deck fits on what can lie there next turn, so take one that fits often."
        if here.worth.ready == max(each.worth.ready for each in (here, *others)):
            return "One of your cards may fit next turn, and no card of your deck makes that likelier."
        return ""

    def _about_a_gift(self, move: Move, answers: Answers, card: CardId, here: Expected) -> Iterable[str]:
        yield f"It brings you down to {_cards(len(_hand(here.state, self._player)))}."
        part = _advantage(here, self._with_other_last_answers(move, answers))
        if part == "ready":
            yield self._what_fits_next(here.state)
        elif part == "flexible":
            yield f"You keep the cards that fit more often than {self._name(card)}."

    def _with_other_last_answers(self, move: Move, answers: Answers) -> list[Expected]:
        """Return the expected results of the same move with another card as its last answer."""
        tries = self._lookahead.other_answers(move, answers)
        return [self._lookahead.result_of(move, each) for each in tries]

    def _fits_next(self, ahead: Outlook, card: CardId) -> str:
        """Return what a card fits at the next turn: the top of the pile, or the possible plays of others."""
        name, top = self._name(card), None if ahead.top is None else self._name(ahead.top)
        others = [seat.player for seat in self._state.seats if seat.status == "in" and seat.player != self._player]
        who = others[0] if len(others) == 1 else "the others"
        none = f"{who} has no card" if len(others) == 1 else "nobody else has one"
        if not ahead.covers:
            return f"Your {name} fits on the {top} next turn, and {none} for it." if top else f"Your {name} fits next."
        fitting = [cover for cover in ahead.covers if cover in ahead.upon[card]]
        if len(ahead.covers) == 1:
            return (
                f"If {who} {'play' if len(others) > 1 else 'plays'} {self._name(fitting[0])}, your {name} fits on it."
            )
        if len(fitting) < len(ahead.covers):
            return f"Your {name} fits on {len(fitting)} of the {len(ahead.covers)} cards that {who} can play now."
        return f"Your {name} fits on every card that {who} can play now."

    def _name(self, card: CardId) -> str:
        """Return a card's name, with its suit unless the name contains it."""
        known = self._state.cards[card]
        suit = f" of {known.suits[0]}" if known.suits and known.suits[0] not in known.species else ""
        return f"{known.species}{suit}"


def _advantage(here: Expected, others: Sequence[Expected]) -> str:
    """Return the value's part in which a result beats the average of the others most, or "" if none."""
    if not others:
        return ""
    parts = here.worth.__struct_fields__
    better = {part: getattr(here.worth, part) - fmean(getattr(other.worth, part) for other in others) for part in parts}
    part = max(better, key=lambda each: better[each])
    return part if better[part] >= LEAST else ""


def _of(legal: Sequence[LegalMove], moves: Sequence[Move]) -> list[LegalMove]:
    return [item for item in legal if item.move in moves]


def _hand(state: State, player: str) -> tuple[CardId, ...]:
    return _seat(state, player).hand


def _seat(state: State, player: str) -> Seat:
    return next(seat for seat in state.seats if seat.player == player)


def _cards(count: int) -> str:
    return f"{count or 'no'} card{'' if count == 1 else 's'}"
