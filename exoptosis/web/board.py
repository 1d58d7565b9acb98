"""Template data for the board of Exoptosis, built from a viewer's view."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from msgspec import structs

from exoptosis.engine.cards.card import Modifier
from exoptosis.engine.moves.definitions import ChooseHand, DrawCard, EndGame, MakeOwedChoice, PlayCard
from exoptosis.engine.views.battle_view import BattleView, CardView, SeatView
from exoptosis.explain.cards import opening_in_words
from exoptosis.law.cards import modifiers_of
from exoptosis.web.board_coach import BRINGS_CLOSER
from nomic.cycles.actions.registry import action_named
from nomic.effects.prose.english_grammar import listed
from nomic.inventory.card_views import Face, FaceModifier
from nomic.law.document.sections import Law
from nomic.law.labels.explanations import entry_explanation
from nomic.matches.contract.game import BarredMove, LegalMove, Question
from nomic.matches.hosting.views.board_view import BoardView, Drawing, OfferedMove, Pick, move_as_json

BENEATH = 3  # cards of the pile that are visible beneath its top
FEW_SEATS = 4  # up to so many other seats are shown in full; with more, the viewer opens them


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A card on the table.

    `pick` says how it can be selected, `play` is the move that plays it, with what that `costs`, and `barred` the
    reason why it cannot be played. `place` makes its ids unique on the page if the card is shown elsewhere, too.
    """

    face: Face
    place: str
    pick: Pick | None = None
    play: str = ""
    costs: str = ""
    is_advised: bool = False
    barred: BarredMove | None = None


@dataclass(frozen=True, slots=True)
class PileCard:
    """A card of the pile, its player, and the modifiers that it acted as."""

    card: BoardCard
    by: str
    destroyed: bool
    acted: str


@dataclass(frozen=True, slots=True)
class BoardSeat:
    """A player at the table with all their cards.

    `is_open` is true if their cards are shown from the start. `can_hide` is true if their deck is shown because the
    viewer opened it. `asks_deck` is true if a card of their deck can be selected, `asked` if any card of theirs can.
    """

    player: str
    status: str
    marks: tuple[str, ...]
    hand: tuple[BoardCard, ...] | None
    deck_size: int
    deck: tuple[BoardCard, ...] | None
    stake: str
    pick: Pick | None
    has_turn: bool
    is_open: bool
    can_hide: bool
    asks_deck: bool
    asked: bool = False
    barred_alike: BarredMove | None = None


@dataclass(frozen=True, slots=True)
class OrderPlace:
    """A player's place in the turn order. `cards` is the number of cards in hand."""

    player: str
    has_turn: bool
    is_out: bool
    cards: int


@dataclass
class _Table:
    """The data shared by all parts of one board. `placed` collects the option values already shown."""

    board_view: BoardView
    view: BattleView
    texts: Mapping[str, str]
    picks: dict[str | int, Pick]
    plays: Mapping[int, LegalMove]
    barred: Mapping[int, BarredMove]
    placed: set[str | int] = field(default_factory=set)

    @classmethod
    def of(cls, board_view: BoardView) -> "_Table":
        in_hand = board_view.question is not None
        legal = () if in_hand else board_view.legal
        barred = [] if in_hand else board_view.barred
        return cls(
            board_view,
            board_view.view,
            _texts(board_view.law),
            _picks(board_view),
            {item.move.card: item for item in legal if isinstance(item.move, PlayCard)},
            {item.move.card: item for item in barred if isinstance(item.move, PlayCard)},
        )

    def card(self, number: int, place: str) -> BoardCard:
        """Return a card of the view for a place on the page.

        Cards in the viewer's hand and on top of the pile include their description from the law.
        """
        is_own = place == "hand"
        card = self.view.cards[number]
        play = self.plays.get(number) if is_own else None
        face = face_of(card, self.board_view.law, self.texts, whole=is_own or place == "top")
        return BoardCard(
            face,
            f"{place}-{number}",
            self.pick(number, "card"),
            "" if play is None else move_as_json(play.move),
            "" if play is None else play.costs,
            place != "top" and self.is_advised(number),
            self.barred.get(number) if is_own else None,
        )

    def is_advised(self, number: int) -> bool:
        """Return whether the move of a hint plays this card, gives it away or draws it."""
        move = self.board_view.advised
        given = {value for answer in self.board_view.advised_answers for value in answer}
        return move == PlayCard(number) or (isinstance(move, DrawCard | MakeOwedChoice) and number in given)

    def cards(self, numbers: Iterable[int], place: str) -> tuple[BoardCard, ...]:
        return tuple(self.card(number, place) for number in numbers if number in self.view.cards)

    def pick(self, value: str | int, kind: str) -> Pick | None:
        """Return how a card or a player can be selected, or None.

        It can be selected only where it is shown first.
        """
        question = self.board_view.question
        if question is None or question.kind != kind or value in self.placed or value not in self.picks:
            return None
        self.placed.add(value)
        return self.picks[value]

    def asks_for(self, numbers: Iterable[int]) -> bool:
        """Return whether one of these cards can be selected."""
        question = self.board_view.question
        return question is not None and question.kind == "card" and any(number in self.picks for number in numbers)


def draw(board_view: BoardView) -> Drawing:
    """Return the template data of the board."""
    table = _Table.of(board_view)
    view = table.view
    pile = _pile(table)
    seats = _seats(table)
    you = view.you
    context = {
        "stage": view.stage,
        "before_it_begins": [action_named(name) for name in _before_it_begins(view)],
        "turn": view.turn,
        "you": you,
        "top": pile[-1] if pile else None,
        "beneath": pile[-1 - BENEATH : -1][::-1],
        "deeper": pile[: -1 - BENEATH][::-1],
        "pile_size": len(pile),
        "opening": opening_in_words(board_view.law),
        "order": _order(view),
        "is_reversed": view.direction < 0,
        "mine": next((seat for seat in seats if seat.player == you), None),
        "others": [seat for seat in seats if seat.player != you],
        "none_fits": _has_turn(view, you) and not table.plays and bool(table.barred) and not _owes(board_view),
        "draw": next((move_as_json(item.move) for item in board_view.legal if isinstance(item.move, DrawCard)), ""),
        "draw_is_advised": isinstance(board_view.advised, DrawCard),
        "owes": _owes(board_view),
        "draw_leaves_to_chance": _draw_leaves_to_chance(view),
        "draw_barred": next((item for item in board_view.barred if isinstance(item.move, DrawCard)), None),
        "pool": in_words(view.pool.items, _names_of(view, view.pool.cards)),
        "bet": view.bet,
        "bettors": _bettors(view),
        "end_is_advised": not isinstance(board_view.advised, DrawCard),
        "debts": list(Counter(structs.replace(debt, id=0) for debt in view.debts).items()),
        "not_agreed": _not_agreed(view),
        "brings_closer": BRINGS_CLOSER if view.standstill is None else "",
        "waits": view.waits,
        "standstill": view.standstill,
        "end": next((move_as_json(item.move) for item in board_view.legal if isinstance(item.move, EndGame)), ""),
        "chosen": table.cards(view.chosen or (), "chosen"),
        "asking": board_view.question is not None,
        "asks_others": any(seat.asked for seat in seats if seat.player != you),
    }
    return Drawing(context, frozenset(table.placed))


def about(board_view: BoardView) -> str:
    """Return the text of the card or modifier that asks the question; its name begins the prompt."""
    view: BattleView = board_view.view
    name = board_view.question.prompt.partition(": ")[0] if board_view.question is not None else ""
    card = next((card.text for card in view.cards.values() if card.name == name), "")
    return card or _texts(board_view.law).get(name, "")


def _draw_leaves_to_chance(view: BattleView) -> bool:
    """Return whether the viewer owes a choice that chance makes if they draw, because drawing ends the turn (R41)."""
    turn = view.turn
    return turn is not None and any(debt.debtor == view.you and debt.until <= turn.number for debt in view.debts)


def _owes(board_view: BoardView) -> bool:
    return any(isinstance(item.move, MakeOwedChoice) for item in board_view.legal)


def ready_moves(board_view: BoardView) -> list[OfferedMove]:
    """Return ready-made choices of a first hand: as few cards as allowed, with the most values, suits and colours.

    The list is empty once the viewer has chosen.
    """
    view: BattleView = board_view.view
    if view.chosen:
        return []
    hands = [item for item in board_view.legal if isinstance(item.move, ChooseHand) and item.question is not None]
    return [
        OfferedMove(
            move_as_json(item.move), f"Take {item.question.least} cards that fit often", answers=move_as_json([best])
        )
        for item in hands
        if item.question is not None and (best := _most_to_fit_with(view, item.question))
    ]


def _most_to_fit_with(view: BattleView, question: Question) -> list[str | int]:
    """Return the option values of the most flexible cards, as few as the question allows, in its order.

    The most flexible cards have the most values, suits and colours.
    """
    offered = [option.value for option in question.options]

    def few(value: str | int) -> int:
        card = view.cards[int(value)]
        return -(len(card.value_set) + len(card.suits) + len(card.colours))

    best = set(sorted(offered, key=few)[: question.least])
    return [value for value in offered if value in best]


def face_of(card: CardView, law: Law, texts: Mapping[str, str], *, whole: bool) -> Face:
    """Return the shared card view for a card of this view.

    If `whole` is set, it includes the description from the law's data.
    """
    return Face(
        code=str(card.id),
        name=card.name,
        values=card.values,
        suits=tuple(card.suits),
        colours=tuple(card.colours),
        types=tuple(card.types),
        modifiers=tuple(
            FaceModifier(
                modifier.name,
                texts.get(modifier.name, ""),
                _remembered(modifier),
                entry_explanation(law, "modifiers", modifier.name) if whole else (),
            )
            for modifier in card.modifiers
        ),
        text=card.text,
        does=entry_explanation(law, "cards", card.name) if whole else (),
    )


def _remembered(modifier: Modifier) -> str:
    """Return a modifier's state as text: "by Ada, count 2"."""
    remembered = {"by": modifier.by, "count": modifier.count}
    return ", ".join(f"{what} {value}" for what, value in remembered.items() if value)


def _picks(board_view: BoardView) -> dict[str | int, Pick]:
    """Return the selectable options by value.

    A player who chooses a hand again starts with the previous one.
    """
    view: BattleView = board_view.view
    chosen = view.chosen if view.stage == "hands" and not board_view.chosen else None
    return {
        value: replace(pick, chosen=True) if chosen and value in chosen else pick
        for value, pick in board_view.picks.items()
    }


def _texts(law: Law) -> dict[str, str]:
    return {name: modifier.text for name, modifier in modifiers_of(law).items()}


def _pile(table: _Table) -> list[PileCard]:
    """Return the pile, bottom first.

    The top is drawn first, so that a card that lies there twice is selected where it is visible.
    """
    places = ("top", *(f"pile-{depth}" for depth in range(1, len(table.view.pile))))
    played = [
        PileCard(table.card(item.card, place), item.by, item.destroyed, ", ".join(item.acted))
        for place, item in zip(places, reversed(table.view.pile), strict=False)
        if item.card in table.view.cards
    ]
    return played[::-1]


def _seats(table: _Table) -> list[BoardSeat]:
    """Return the seats of all players: the viewer's first, then the others in the order of play."""
    view = table.view
    by_player = {seat.player: seat for seat in view.seats}
    order = [player for player in view.order if player in by_player] or list(by_player)
    order += [player for player in by_player if player not in order]
    if view.you in order:
        start = order.index(view.you)
        order = order[start:] + order[:start]
    few = len(order) <= FEW_SEATS + 1
    return [_seat(table, by_player[player], few) for player in order]


def _seat(table: _Table, seat: SeatView, few: bool) -> BoardSeat:
    view, player = table.view, seat.player
    is_you = player == view.you
    hand = None if seat.hand is None else table.cards(seat.hand, "hand" if is_you else f"hand-{player}")
    choosing = is_you and view.stage == "hands"
    asks_deck = table.asks_for(seat.deck)
    shows_deck = choosing or player in table.board_view.opened or asks_deck
    is_out = seat.status == "out"
    asked = table.asks_for([*(seat.hand or ()), *seat.deck])
    return BoardSeat(
        player=player,
        status=seat.status,
        marks=tuple(_marks(view, seat)),
        hand=hand,
        deck_size=len(seat.deck),
        deck=table.cards(seat.deck, f"deck-{player}") if shows_deck else None,
        stake=in_words(seat.stake.items, _names_of(view, seat.stake.cards)),
        pick=table.pick(player, "player"),
        has_turn=_has_turn(view, player),
        is_open=asked or player in table.board_view.opened or (few and not is_out),
        can_hide=player in table.board_view.opened,
        asks_deck=asks_deck,
        asked=asked,
        barred_alike=_alike(hand or ()) if is_you else None,
    )


def _alike(hand: tuple[BoardCard, ...]) -> BarredMove | None:
    """Return the barred move of one card if all cards of a hand are barred for the same reason, or None."""
    reasons = {(card.barred.reason, card.barred.rule) for card in hand if card.barred is not None}
    if len(hand) < 2 or len(reasons) != 1 or any(card.barred is None for card in hand):
        return None
    return hand[0].barred


def _marks(view: BattleView, seat: SeatView) -> Iterator[str]:
    """Yield the special conditions of a seat as texts."""
    if seat.status == "out":
        yield "out of the game"
    elif seat.status == "invited":
        yield "invited"
    elif view.stage == "hands":
        yield "cards chosen" if seat.has_chosen else "still choosing cards"
    if view.pending is not None and view.pending.player == seat.player:
        yield "is choosing"
    if seat.extra:
        yield f"{seat.extra} extra turn{'s' if seat.extra > 1 else ''}"
    if seat.skips:
        yield f"is skipped {_times(seat.skips)}"
    if seat.skips_next:
        yield f"whoever comes next after them is skipped {_times(seat.skips_next)}"
    if seat.agrees:
        yield "agrees to end the game"


def _times(count: int) -> str:
    return f"{count} time{'s' if count > 1 else ''}"


def _has_turn(view: BattleView, player: str | None) -> bool:
    return view.stage == "play" and view.turn is not None and view.turn.player == player


def _order(view: BattleView) -> list[OrderPlace]:
    """Return the seats in the order of play, which is fixed. The direction is shown separately."""
    by_player = {seat.player: seat for seat in view.seats}
    return [
        OrderPlace(player, _has_turn(view, player), seat.status == "out", seat.hand_size or 0)
        for player in view.order
        if (seat := by_player.get(player)) is not None
    ]


def _before_it_begins(view: BattleView) -> tuple[str, ...]:
    """Return the cycle's actions by which the viewer can join, decline or leave before the game begins."""
    status = next((seat.status for seat in view.seats if seat.player == view.you), "")
    if view.begun:
        return ()
    if status == "invited":
        return ("accept-duel", "decline-duel")
    if status == "in" and view.kind == "battle":
        return ("withdraw-battle",)
    return ("withdraw-duel",) if status == "in" and view.seats[0].player == view.you else ()


def _not_agreed(view: BattleView) -> str:
    """Return who has not agreed to end the game, as a sentence, or "" unless the viewer has agreed."""
    seats = [seat for seat in view.seats if seat.status == "in"]
    if view.stage == "over" or not any(seat.agrees for seat in seats if seat.player == view.you):
        return ""
    others = [seat.player for seat in seats if not seat.agrees]
    return f"You agree to end the game. {listed(others)} {'has' if len(others) == 1 else 'have'} not agreed."


def _bettors(view: BattleView) -> list[tuple[str, str]]:
    """Return the remaining participants with their responses to the current bet."""
    bet = view.bet
    if bet is None:
        return []
    said = {**dict.fromkeys(bet.matched, "has matched"), **dict.fromkeys(bet.passed, "has passed")}
    if bet.raiser:
        said.setdefault(bet.raiser, "has raised")
    return [(seat.player, said.get(seat.player, "")) for seat in view.seats if seat.status == "in"]


def _names_of(view: BattleView, codes: Iterable[str]) -> list[str]:
    """Return the names of the pool's cards, or the code of a card of which no duplicate is in play."""
    names = {card.original: card.name for card in view.cards.values() if card.original}
    return [names.get(code, code) for code in codes]


def in_words(items: Mapping[str, int], cards: Iterable[str]) -> str:
    """Return a stake or the pool as text, such as "3 Chip, Queen", or "" if it is empty."""
    return ", ".join([*(f"{count} {item}" for item, count in items.items() if count), *cards])
