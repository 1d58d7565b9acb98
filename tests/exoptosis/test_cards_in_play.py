"""R117, R127: without duplicates a card is in one game at most, from its declared deck to the game's end."""

import copy
from collections import Counter
from functools import cache
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exoptosis.cards.card_properties import originals_of
from exoptosis.cards.locks import open_cards
from exoptosis.engine.external_event_types import Accepted
from exoptosis.engine.state import State
from nomic.cycles.domain.exceptions import BadArguments, Refused, Unanswered
from nomic.inventory.models import Card
from nomic.law.document.templates import document_of
from nomic.matches.contract.game import IllegalMove
from nomic.matches.contract.moves import move_data
from nomic.matches.hosting.loaded_match import LoadedMatch, RecordedEnvironment
from nomic.matches.models import Match, MatchStatus
from tests.support.hall import ADMIN, DAY, START, Clock, Hall, OpenCycle, cycle_16

NAMES = ("ada", "bob", "eve")
SUITS = {"ada": "Hearts", "bob": "Spades", "eve": "Diamonds"}
NUMBERS = count(1)


@cache
def exoptwosis() -> dict[str, Any]:
    return document_of("exoptwosis")


def opened(open_cycle: OpenCycle, cards: int = 8, **more: Any) -> Hall:
    """A hall in which cards are no duplicates, with burning, and three players of so many cards each."""
    law = copy.deepcopy(exoptwosis())
    law["rules"]["actions"]["clauses"] = cycle_16()["rules"]["actions"]["clauses"]
    law["items"] = {**cycle_16()["items"], **law["items"]}
    hall = open_cycle(law, template="exoptwosis", **more)
    hall.join(*NAMES)
    for name in NAMES:
        for value in range(2, 2 + cards):
            hall.grant_card(name, f"{value} of {SUITS[name]}")
    return hall


@pytest.fixture
def old_hall(open_cycle: OpenCycle) -> Hall:
    return opened(open_cycle)


def games(hall: Hall) -> list[tuple[str, State]]:
    """The games that are not over, by their codes, the first opened first."""
    cycle = hall.cycle
    running = Match.objects.filter(cycle=cycle).exclude(status=MatchStatus.OVER).order_by("pk")
    return [(match.code, LoadedMatch(cycle, match).state) for match in running]


def state_of(hall: Hall, code: str) -> State:
    return LoadedMatch(hall.cycle, Match.objects.get(cycle=hall.cycle, code=code)).state


def seat(hall: Hall, code: str, name: str) -> Any:
    return next(seat for seat in state_of(hall, code).seats if seat.player == name)


def deck(hall: Hall, code: str, name: str) -> set[str]:
    state = state_of(hall, code)
    return {state.cards[card].species for card in seat(hall, code, name).deck}


def asked(hall: Hall, name: str, *players: str) -> str:
    entry = hall.do(name, "request-duel", players=list(players))
    return str(next(event["match"] for event in entry.events if event["kind"] == "duel-requested"))


def chooses(hall: Hall, name: str, code: str) -> None:
    """Four cards, of eight every other one, so that they do not follow each other."""
    deck = seat(hall, code, name).deck
    hall.do(name, "move", match=code, move={"kind": "hand"}, answers=[list(deck[::2] if len(deck) > 7 else deck[:4])])


def playing(hall: Hall, first: str, second: str) -> str:
    """A duel of two whose hands are chosen and nobody bets."""
    code = asked(hall, first, second)
    hall.do(second, "accept-duel", match=code)
    for name in (first, second):
        chooses(hall, name, code)
    for name in (first, second):
        hall.do(name, "move", match=code, move={"kind": "pass"})
    return code


def free(hall: Hall, name: str) -> set[str]:
    return {card.species for card in open_cards(hall.read_context(name), name)}


def test_R127_a_declared_deck_is_locked_until_the_hands_are_revealed(old_hall: Hall) -> None:
    """Whoever has declared, asked or accepted has no card for a second game, nor to burn."""
    code = asked(old_hall, "ada", "bob")
    assert free(old_hall, "ada") == set()
    assert free(old_hall, "bob") == {f"{value} of Spades" for value in range(2, 10)}
    old_hall.refused("ada", "declare-battle", "too-few-cards")
    old_hall.refused("ada", "burn-card", "no-card", card=old_hall.cards("ada")[0].code)
    other = asked(old_hall, "eve", "bob")
    old_hall.do("bob", "accept-duel", match=code)
    old_hall.refused("bob", "accept-duel", "too-few-cards", match=other)
    old_hall.refused("bob", "declare-battle", "too-few-cards")
    old_hall.do("ada", "move", match=code, move={"kind": "forfeit"})
    old_hall.do("bob", "accept-duel", match=other)
    old_hall.is_sound()


def test_R127_after_the_reveal_hands_are_locked_and_the_rest_of_the_deck_is_free(old_hall: Hall) -> None:
    """Free to be burnt, and for another game: then it cannot be drawn in this one, and comes back when that is off."""
    code = playing(old_hall, "ada", "bob")
    rest = {f"{value} of Hearts" for value in (3, 5, 7, 9)}
    assert free(old_hall, "ada") == deck(old_hall, code, "ada") == rest
    in_hand = next(card for card in old_hall.cards("ada") if card.species == "2 of Hearts")
    old_hall.refused("ada", "burn-card", "in-play", "Actions", card=in_hand.code)
    other = asked(old_hall, "ada", "eve")
    assert (deck(old_hall, other, "ada"), deck(old_hall, code, "ada")) == (rest, set())
    old_hall.do("eve", "decline-duel", match=other)
    assert deck(old_hall, code, "ada") == rest
    burnt = next(card for card in old_hall.cards("ada") if card.species == "9 of Hearts")
    old_hall.do("ada", "burn-card", card=burnt.code)
    assert deck(old_hall, code, "ada") == rest - {"9 of Hearts"}
    old_hall.is_sound()


def test_R127_a_drawn_card_is_locked_and_leaves_every_other_deck(old_hall: Hall) -> None:
    """Ada sits in two games; a card that she gets joins both decks, and is hers to draw in one of them."""
    first = playing(old_hall, "ada", "bob")
    second = playing(old_hall, "ada", "eve")
    old_hall.grant_card("ada", "King of Hearts")
    assert deck(old_hall, first, "ada") == deck(old_hall, second, "ada") == {"King of Hearts"}
    plays_until_stuck(old_hall, first)
    assert deck(old_hall, second, "ada") == set()
    assert "King of Hearts" not in free(old_hall, "ada")
    old_hall.is_sound()


def plays_until_stuck(hall: Hall, code: str) -> None:
    """Nobody plays but Ada, who draws as soon as she can play nothing; the others let their time pass."""
    for _ in range(20):
        kinds = legal(hall, "ada", code) if state_of(hall, code).turn.player == "ada" else {}
        if "play" in kinds:
            hall.do("ada", "move", match=code, move=kinds["play"])
        elif "draw" in kinds:
            hall.do("ada", "move", match=code, move={"kind": "draw"})
            return
        else:
            hall.to(hall.clock.now + DAY)


def legal(hall: Hall, name: str, code: str) -> dict[str, Any]:
    """The last legal move of each kind."""
    table = LoadedMatch(hall.cycle, Match.objects.get(cycle=hall.cycle, code=code))
    environment = RecordedEnvironment(hall.read_context(name), table.hosted)
    return {
        each.move.kind: move_data(each.move) for each in table.game.legal(table.rules, table.state, name, environment)
    }


@pytest.mark.parametrize("ending", ["agreed", "forfeited", "left", "cycle-ended"])
def test_R117_cards_come_back_however_the_game_ends(old_hall: Hall, ending: str) -> None:
    """All eight of Ada's are free again."""
    code = playing(old_hall, "ada", "bob")
    if ending == "agreed":
        for name in ("ada", "bob"):
            old_hall.do(name, "move", match=code, move={"kind": "agree"})
    elif ending == "forfeited":
        old_hall.do("ada", "move", match=code, move={"kind": "forfeit"})
    elif ending == "left":
        old_hall.do("bob", "leave")
    else:
        old_hall.grant("eve", "Chip", 25)
    assert Match.objects.get(code=code).status == MatchStatus.OVER
    assert len(free(old_hall, "ada")) == 8
    old_hall.is_sound()


def test_R127_in_a_cycle_in_which_two_games_share_a_deck_the_first_has_it(old_hall: Hall) -> None:
    """As when the law made duplicates so far: at the next act the second game's deck has lost the cards (R32)."""
    first = asked(old_hall, "ada", "bob")
    second = asked(old_hall, "eve", "bob")
    old_hall.do("bob", "accept-duel", match=first)
    match = Match.objects.get(code=second)
    table = LoadedMatch(old_hall.cycle, match)
    step = table.game.react(
        table.rules,
        table.state,
        Accepted("bob", originals_of(old_hall.cards("bob"))),
        None,  # type: ignore[arg-type]
        None,  # type: ignore[arg-type]
    )
    assert step is not None
    later = {"status": MatchStatus.RUNNING, "started_seq": old_hall.cycle.seq}
    Match.objects.filter(pk=match.pk).update(state=table.game.encode(step.state), **later)
    assert deck(old_hall, second, "bob") == deck(old_hall, first, "bob")
    chooses(old_hall, "bob", first)
    assert (len(deck(old_hall, first, "bob")), deck(old_hall, second, "bob")) == (8, set())
    old_hall.refused("bob", "move", "too-few-cards", "R32", match=second, move={"kind": "hand"})


# ── whatever happens, in whatever order

WHO = st.sampled_from(NAMES)
ACTS = st.one_of(
    st.tuples(st.just("ask"), WHO, WHO),
    st.tuples(st.sampled_from(["accept", "decline", "withdraw"]), WHO, st.integers(0, 3)),
    st.tuples(st.sampled_from(["declare", "undeclare", "leave"]), WHO, st.just(0)),
    st.tuples(st.sampled_from(["hand", "move", "move", "move", "end"]), WHO, st.integers(0, 30)),
    st.tuples(st.sampled_from(["burn", "gift", "grant", "destroy"]), WHO, st.integers(0, 7)),
    st.tuples(st.just("time"), WHO, st.integers(1, 4)),
)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=st.lists(ACTS, min_size=8, max_size=16))
def test_R127_an_original_is_in_at_most_one_game(open_cycle: OpenCycle, clock: Clock, acts: list[Any]) -> None:
    """Whatever is done, refused or not; and what is in no game can be drawn wherever its owner plays."""
    clock.to(START)
    hall = opened(open_cycle, 5, slug=f"hall-{next(NUMBERS)}")
    start_two_games(hall)
    each_card_lies_once(hall)
    for what, name, number in acts:
        try:
            act(hall, what, name, number)
        except (Refused, BadArguments, Unanswered, IllegalMove):
            continue
        each_card_lies_once(hall)
    hall.is_sound()


def start_two_games(hall: Hall) -> None:
    """A duel and the next battle, with players of both in the other."""
    code = asked(hall, "ada", "bob")
    hall.do("bob", "accept-duel", match=code)
    hall.do("eve", "declare-battle")


def act(hall: Hall, what: str, name: str, number: Any) -> None:  # noqa: C901 - a table of what can be done
    """Do something like that, if there is anything."""
    codes = [code for code, _ in games(hall)]
    code = codes[number % len(codes)] if codes and isinstance(number, int) else ""
    if what == "ask":
        asked(hall, name, number)
    elif what in ("accept", "decline", "withdraw"):
        hall.do(name, f"{what}-duel", match=code)
    elif what in ("declare", "undeclare"):
        hall.do(name, "declare-battle" if what == "declare" else "withdraw-battle")
    elif what == "leave":
        hall.do(name, "leave")
    elif what == "time":
        hall.to(hall.clock.now + number * DAY / 2)
    elif what == "gift":
        hall.do(name, "gift", to=NAMES[number % 3])
    elif what == "grant":
        hall.grant_card(name, f"{2 + number} of Clubs")
    elif what in ("burn", "destroy"):
        cards = hall.cards(name)
        if cards:
            card = cards[number % len(cards)].code
            if what == "burn":
                hall.do(name, "burn-card", card=card)
            else:
                hall.do(ADMIN, "correct-destroy-card", player=name, card=card, reason="for the test")
    elif what == "end":
        hall.do(name, "move", match=code, move={"kind": "forfeit"})
    elif what == "hand":
        if any(seat.player == name for game, state in games(hall) if game == code for seat in state.seats):
            chooses(hall, name, code)
    else:
        moves(hall, name, number)


def moves(hall: Hall, name: str, number: int) -> None:
    """Some legal move of a game, with the first answers there are."""
    for code, _ in games(hall):
        found = [move for kind, move in legal(hall, name, code).items() if kind not in ("forfeit", "agree", "disagree")]
        if found:
            answers: list[list[Any]] = []
            for _ in range(6):
                try:
                    hall.do(name, "move", match=code, move=found[number % len(found)], answers=answers)
                except Unanswered as asked:
                    question = asked.question
                    options = [option["value"] for option in question["options"]]
                    answers.append(options[: max(question["least"], 1)])
                else:
                    return


def each_card_lies_once(hall: Hall) -> None:
    owners = dict(Card.objects.filter(cycle=hall.pk).exclude(holder="").values_list("code", "holder"))
    held: Counter[str] = Counter()
    decks: list[tuple[str, str, set[str]]] = []
    for code, state in games(hall):

        def original(card: int, state: State = state) -> str:
            return state.cards[card].original

        for seat in state.seats:
            held.update(original(card) for card in seat.hand)
            own = {original(card) for card in seat.deck}
            assert len(own) == len(seat.deck)
            if state.stage == "hands":
                held.update(own)
            elif seat.status == "in":
                decks.append((code, seat.player, own))
        held.update(original(played.card) for played in state.pile if not played.destroyed)
    assert not [code for code, times in held.items() if times > 1], "a card is in two games"
    assert held.keys() <= owners.keys(), "a card is in play that is nobody's"
    for code, player, own in decks:
        assert own == {card for card, owner in owners.items() if owner == player and not held[card]}, (code, player)


def test_R117_a_card_in_play_is_not_traded(old_hall: Hall) -> None:
    """Neither given nor asked for; one promised before waits for the game's end, and is then still good."""
    hers, his = (old_hall.cards(name)[0].code for name in ("ada", "bob"))
    promised = old_hall.do("ada", "offer-trade", to="eve", gives_cards=[hers]).events[0]["trade"]
    code = asked(old_hall, "ada", "bob")
    said = old_hall.refused("ada", "offer-trade", "held-back", "Inventory", to="eve", gives_cards=[hers])
    assert said.detail == "2 of Hearts is in play until its game is over (R117)."
    old_hall.refused("bob", "offer-trade", "held-back", to="ada", wants_cards=[hers])
    old_hall.refused("eve", "consent-trade", "held-back", trade=promised, version=1)
    old_hall.do("bob", "offer-trade", to="eve", gives_cards=[his])
    old_hall.do("bob", "decline-duel", match=code)
    old_hall.do("eve", "consent-trade", trade=promised, version=1)
    assert hers in {card.code for card in old_hall.cards("eve")}
    old_hall.is_sound()


def test_R117_any_two_players_may_trade(old_hall: Hall) -> None:
    """Reputable or not."""
    old_hall.to(START + 4 * DAY)
    old_hall.join("newcomer")
    card = old_hall.cards("ada")[0]
    offered = old_hall.do("newcomer", "offer-trade", to="ada", wants_cards=[card.code]).events[0]["trade"]
    old_hall.do("ada", "consent-trade", trade=offered, version=1)
    assert [each.code for each in old_hall.cards("newcomer")] == [card.code]
