"""The board of Exoptosis: from a view, what is lit, what says why not, what lies where."""

import json
import re
from dataclasses import replace as replace_law
from typing import Any

import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from exoptosis.engine.compiler import compile_rules
from exoptosis.engine.moves.definitions import DrawCard, EndGame, MakeOwedChoice, PlayCard, PlayIfPlayable
from exoptosis.engine.parsed_law import Rules
from exoptosis.engine.state import Debt, Seat
from exoptosis.engine.views.battle_view import CardView
from exoptosis.law.cards import modifiers_of
from exoptosis.web import board, board_coach, board_orders
from exoptosis.web.board import BoardCard, BoardSeat
from exoptosis.web.why_it_fits import why_it_fits
from nomic.law.document.sections import Law
from nomic.matches.contract.game import LegalMove, Option, Question
from nomic.matches.contract.moves import read_order
from nomic.matches.hosting.views.board_view import BoardView, Drawing, move_as_json
from nomic.web.hooks.boards import Board
from nomic.web.matches.page import offers
from tests.support.exoptosis_match import GAME, Match
from tests.support.exoptosis_scenario import cycle_16_rules, table
from tests.support.hall import cycle_16

LAW = Law(cycle_16(), number=1)


def board_view_of(match: Match, player: str | None, question: Question | None = None, **more: Any) -> BoardView:
    """What a player sees, with what they can do."""
    seated = player is not None
    return BoardView(
        law=LAW,
        view=GAME.view(match.rules, match.state, player),
        legal=tuple(GAME.legal(match.rules, match.state, player, match.environment)) if seated else (),
        barred=tuple(GAME.barred(match.rules, match.state, player, match.environment)) if seated else (),
        question=question,
        **more,
    )


def drawn(match: Match, player: str | None, question: Question | None = None, **more: Any) -> Drawing:
    return board.draw(board_view_of(match, player, question, **more))


def seats(drawing: Drawing) -> dict[str, BoardSeat]:
    mine = drawing.context["mine"]
    return {seat.player: seat for seat in ([mine] if mine else []) + drawing.context["others"]}


def cards_of(drawing: Drawing) -> list[BoardCard]:
    """Every card that is drawn."""
    piled = [drawing.context["top"], *drawing.context["beneath"], *drawing.context["deeper"]]
    found = [played.card for played in piled if played is not None]
    for seat in seats(drawing).values():
        found += [*(seat.hand or ()), *(seat.deck or ())]
    return found


def lit(drawing: Drawing) -> set[int]:
    return {int(card.face.code) for card in cards_of(drawing) if card.pick is not None}


def html(drawing: Drawing) -> str:
    return render_to_string("exoptosis/board.html", drawing.context)


@pytest.fixture
def battle() -> Match:
    """Ada, Ben and Cleo before the first turn, which is Ada's; a 5 was played by nobody yet."""
    match = Match()
    match.start(
        Ada=("5", "6", "Queen", "Joker", "9"), Ben=("2", "3", "Queen", "7"), Cleo=("4", "8", "Ace", "Jester")
    ).bet_nothing()
    return match


def test_R38_the_empty_pile_says_what_can_go_there(battle: Match) -> None:
    """In the words of the law as it stands; where any card can, that."""
    assert "Any card that is not Special can be the first on the pile." in html(drawn(battle, "Ada"))
    document = cycle_16()
    document["exoptosis"]["opening"] = {"all": []}
    any_card = replace_law(board_view_of(battle, "Ada"), law=Law(document, number=2))
    assert "There is no card yet. Any card can be the first." in html(board.draw(any_card))


def test_R38_playable_cards_are_lit_and_the_others_say_why(battle: Match) -> None:
    """On the first turn only cards that are not special: each other one has a reason and a rule."""
    mine = drawn(battle, "Ada").context["mine"]
    playable = {card.face.name for card in mine.hand if card.play}
    assert playable == {
        battle.state.cards[item.move.card].species
        for item in GAME.legal(battle.rules, battle.state, "Ada", battle.environment)
        if isinstance(item.move, PlayCard)
    }
    assert "Queen" not in playable
    barred = {card.face.name: card.barred for card in mine.hand if not card.play}
    assert all(reason is not None and reason.reason and reason.rule for reason in barred.values())
    assert barred["Queen"].rule == "R38"


def test_nobody_elses_cards_can_be_played(battle: Match) -> None:
    """Ada's board offers plays of her own hand only; a stranger's offers nothing."""
    own = set(battle.seat("Ada").hand)
    assert {int(card.face.code) for card in cards_of(drawn(battle, "Ada")) if card.play} <= own
    assert not any(card.play or card.barred or card.pick for card in cards_of(drawn(battle, None)))


def test_one_reason_for_all_is_said_once(battle: Match) -> None:
    """R36: it is not Ben's turn, and that is true of all his cards."""
    mine = drawn(battle, "Ben").context["mine"]
    assert mine.barred_alike.reason == "It is Ada's turn."
    page = html(drawn(battle, "Ben"))
    assert page.count("It is Ada&#x27;s turn.") == 1


def test_what_can_be_chosen_is_lit_where_it_lies() -> None:
    """A question's cards are lit, exactly those, in whoever's hand they are; nothing can be played meanwhile."""
    match = Match()
    match.start(Ada=("5", "5", "5", "4", "Queen"), Ben=("2", "3", "King", "7")).bet_nothing()
    question = Question(
        "Ada",
        "choose a card",
        "card",
        tuple(Option(card, "a card") for card in (*match.seat("Ben").hand, match.seat("Ada").hand[0])),
    )
    drawing = drawn(match, "Ada", question)
    assert lit(drawing) == {*match.seat("Ben").hand, match.seat("Ada").hand[0]}
    assert drawing.placed == frozenset(lit(drawing))
    assert not any(card.play for card in cards_of(drawing))
    page = html(drawing)
    for card in lit(drawing):
        assert page.count(f'name="chosen" value="{card}"') == 1
    assert page.count("This card is not one of the choices.") == len(match.seat("Ada").hand) - 1, "the others say why"


def test_a_question_about_the_deck_tells_deck_and_hand_apart() -> None:
    """The deck comes first, as it is asked about. Each has a heading, and no card of the hand is silent."""
    match = Match()
    match.start(Ada=("5", "5", "5", "4", "9", "King"), Ben=("2", "3", "King", "7")).bet_nothing()
    state, hand = match.state, match.seat("Ada").hand
    match.state = replace(
        state, seats=tuple(_with_deck(seat) if seat.player == "Ada" else seat for seat in state.seats)
    )
    question = Question("Ada", "choose a card", "card", tuple(Option(card, "c") for card in match.seat("Ada").deck))
    page = html(drawn(match, "Ada", question))
    assert page.index("Your deck") < page.index(f'<h3>Your hand <span class="muted">{len(hand) - 2}</span></h3>')
    assert page.count("This card is not one of the choices.") == len(hand) - 2


def _with_deck(seat: Seat) -> Seat:
    """Return a seat with two cards of its hand in its deck."""
    return replace(seat, hand=seat.hand[2:], deck=seat.hand[:2])


def test_cards_of_a_deck_are_shown_where_they_can_be_chosen() -> None:
    """A deck is drawn when a question is about it, or somebody asks for it; else only how large it is."""
    match = Match()
    match.join("Ada", "2", "3", "5", "7", "9", "King")
    match.join("Ben")
    match.happens("begun")
    match.hand("Ada", "2", "3", "5", "7")
    match.hand("Ben")
    match.bet_nothing()
    assert seats(drawn(match, "Ben"))["Ada"].deck is None
    assert seats(drawn(match, "Ben"))["Ada"].deck_size == 2
    assert "Show Ada's deck (2)" in html(drawn(match, "Ben"))
    opened = seats(drawn(match, "Ben", opened=frozenset({"Ada"})))["Ada"]
    assert [card.face.name for card in opened.deck or ()] == ["9", "King"]
    question = Question("Ben", "choose", "card", tuple(Option(card, "c") for card in match.seat("Ada").deck))
    assert lit(drawn(match, "Ben", question)) == set(match.seat("Ada").deck)


def test_players_are_lit_as_seats(battle: Match) -> None:
    """A question for a player lights seats, one's own too where it is on offer."""
    question = Question("Ada", "choose", "player", (Option("Ada", "Ada"), Option("Cleo", "Cleo")))
    drawing = drawn(battle, "Ada", question)
    assert {seat.player for seat in seats(drawing).values() if seat.pick} == {"Ada", "Cleo"}
    assert drawing.placed == frozenset({"Ada", "Cleo"})
    assert html(drawing).count('value="&quot;Cleo&quot;"') == 1


def test_names_and_numbers_are_left_to_the_page(battle: Match) -> None:
    """What lies nowhere on the table is not placed there."""
    question = Question("Ada", "choose", "number", (Option(5, "5"), Option(6, "6")))
    assert drawn(battle, "Ada", question).placed == frozenset()


def test_several_choices_are_ticked_and_stay_so(battle: Match) -> None:
    """Up to three cards are boxes to tick; what was ticked is ticked again when the page comes anew."""
    cards = battle.seat("Ben").hand[:3]
    question = Question("Ada", "choose", "card", tuple(Option(card, "c") for card in cards), 0, 3)
    drawing = drawn(battle, "Ada", question, chosen=frozenset({move_as_json(cards[1])}))
    picks = {int(card.face.code): card.pick for card in cards_of(drawing) if card.pick}
    assert {card: pick.chosen for card, pick in picks.items()} == {cards[0]: False, cards[1]: True, cards[2]: False}
    page = html(drawing)
    assert page.count('type="checkbox"') == 3
    assert page.count(" checked>") == 1


def test_a_card_has_a_name_that_says_all() -> None:
    """Name, values, suits, colours, types, modifiers."""
    match = Match()
    cards = [match.original("Queen", "Speedy", suits=["Hearts"], colours=["Red"])]
    match.happens("joined", player="Ada", cards=[*cards, *match.originals("2", "3", "4")])
    match.join("Ben")
    match.happens("begun")
    match.hand("Ada")
    match.hand("Ben")
    match.bet_nothing()
    name = "Queen: value 12; Hearts; Red; Special, Face, Rare; with Speedy"
    assert f'aria-label="{name}"' in html(drawn(match, "Ada"))
    assert f'aria-label="{name}"' in html(drawn(match, "Ben"))


def test_the_order_of_play_and_its_direction(battle: Match) -> None:
    """Whose turn it is, how many cards everybody holds, and which way it goes."""
    drawing = drawn(battle, None)
    assert [(place.player, place.has_turn, place.cards) for place in drawing.context["order"]] == [
        (player, player == "Ada", len(battle.seat(player).hand)) for player in battle.state.order
    ]
    assert not drawing.context["is_reversed"]
    view = replace(GAME.view(battle.rules, battle.state, None), direction=-1)
    assert "The order is reversed" in html(board.draw(BoardView(LAW, view)))


def test_R124_a_skip_of_the_next_stands_at_the_seat_from_which_it_counts() -> None:
    """Until the turn passes nobody is named who is skipped; a skip of somebody named stands at their seat."""
    game = table(Ada="9; Jumping; Speedy, 2", Ben="3, 4", pile="10")
    game.play("Ada", "9")
    match = Match()
    match.state = replace(game.state, seats=(game.state.seats[0], replace(game.state.seats[1], skips=2)))
    drawing = drawn(match, "Ada")
    assert seats(drawing)["Ada"].marks == ("whoever comes next after them is skipped 1 time",)
    assert seats(drawing)["Ben"].marks == ("is skipped 2 times",)


def test_one_sits_first_and_the_others_follow_in_order(battle: Match) -> None:
    """After Ben comes who plays after Ben."""
    order = list(battle.state.order)
    place = order.index("Ben")
    assert list(seats(drawn(battle, "Ben"))) == [*order[place:], *order[:place]]


def test_of_many_seats_only_those_that_matter_are_open() -> None:
    """With twenty at the table, others' cards are folded, unless something of theirs can be chosen."""
    match = Match()
    names = [f"P{number}" for number in range(20)]
    match.start(**dict.fromkeys(names, ("2", "3", "5", "7"))).bet_nothing()
    you = match.state.order[0]
    other = match.state.order[7]
    assert not any(seat.is_open for name, seat in seats(drawn(match, you)).items() if name != you)
    question = Question(you, "choose", "card", (Option(match.seat(other).hand[0], "2"),))
    opened = {name for name, seat in seats(drawn(match, you, question)).items() if seat.is_open}
    assert opened == {other}


def test_the_pile_shows_its_top_and_a_few_beneath() -> None:
    """The rest is one press away, newest first."""
    match = Match()
    match.start(Ada=("5",) * 6, Ben=("5",) * 6).bet_nothing()
    for _ in range(3):
        for player in match.state.order:
            match.move(player, "play", card=match.seat(player).hand[0])
    context = drawn(match, None).context
    played = [str(item.card) for item in match.state.pile]
    assert context["top"].card.face.code == played[-1]
    assert [item.card.face.code for item in context["beneath"]] == played[-4:-1][::-1]
    assert [item.card.face.code for item in context["deeper"]] == played[:-4][::-1]
    assert context["pile_size"] == 6


def test_before_the_reveal_one_sees_ones_own_choice_only() -> None:
    """R32: Ben's board has no word of what Ada chose."""
    match = Match()
    match.join("Ada", "2", "3", "5", "7", "9")
    match.join("Ben")
    match.happens("begun")
    match.hand("Ada", "2", "3", "5", "7")
    assert [card.face.name for card in drawn(match, "Ada").context["chosen"]] == ["2", "3", "5", "7"]
    bens = drawn(match, "Ben")
    assert bens.context["chosen"] == ()
    assert seats(bens)["Ada"].hand is None
    assert seats(bens)["Ada"].marks == ("cards chosen",)


def test_a_hand_is_chosen_once_more_from_where_it_was() -> None:
    """R32: changeable until the reveal; the cards chosen before are ticked."""
    match = Match()
    match.join("Ada", "2", "3", "5", "7", "9")
    match.join("Ben")
    match.happens("begun")
    match.hand("Ada", "2", "3", "5", "7")
    mine = drawn(match, "Ada", match.question_of("Ada", "hand")).context["mine"]
    ticked = {card.face.name: card.pick.chosen for card in mine.deck if card.pick}
    assert ticked == {"2": True, "3": True, "5": True, "7": True, "9": False}


def test_R32_who_is_asked_for_a_duel_answers_at_its_table() -> None:
    """Ben, who is asked, can accept or decline; Ada can take her request back; once it has begun, neither."""
    match = Match("duel")
    match.join("Ada")
    match.happens("invited", player="Ben")

    def offered(player: str | None) -> list[str]:
        return [action.name for action in drawn(match, player).context["before_it_begins"]]

    assert offered("Ben") == ["accept-duel", "decline-duel"]
    assert offered("Ada") == ["withdraw-duel"]
    assert offered(None) == []
    match.happens("accepted", player="Ben", cards=match.originals("2", "3", "5", "7"))
    assert offered("Ben") == offered("Ada") == []


def test_R94_a_declaration_can_be_taken_back_at_the_table() -> None:
    """At the table a declaration can be taken back until the battle begins."""
    match = Match()
    match.join("Ada")
    match.join("Ben")
    assert [action.name for action in drawn(match, "Ben").context["before_it_begins"]] == ["withdraw-battle"]
    match.happens("begun")
    assert drawn(match, "Ben").context["before_it_begins"] == []


def test_bets_are_in_words() -> None:
    """Who has raised, matched or passed, and what lies in the pool."""
    match = Match()
    match.environment.stock = {("Ada", "Chip"): 3, ("Ben", "Chip"): 3}
    match.start(Ada=("2", "3", "5", "7"), Ben=("2", "3", "5", "7"))
    match.move("Ada", "raise", to=2)
    context = drawn(match, "Ben").context
    assert context["pool"] == "2 Chip"
    assert dict(context["bettors"]) == {"Ada": "has raised", "Ben": ""}
    assert seats(drawn(match, "Ben"))["Ada"].stake == "2 Chip"
    assert "The bet stands at <strong>2</strong>, raised by Ada." in html(drawn(match, "Ben"))


def test_R110_every_order_on_offer_is_one_that_the_game_takes(battle: Match) -> None:
    """Of each occasion; a stranger is offered none."""
    offered = board_orders.orders(board_view_of(battle, "Ada"))
    assert set(offered) == {"A card to be played", "When nothing can be played", "When something is owed"}
    for choices in offered.values():
        for offer in choices:
            order = read_order(GAME, json.loads(offer.value))
            GAME.check_order(battle.rules, battle.state, "Ada", order)
            assert board_orders.in_words(order, GAME.view(battle.rules, battle.state, "Ada")) == offer.label
    assert board_orders.orders(board_view_of(battle, None)) == {}


def test_an_order_about_a_card_that_is_gone_can_be_read(battle: Match) -> None:
    words = board_orders.in_words(PlayIfPlayable(999), GAME.view(battle.rules, battle.state, "Ada"))
    assert words == "Play a card that is gone once it can be played"


def test_words_on_cards_stay_words(battle: Match) -> None:
    """A law whose texts try to act is shown as text."""
    view, acting = GAME.view(battle.rules, battle.state, "Ada"), "<script>alert(1)</script>"
    cards = {number: replace(card, name=acting, text=acting) for number, card in view.cards.items()}
    assert "<script>" not in html(board.draw(BoardView(LAW, replace(view, cards=cards))))


def is_true(why: str, card: CardView, beneath: CardView) -> bool:
    """Whether a reason is one that the law gives, and is so of the two cards (R37)."""
    species = cycle_16()["cards"]
    if by := re.fullmatch("the text of the (.*) lets it", why):
        hooks = species[by[1]]["hooks"]
        return "instead" in hooks.get("demands", {}) if by[1] == beneath.name else "allows" in hooks
    if both := re.fullmatch(r"it is Special and both have the suit (\w+)", why):
        return "Special" in card.types and both[1] in card.suits and both[1] in beneath.suits
    if colours := re.fullmatch(r"the colours (\w+) and (\w+) oppose each other", why):
        pairs = cycle_16()["card_traits"]["opposites"]
        of_both = colours[1] in card.colours and colours[2] in beneath.colours
        return "Special" not in card.types and of_both and any({*pair} == {*colours.groups()} for pair in pairs)
    if every := re.fullmatch(r"the (.*) has every value from (-?\d+) on", why):
        return int(every[2]) in (card.values_from, beneath.values_from)
    same = re.fullmatch(r"both have the value (-?\d+)", why)
    near = re.fullmatch(r"the values (-?\d+) and (-?\d+) are next to each other", why)
    ours, theirs = (same[1], same[1]) if same else near.groups() if near else ("0", "9")
    return int(ours) in card.value_set and int(theirs) in beneath.value_set and abs(int(ours) - int(theirs)) <= 1


def plays_upon(top: str, rules: Rules) -> list[tuple[CardView, CardView]]:
    """Each species that can be played upon this one, and the card beneath."""
    game = table(Ada=", ".join(sorted(rules.species)), Ben="3, 4", pile=top, rules=rules)
    view = GAME.view(game.rules, game.state, "Ada")
    legal = GAME.legal(game.rules, game.state, "Ada", game.environment)
    moves = [item.move for item in legal if isinstance(item.move, PlayCard)]
    return [(view.cards[move.card], view.cards[view.pile[-1].card]) for move in moves]


@pytest.mark.parametrize("top", sorted(cycle_16_rules().species))
def test_the_coach_says_truly_why_a_card_fits(top: str) -> None:
    """Of every species upon every other: by the law's condition, or by the text of the one that speaks of it."""
    for card, beneath in plays_upon(top, cycle_16_rules()):
        why = why_it_fits(LAW, card, beneath)
        assert is_true(why, card, beneath), (card.name, beneath.name, why)


def test_a_law_that_lets_cards_be_played_otherwise_has_other_reasons() -> None:
    """A condition that the coach has no words for is not passed off as another."""
    document = cycle_16()
    two = ["$this", "$beneath"]
    for upon, top, name, why in (
        ({"shares": "colour", "of": two}, "2 of Blight", "-1 of Blight", "both have the colour Magenta"),
        ({"shares": "value", "of": two, "within": 3}, "2", "5", "the values 5 and 2 are not more than 3 apart"),
        ({"not": {"has": "$this", "suit": "Stars"}}, "2", "10", "the rules of this game let it"),
    ):
        document["exoptosis"]["upon"] = upon
        law = Law(document, number=2)
        reasons = {
            (card.name, why_it_fits(law, card, beneath))
            for card, beneath in plays_upon(top, compile_rules(document, 2))
        }
        assert (name, why) in reasons, reasons


@pytest.mark.parametrize("kind", ["draw", "give"])
def test_what_one_owes_comes_before_any_advice_to_play(battle: Match, kind: Any) -> None:
    """Chance decides it for whoever plays first (R41), so neither a card nor the deck is pointed at."""
    goal, now = board_coach.advice(board_view_of(battle, "Ada"))
    assert "Press" in now
    debt = Debt(1, "Ada", kind, 9, 1, "Ben", whose="Ada" if kind == "draw" else "", to="Ben" if kind == "give" else "")
    battle.state = replace(battle.state, debts=(debt,))
    owing = board_coach.advice(board_view_of(battle, "Ada"))
    assert owing[0] == goal
    assert owing[1].startswith("First: draw the card that you owe" if kind == "draw" else "First: give Ben a card.")
    assert "Press" not in owing[1]
    assert "last card" not in owing[1]
    (seat,) = (seat for seat in battle.state.seats if seat.player == "Ada")
    others = tuple(each for each in battle.state.seats if each.player != "Ada")
    last = Match()
    last.state = replace(battle.state, seats=(replace(seat, hand=seat.hand[:1]), *others))
    assert ("It is your last card" in board_coach.advice(board_view_of(last, "Ada"))[1]) == (kind == "give")
    page = html(drawn(battle, "Ada"))
    assert "Draw one" not in page
    assert page.count(", and let chance choose</span></button>") == page.count('id="play-') > 0


def test_with_an_empty_deck_the_coach_says_who_gives_a_card(battle: Match) -> None:
    """R81: and if nobody can, that the turn passes."""

    def said(deck: tuple[int, ...], others: tuple[int, ...]) -> str:
        seats = tuple(
            replace(seat, deck=deck) if seat.player == "Ada" else replace(seat, hand=others)
            for seat in battle.state.seats
        )
        table = Match()
        table.state = replace(battle.state, seats=seats)
        view = board_view_of(table, "Ada")
        return board_coach.advice(replace_law(view, legal=(LegalMove(DrawCard(), "Draw a card"),)))[1]

    (ben,) = (seat for seat in battle.state.seats if seat.player == "Ben")
    assert said(ben.hand[:1], ben.hand) == "None of your cards fits. Press Draw a card."
    assert "your deck is empty. Press Draw a card: Ben or Cleo then gives you a card." in said((), ben.hand)
    assert "nobody has a card to give you, so your turn passes." in said((), ())


def test_who_agrees_to_end_the_game_reads_who_has_not(battle: Match) -> None:
    """By name, and nobody else reads it; the way back is folded, not a button of the turn."""
    assert "has not agreed" not in html(drawn(battle, "Ada"))
    battle.move("Ada", "agree")
    assert "You agree to end the game. Ben and Cleo have not agreed." in html(drawn(battle, "Ada"))
    assert "not agreed" not in html(drawn(battle, "Ben"))
    battle.move("Ben", "agree")
    assert "You agree to end the game. Cleo has not agreed." in html(drawn(battle, "Ben"))


def test_a_game_that_goes_in_circles_has_the_button_that_ends_it(battle: Match) -> None:
    """For the participants, and not while a question of another move is answered; the first steps name it."""
    battle.state = replace(battle.state, circling=replace(battle.state.circling, said="repeated"))
    assert 'id="end-circles"' in html(drawn(battle, "Ada"))
    assert "going in circles" in html(drawn(battle, None))
    assert 'id="end-circles"' not in html(drawn(battle, None))
    stuck = board_view_of(battle, "Ada")
    stuck = replace_law(stuck, legal=tuple(item for item in stuck.legal if not isinstance(item.move, PlayCard)))
    assert "Press End the game" in board_coach.advice(stuck)[1]
    assert "Press Draw a card" in board_coach.advice(replace_law(stuck, advised=DrawCard()))[1]
    owing = LegalMove(MakeOwedChoice(1), "Give Ben a card")
    both = replace_law(stuck, legal=(owing, *stuck.legal))
    assert "First: give Ben a card" in board_coach.advice(both)[1]
    assert "Press End the game" in board_coach.advice(replace_law(both, advised=EndGame()))[1]
    question = Question("Ada", "Choose", "player", (Option("Ben", "Ben"),))
    assert 'id="end-circles"' not in html(drawn(battle, "Ada", question))


def test_a_question_has_the_text_of_what_asks_it(battle: Match) -> None:
    """Of a card on the table, or of a modifier; what no card asks has none."""
    held = next(card for card in board_view_of(battle, "Ada").view.cards.values() if card.text)
    for asking, told in ((held.name, held.text), ("Satanic", modifiers_of(LAW)["Satanic"].text), ("Drawing", "")):
        question = Question("Ada", f"{asking}: choose a card", "card", ())
        assert board.about(board_view_of(battle, "Ada", question)) == told


def test_the_hand_says_that_cards_of_others_can_be_chosen(battle: Match) -> None:
    """They lie beneath it."""
    theirs = battle.seat("Ben").hand[0]
    own = battle.seat("Ada").hand[0]
    for asked, is_said in (((own, theirs), True), ((own,), False)):
        question = Question("Ada", "Choose", "card", tuple(Option(card, str(card)) for card in asked))
        assert ("You can also choose other players' cards" in html(drawn(battle, "Ada", question))) == is_said


def test_the_first_steps_say_draw_where_a_hint_does(battle: Match) -> None:
    """Although a card fits; then *Draw a card* is the full button."""
    board_view = board_view_of(battle, "Ada")
    draws = replace_law(board_view, legal=(*board_view.legal, LegalMove(DrawCard(), "Draw a card")), advised=DrawCard())
    assert any(isinstance(item.move, PlayCard) for item in draws.legal)
    assert "press Draw a card" in board_coach.advice(draws)[1]
    assert "press play" not in board_coach.advice(draws)[1].casefold()
    assert board.draw(draws).context["draw_is_advised"]
    assert not board.draw(board_view).context["draw_is_advised"]


def test_the_first_steps_name_the_card_of_a_hint(battle: Match) -> None:
    """Each card that fits, if a hint would play it; its place in the hand is marked."""
    board_view = board_view_of(battle, "Ada")
    plays = [item.move for item in board_view.legal if isinstance(item.move, PlayCard)]
    named = set()
    for play in plays:
        advised = replace_law(board_view, advised=play)
        named.add(board_coach.advice(advised)[1])
        (marked,) = (card for card in seats(board.draw(advised))["Ada"].hand or () if card.is_advised)
        assert marked.play == move_as_json(play)
    assert len(named) == len({board_view.view.cards[play.card].name for play in plays}) > 1


def test_the_first_steps_say_that_the_last_card_wins(battle: Match) -> None:
    """When it fits, and only then."""
    board_view = board_view_of(battle, "Ada")
    play = next(item.move for item in board_view.legal if isinstance(item.move, PlayCard))
    view = board_view.view
    alone = [replace(seat, hand=(play.card,), hand_size=1) if seat.player == "Ada" else seat for seat in view.seats]
    last = replace_law(board_view, advised=play, view=replace(view, seats=tuple(alone)))
    assert board_coach.advice(last)[1].endswith("It is your last card, and an empty hand wins.")
    assert "last card" not in board_coach.advice(replace_law(board_view, advised=play))[1]


def test_the_first_steps_name_an_answer_that_is_no_card(battle: Match) -> None:
    """Such as a number or a player: the one that a hint would give."""
    question = Question("Ada", "How many", "number", tuple(Option(number, str(number)) for number in range(3)))
    asked = board_view_of(battle, "Ada", question)
    advised = replace_law(asked, move=DrawCard(), answers=(), advised=DrawCard(), advised_answers=((2,),))
    assert board_coach.advice(advised)[1].endswith("Choose an answer below. A good one is “2”.")


def test_the_first_steps_tell_cards_apart_that_are_named_alike(battle: Match) -> None:
    """By the first trait in which they differ; alike in all, either may be played."""
    board_view = board_view_of(battle, "Ada")
    view = board_view.view
    hand = view.seat_of("Ada").hand
    play = next(item.move for item in board_view.legal if isinstance(item.move, PlayCard))
    other = next(card for card in hand if card != play.card)

    def said(**traits: Any) -> str:
        twin = replace(view.cards[play.card], id=other, **traits)
        told = replace(view, cards={**view.cards, other: twin})
        return board_coach.advice(replace_law(board_view, view=told, advised=play))[1]

    own = view.cards[play.card]
    assert f"({', '.join(own.colours) or 'no colour'})" in said(colours=("Nowhere",))
    assert "(" not in said().partition(":")[0]


def test_the_first_steps_name_the_card_to_draw(battle: Match) -> None:
    """While one is asked which; it is marked, and no other one is."""
    own = battle.seat("Ada").hand[:2]
    question = Question("Ada", "Choose the card to draw", "card", tuple(Option(card, str(card)) for card in own))
    asked = board_view_of(battle, "Ada", question)
    assert board_coach.advice(asked)[1].endswith("Choose an answer below.")
    advised = replace_law(asked, move=DrawCard(), answers=(), advised=DrawCard(), advised_answers=((own[1],),))
    name = asked.view.cards[own[1]].name
    assert f"A good choice is {name}" in board_coach.advice(advised)[1]
    marked = [card for card in seats(board.draw(advised))["Ada"].hand or () if card.is_advised]
    assert [card.face.code for card in marked] == [str(own[1])]


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("Drawing: choose a card to draw", "Choose a card to draw. "),
        ("Choose the card to draw.", "Choose the card to draw. "),
        ("Ace: who draws?", "You are asked: Ace: who draws? "),
    ],
)
def test_a_question_is_said_as_one_sentence(battle: Match, prompt: str, said: str) -> None:
    """What asks is named beside the question already. A question that says no choice is repeated."""
    question = Question("Ada", prompt, "player", (Option("Ben", "Ben"),))
    assert board_coach.advice(board_view_of(battle, "Ada", question))[1].startswith(said)


@pytest.mark.parametrize(("owed", "buttons"), [(1, [""]), (2, [": 1 of 2"])])
def test_cards_that_one_owes_are_one_button_that_counts_them(battle: Match, owed: int, buttons: list[str]) -> None:
    """Two buttons that read the same would look like a mistake. What differs keeps a button of its own."""
    draws = [Debt(number, "Ada", "draw", 9, 1, "Ben", whose="Ada") for number in range(1, owed + 1)]
    gift = Debt(9, "Ada", "give", 9, 1, "Ben", to="Ben")
    battle.state = replace(battle.state, debts=(*draws, gift))
    legal = board_view_of(battle, "Ada").legal
    ((_, offered),) = [(kind, moves) for kind, moves in offers(Board("x"), legal) if kind == MakeOwedChoice(1).kind]
    drawing, giving = [move for move in offered if move.label.startswith("Draw")], offered[-1]
    assert [move.label.partition(")")[2] for move in drawing] == buttons
    assert json.loads(drawing[0].value) == {"kind": MakeOwedChoice(1).kind, "debt": 1}
    assert giving.label == "Give Ben a card"
