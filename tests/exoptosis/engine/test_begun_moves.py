"""Moves that have drawn and wait for an answer (R18, R103), and what time does."""

import pytest
from msgspec.structs import replace

from nomic.matches.contract.game import Asked, BadAnswer, Result, Step
from nomic.matches.contract.moves import Answer
from tests.support.exoptosis_match import FOUR, GAME, Match


def torn_ace(*modifiers: str) -> Match:
    """Bob's turn, upon a 2: he holds an Ace that is Torn, which draws before it asks whom it hits."""
    match = Match()
    match.join("Ada", *FOUR, "9", "10")
    ace = match.original("Ace", "Torn", *modifiers)
    match.happens("joined", player="Bob", cards=[*match.originals(*FOUR), ace])
    match.join("Cy")
    match.happens("begun")
    match.hand("Ada")
    deck = match.seat("Bob").deck
    match.hand("Bob")
    match.hand("Cy")
    match.bet_nothing()
    match.move("Ada", "play", card=match.in_hand("Ada", "2"))
    assert match.names(deck)[-1] == "Ace"
    return match


def begun(value: int = 2) -> Match:
    """Bob has played it: the roll is out, and he has to choose."""
    match = torn_ace()
    match.dice.queue = [value]
    made = match.move("Bob", "play", card=match.in_hand("Bob", "Ace"))
    assert isinstance(made, Step)
    assert made.question is not None
    assert [option.value for option in made.question.options] == ["Ada", "Cy"]
    return match


def test_R18_before_a_draw_a_question_leaves_everything_as_it_was() -> None:
    """The Ace without Torn asks at once; nothing is begun."""
    match = Match().start(Ada=(*FOUR, "9", "10"), Bob=(*FOUR, "Ace"), Cy=FOUR).bet_nothing()
    match.move("Ada", "play", card=match.in_hand("Ada", "2"))
    before = match.state
    asked = match.move("Bob", "play", card=match.in_hand("Bob", "Ace"))
    assert isinstance(asked, Asked)
    assert match.state is before
    match.move("Bob", "play", ["Cy"], card=match.in_hand("Bob", "Ace"))
    assert [debt.debtor for debt in match.state.debts] == ["Cy", "Cy"]


def test_R18_what_was_drawn_is_kept_and_comes_again() -> None:
    """The roll is drawn once; answering draws nothing more."""
    match = begun()
    assert [value for label, _, value in match.dice.drawn if "1d5" in label] == [2]
    drawn = len(match.dice.drawn)
    assert match.names(match.seat("Bob").hand)[-1] == "Ace"
    match.move("Bob", "answer", ["Cy"])
    assert len(match.dice.drawn) == drawn
    assert match.state.pending is None
    assert match.names((match.state.pile[-1].card,)) == ["Ace"]


def test_R18_the_question_is_asked_as_often_as_somebody_looks() -> None:
    """The host can show it again, and legal lists it."""
    match = begun()
    question = GAME.question(match.rules, match.state, match.environment)
    assert question is not None
    assert (question.who, [option.value for option in question.options]) == ("Bob", ["Ada", "Cy"])
    assert match.question_of("Bob", "answer") == question
    assert set(match.legal("Bob")) == {"answer", "forfeit"}


def test_R103_while_it_waits_nothing_else_happens() -> None:
    """No move of others but a forfeit, and no other move of the same player."""
    match = begun()
    for player, kind in (("Ada", "agree"), ("Cy", "draw"), ("Bob", "draw"), ("Ada", "answer")):
        match.refused(player, kind, "waits", "R103")
    assert set(match.legal("Ada")) == {"forfeit"}
    assert {move.rule for move in GAME.barred(match.rules, match.state, "Bob", match.environment)} == {"R103"}
    assert [seat.player for seat in GAME.seats(match.state) if seat.to_act] == ["Bob"]
    assert match.view("Ada")["pending"]["player"] == "Bob"


def test_an_answer_outside_the_question_changes_nothing() -> None:
    """Wrong names, too many, too few, the same twice, and what is no answer at all."""
    match = begun()
    before = match.state
    for answers in (
        [["Bob"]],
        [["Zoe"]],
        [["Ada", "Cy"]],
        [[]],
        [["Ada", "Ada"]],
        [[True]],
        [[{}]],
        ["Ada"],
        [["Ada"], ["Cy"]],
    ):
        with pytest.raises(BadAnswer):
            GAME.play(match.rules, match.state, "Bob", Answer(), answers, match.dice, match.environment)  # type: ignore[arg-type]
        assert match.state is before


def test_R18_an_answer_given_before_a_draw_stands() -> None:
    """Who went on with others than they had given is told so."""
    match = begun()
    pending = match.state.pending
    assert pending is not None
    match.state = replace(match.state, pending=replace(pending, answers=(("x",),)))
    with pytest.raises(BadAnswer, match="cannot be changed"):
        match.move("Bob", "answer", ["Cy"])
    with pytest.raises(BadAnswer, match="cannot be changed"):
        match.move("Bob", "answer")


def test_R103_a_forfeit_meanwhile_changes_what_can_be_chosen() -> None:
    """With Cy gone, only Ada is left to be hit: the play ends at once."""
    match = begun()
    match.move("Cy", "forfeit")
    assert match.state.pending is None
    assert {debt.debtor for debt in match.state.debts} == {"Ada"}
    assert match.names((match.state.pile[-1].card,)) == ["Ace"]
    assert match.state.turn is not None
    assert match.state.turn.player == "Ada"


@pytest.mark.parametrize("way", ["forfeit", "left"])
def test_R18_who_gives_up_cannot_give_up_what_was_drawn(way: str) -> None:
    """The Ace is played to its end, chance chooses Cy; then Bob is out, and the turn is Cy's."""
    match = begun()
    match.dice.queue = [1]
    if way == "left":
        match.happens("left", player="Bob")
    else:
        match.move("Bob", "forfeit")
    assert match.state.pending is None
    assert match.names(tuple(played.card for played in match.state.pile)) == ["2", "Ace"]
    assert {debt.debtor for debt in match.state.debts} == {"Cy"}
    assert match.seat("Bob").status == "out"
    assert match.state.turn is not None
    assert match.state.turn.player == "Cy"


def test_R103_forfeits_can_win_the_game_for_the_one_who_is_asked() -> None:
    """The last one left has nothing to answer any more."""
    match = begun()
    for player in ("Cy", "Ada"):
        if match.state.outcome is None:
            match.move(player, "forfeit")
    assert GAME.result(match.state) == Result("won", ("Bob",))
    assert match.state.pending is None


def test_R18_an_answer_that_a_forfeit_made_impossible_is_cut_off() -> None:
    """Bob had chosen Cy for the second question; Cy forfeits: he is asked anew, with the same roll."""
    match = Match()
    match.join("Ada", *FOUR, "9", "10")
    ace = match.original("Ace", "Torn", "Mean")
    match.happens("joined", player="Bob", cards=[*match.originals(*FOUR), ace])
    match.join("Cy", *FOUR)
    match.join("Di")
    match.happens("begun")
    for player in ("Ada", "Bob", "Cy", "Di"):
        match.hand(player)
    match.bet_nothing()
    match.move("Ada", "play", card=match.in_hand("Ada", "2"))
    match.dice.queue = [2]
    match.move("Bob", "play", card=match.in_hand("Bob", "Ace"))
    chosen = ((match.seat("Cy").hand[0],),)
    assert isinstance(match.move("Bob", "answer", *chosen), Asked)
    pending = match.state.pending
    assert pending is not None
    match.state = replace(match.state, pending=replace(pending, answers=chosen))  # as if a draw had followed it
    match.move("Cy", "forfeit")
    assert match.state.pending is not None
    assert match.state.pending.answers == ()
    assert match.state.pending.drawn == pending.drawn


def test_R106_a_begun_move_goes_on_under_its_law() -> None:
    """The game says which revision that is."""
    match = begun()
    assert GAME.bound_to(match.state) == 1
    match.move("Bob", "answer", ["Cy"])
    assert GAME.bound_to(match.state) is None


def test_R36_a_begun_play_is_not_silence() -> None:
    """When the time is up, chance answers: Bob stays in the game, and the turn passes."""
    match = begun()
    assert match.clocks() == {"turn:2:begun:0": (1440, ("Bob",))}
    match.expire("turn:2:begun:0")
    assert match.state.pending is None
    assert match.seat("Bob").status == "in"
    assert {debt.debtor for debt in match.state.debts} <= {"Ada", "Cy"}
    assert len(match.state.debts) == 2
    assert match.state.turn is not None
    assert match.state.turn.player == "Cy"


def test_R36_silence_for_24_hours_forfeits() -> None:
    """Whoever leaves a begun move unanswered for 24 hours forfeits, and the turn passes."""
    match = torn_ace()
    assert match.clocks() == {"turn:2": (1440, ("Bob",))}
    match.expire("turn:2")
    assert match.seat("Bob").status == "out"
    assert match.clocks() == {"turn:3": (1440, ("Cy",))}


def test_R54_by_another_law_silence_skips_the_turn() -> None:
    """Where the law says that silence skips the turn, the silent player stays in the game."""
    match = torn_ace()
    match.rules = replace(match.rules, silence="skip")
    match.expire("turn:2")
    assert match.seat("Bob").status == "in"
    assert match.clocks() == {"turn:3": (1440, ("Cy",))}


def test_only_a_running_clock_can_expire() -> None:
    """A host that is behind is told."""
    match = torn_ace()
    with pytest.raises(ValueError, match="no clock"):
        GAME.expire(match.rules, match.state, "turn:1", match.dice, match.environment)


def test_R74_a_move_out_of_turn_moves_no_clock() -> None:
    """A Timely card of Cy's on Bob's turn: the same clock runs on, and it is still Bob's turn."""
    match = Match()
    match.join("Ada", *FOUR, "9", "10")
    match.join("Bob", *FOUR, "9")
    match.happens("joined", player="Cy", cards=match.originals(*FOUR))
    match.happens("begun")
    for player in ("Ada", "Bob", "Cy"):
        match.hand(player)
    match.bet_nothing()
    match.happens("obtained", player="Cy", cards=[match.original("3", "Timely")])
    cy = match.seat("Cy")
    moved = replace(cy, hand=(*cy.hand, *cy.deck), deck=())
    match.state = replace(
        match.state, seats=tuple(moved if seat.player == "Cy" else seat for seat in match.state.seats)
    )
    match.move("Ada", "play", card=match.in_hand("Ada", "2"))
    before = match.clocks()
    match.move("Cy", "play", card=cy.deck[0])
    assert match.clocks() == before == {"turn:2": (1440, ("Bob",))}


def test_R103_R123_a_move_begun_out_of_turn_has_a_time_of_its_own() -> None:
    """Bob is kept from acting by Cy's choice: his time stands still until Cy has chosen, or chance has."""
    match = torn_ace()
    timely = match.original("Ace", "Timely", "Torn")
    match.happens("obtained", player="Cy", cards=[timely])
    cy = match.seat("Cy")
    moved = replace(cy, hand=(*cy.hand, *cy.deck), deck=())
    match.state = replace(
        match.state, seats=tuple(moved if seat.player == "Cy" else seat for seat in match.state.seats)
    )
    match.move("Cy", "play", card=cy.deck[0])
    assert match.clocks() == {"answer": (1440, ("Cy",))}
    assert match.held() == ("turn:2",)
    match.expire("answer")
    assert match.seat("Cy").status == "in"
    assert match.clocks() == {"turn:2": (1440, ("Bob",))}


def test_R104_what_happens_outside_reaches_a_begun_move() -> None:
    """Somebody leaves the cycle: as with a forfeit, only Ada is left to be hit."""
    match = begun()
    match.happens("left", player="Cy")
    assert match.state.pending is None
    assert {debt.debtor for debt in match.state.debts} == {"Ada"}


def test_R104_a_card_that_comes_meanwhile_comes_after_the_move() -> None:
    """The move waits as it was; when it is made, the deck grows."""
    match = begun()
    state = match.state
    match.happens("obtained", player="Ada", cards=[match.original("King")])
    assert replace(match.state, later=()) == state
    made = match.move("Bob", "answer", ["Ada"])
    assert match.state.pending is None
    assert match.names(match.seat("Ada").deck) == ["King"]
    assert isinstance(made, Step)
    assert match.state.later == ()


@pytest.mark.parametrize("way", ["expire", "forfeit", "left"])
def test_R103_however_the_move_ends_what_came_meanwhile_comes_then(way: str) -> None:
    """By chance, for whoever is late, gives up or goes."""
    match = begun()
    match.happens("obtained", player="Ada", cards=[match.original("King")])
    match.happens("obtained", player="Cy", cards=[match.original("Queen")])
    match.dice.queue = [0]
    if way == "expire":
        match.expire(next(iter(match.clocks())))
    elif way == "forfeit":
        match.move("Bob", "forfeit")
    else:
        match.happens("left", player="Bob")
    assert (match.names(match.seat("Ada").deck), match.names(match.seat("Cy").deck)) == (["King"], ["Queen"])
    assert match.state.later == ()


def test_R126_nobody_leads_a_begun_move_to_other_draws() -> None:
    """Neither by getting a card, nor by having one destroyed elsewhere, nor by spending what it has looked at."""
    match = begun()
    drawn = match.state.pending
    for _ in range(3):
        match.happens("obtained", player="Bob", cards=[match.original("King")])
        match.happens("card-destroyed-elsewhere", cards=[match.seat("Cy").hand[0]], originals=[])
        assert match.state.pending == drawn
    count = len(match.dice.drawn)
    match.move("Bob", "answer", ["Cy"])
    assert [label for label, *_ in match.dice.drawn[count:] if "1d5" in label] == []
