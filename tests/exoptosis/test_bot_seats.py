"""Bots in a practice cycle: they join, declare, accept, choose hands, bet and play as everybody does."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from exoptosis.bots import practice_bots as bots_seats
from exoptosis.bots.policy import agrees_to_end
from exoptosis.bots.practice_bots import CARDS
from exoptosis.engine.moves.definitions import Agree
from nomic.accounts.models import Person
from nomic.chance.draw_source import Source
from nomic.cycles.models import Entry
from nomic.matches.contract.moves import move_data
from nomic.matches.hosting.lifecycle import find_match
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.hosting.views.visible_match import VisibleMatch
from nomic.matches.models import Match, MatchSeat, MatchStatus
from nomic.matches.practice import bot_seats
from nomic.matches.practice.bot_characters import NEWCOMERS, character_of
from nomic.matches.practice.bot_seats import MAX_BOTS, bots_of
from nomic.notices.models import Notice
from nomic.notices.reminders import remind_due
from nomic.proposals.models import Vote
from tests.support.exoptosis_scenario import GAME, table
from tests.support.hall import ADMIN, BATTLE, Hall, OpenCycle, cycle_16

BOT = "Greedy bot 1"
PLAIN = ("2", "3", "5", "7", "9", "10")


@pytest.fixture
def practice(open_cycle: OpenCycle) -> Hall:
    """A practice cycle of Ada's, who has six plain cards."""
    hall = open_cycle(practice=True, owner_name="ada", joined=("ada",))
    for species in PLAIN:
        hall.grant_card("ada", species)
    return hall


def match_of(hall: Hall) -> Match:
    return Match.objects.filter(cycle=hall.cycle).latest("pk")


def play_on(hall: Hall, name: str, most: int = 60) -> None:
    """The person makes moves, any that are legal, until the match is over or so many were made."""
    for number in range(most):
        hall.settle()
        match = match_of(hall)
        if match.is_over:
            return
        ctx = hall.read_context(name)
        table, looking = loaded_match(ctx, match), VisibleMatch(ctx, match)
        mind = bots_seats.BOTS.minds["Random"]
        chosen = mind.choose(
            table.game, table.rules, table.state, name, looking._environment, Source("00" * 32, f"{number}")
        )
        if chosen is None or name not in [seat.player for seat in table.seats if seat.to_act]:
            hall.clock.wait(hours=25)
            continue
        hall.do(
            name, "move", match=match.code, move=move_data(chosen[0]), answers=[list(answer) for answer in chosen[1]]
        )


def test_a_bot_joins_with_cards(practice: Hall) -> None:
    """Its name says what it is; it is a player as others are."""
    practice.do("ada", "seat-bot", bot="Greedy")
    practice.do("ada", "seat-bot", bot="Random")
    assert [len(practice.cards(name)) for name in (BOT, "Random bot 2")] == [CARDS, CARDS]
    assert practice.player(BOT).is_playing
    practice.is_sound()


def test_a_bot_is_looked_up_by_its_name(practice: Hall, client: Client) -> None:
    """On the pages and in the API, where a list goes on after it: a name with blanks is a part of addresses, too."""
    practice.do("ada", "seat-bot", bot="Greedy")
    pages = f"/c/{practice.slug}/players/"
    assert client.get(f"{pages}{BOT}/").status_code == 200
    assert f"{pages}Greedy%20bot%201/" in client.get(pages).content.decode()
    players = f"/api/v1/cycles/{practice.slug}/players/"
    assert len(client.get(f"{players}{BOT}/inventory/").json()["cards"]) == CARDS
    names, ahead = [], f"{players}?limit=1"
    while ahead:
        found = client.get(ahead).json()
        names += [item["name"] for item in found["items"]]
        ahead = found["next"]
    assert names == [BOT, "ada"]


def test_bots_are_for_practice_and_not_too_many(practice: Hall, open_cycle: OpenCycle) -> None:
    """Seven; and none in a real cycle, nor for somebody who does not play."""
    practice.refused("eve", "seat-bot", "not-a-player")
    for _ in range(MAX_BOTS):
        practice.do("ada", "seat-bot", bot="Greedy")
    practice.refused("ada", "seat-bot", "too-many-bots")
    practice.bad("ada", "seat-bot", "bot", bot="Clever")
    real = open_cycle(slug="real", joined=("ada",))
    real.refused("ada", "seat-bot", "not-practice")


def test_who_practises_with_too_few_cards_is_given_some(practice: Hall, open_cycle: OpenCycle) -> None:
    """As many as a bot brings, and only where there are too few for a hand; nowhere else, and nobody who looks on."""
    practice.refused("ada", "outfit", "has-enough", "Practice")
    practice.refused("eve", "outfit", "not-a-player")
    practice.join("eve")
    entry = practice.do("eve", "outfit")
    assert entry.words == [f"eve takes {CARDS} random cards, to practise with."]
    assert len(practice.cards("eve")) == CARDS
    practice.refused("eve", "outfit", "has-enough", "Practice")
    practice.is_sound()
    real = open_cycle(slug="real", joined=("ada",))
    real.refused("ada", "outfit", "not-practice")


def test_a_duel_with_a_bot_can_be_played_at_once(practice: Hall) -> None:
    """It accepts, chooses its hand, bets, plays and draws; the duel comes to its end, and the replay is the same."""
    practice.do("ada", "seat-bot", bot="Greedy")
    practice.do("ada", "request-duel", players=[BOT])
    practice.settle()
    seats = {seat.player: seat.status for seat in match_of(practice).seats.all()}
    assert seats == {"ada": "in", BOT: "in"}
    play_on(practice, "ada")
    match = match_of(practice)
    if not match.is_over:  # chance can make a duel long
        practice.do("ada", "move", match=match.code, move={"kind": "forfeit"}, answers=[])
        match = match_of(practice)
    assert match.result is not None
    last = match.steps.filter(kind="move").latest("version")
    went_round = last.move == {"kind": "end"}  # chance can make a duel go round (R129)
    assert match.result["ending"] == ("terminated" if went_round else "won")
    assert {step.player for step in match.steps.filter(kind="move")} == {"ada", BOT}
    practice.is_sound()


def test_R43_a_bot_agrees_to_end_a_game_at_once(practice: Hall, client: Client) -> None:
    """Also while the person is to act; nobody wins, and the person need not forfeit."""
    practice.do("ada", "seat-bot", bot="Random")
    practice.do("ada", "request-duel", players=["Random bot 1"])
    practice.settle()
    code = match_of(practice).code
    practice.do("ada", "move", match=code, move={"kind": "agree"}, answers=[])
    practice.settle()
    assert match_of(practice).result == {"ending": "terminated", "winners": []}
    practice.is_sound()


@pytest.mark.parametrize(("cards", "circling", "agrees"), [(3, "", True), (4, "", False), (4, "idle", True)])
def test_R43_a_bot_that_is_clearly_ahead_agrees_only_when_the_game_goes_in_circles(
    cards: int, circling: Any, agrees: bool
) -> None:
    """With two cards fewer than anybody else it plays on; and never before all people have agreed."""
    game = table(kind="duel", ada=", ".join(["9"] * cards), **{BOT: "2, 3"})  # type: ignore[arg-type]
    game.state = replace(game.state, circling=replace(game.state.circling, said=circling))
    assert not agrees_to_end(game.state, BOT)
    game.move("ada", "agree")
    assert agrees_to_end(game.state, BOT) == agrees
    for mind in bots_seats.BOTS.minds.values():
        chosen = mind.choose(GAME, game.rules, game.state, BOT, game.environment, Source("00" * 32, "bot"))
        assert (chosen is not None and chosen[0] == Agree()) == agrees


def test_bots_declare_for_the_battle_that_somebody_declares_for(practice: Hall) -> None:
    """Those that are seated before and after; with the phase it begins, and it is played."""
    practice.do("ada", "seat-bot", bot="Greedy")
    practice.do("ada", "declare-battle")
    practice.do("ada", "seat-bot", bot="Random")
    practice.settle()
    match = match_of(practice)
    assert [seat.player for seat in match.seats.all()] == ["ada", BOT, "Random bot 2"]
    practice.do("ada", "advance-clock", to_next_phase=True)
    practice.settle()
    assert match_of(practice).status == MatchStatus.RUNNING
    play_on(practice, "ada", 40)
    practice.is_sound()


def test_a_bot_s_hand_is_sealed_until_the_reveal(practice: Hall) -> None:
    """As anybody's: the entry that chose it shows a commitment, and so does the step."""
    practice.do("ada", "seat-bot", bot="Greedy")
    practice.do("ada", "declare-battle")
    practice.to(BATTLE)
    (step,) = match_of(practice).steps.filter(kind="move", player=BOT)
    assert step.is_sealed
    assert set(step.answers) == {"commitment"}
    assert step.entry.args["answers"] == step.answers
    ctx = practice.read_context("ada")
    shown: Any = VisibleMatch(ctx, find_match(ctx, match_of(practice).code)).view
    (bots,) = [seat for seat in shown.seats if seat.player == BOT]
    assert not bots.hand
    practice.is_sound()


def test_a_bot_takes_duels_again_and_again(practice: Hall) -> None:
    """The law's limit (R32) is for people. A bot without enough cards for a hand takes new ones first."""
    practice.do("ada", "seat-bot", bot="Greedy")
    practice.do("ada", "request-duel", players=[BOT])
    practice.settle()
    practice.join("eve")
    for species in PLAIN:
        practice.grant_card("eve", species)
    for card in practice.cards(BOT):
        practice.do(ADMIN, "correct-destroy-card", player=BOT, card=card.code, reason="for the test")
    practice.do("eve", "request-duel", players=[BOT])
    practice.settle()
    assert {seat.player: seat.status for seat in match_of(practice).seats.all()} == {"eve": "in", BOT: "in"}
    assert len(practice.cards(BOT)) == CARDS
    practice.refused("ada", "request-duel", "once-a-phase", players=[BOT])
    practice.is_sound()


TAKING = {
    "each": "them",
    "in": "$others",
    "do": [
        {"choose": "loot", "by": "$them", "from": {"cards": "hand", "of": "$them"}},
        {"move": "$loot", "to": "deck", "of": "$me"},
    ],
}


def hand_and_turn(hall: Hall) -> tuple[Any, Any]:
    """Ada's seat as the game has it, and whose turn it is."""
    state = loaded_match(hall.read_context("ada"), match_of(hall)).state
    return next(seat for seat in state.seats if seat.player == "ada"), state.turn.player if state.turn else ""


def battle_of_nines(practice: Hall, monkeypatch: pytest.MonkeyPatch, *more: str) -> Hall:
    """A battle of ada's with two bots, in which all have nines only and nobody bets; ada has `more` besides."""
    monkeypatch.setattr(bots_seats, "CARDS", 0)
    for bot in (BOT, "Greedy bot 2"):
        practice.do("ada", "seat-bot", bot="Greedy")
        for _ in range(8):
            practice.grant_card(bot, "9")
    for modifier in more:
        practice.grant_card("ada", "9", [modifier])
    practice.do("ada", "declare-battle")
    practice.do("ada", "advance-clock", to_next_phase=True)
    (hand,) = [
        each
        for each in VisibleMatch(practice.read_context("ada"), match_of(practice)).legal
        if each.move.kind == "hand"
    ]
    chosen = [option.value for option in hand.question.options][:8] if hand.question else []
    practice.do("ada", "move", match=match_of(practice).code, move=move_data(hand.move), answers=[chosen])
    practice.settle()
    if "pass" in [move.move.kind for move in VisibleMatch(practice.read_context("ada"), match_of(practice)).legal]:
        practice.do("ada", "move", match=match_of(practice).code, move={"kind": "pass"}, answers=[])
    return practice


@pytest.fixture
def takers(open_cycle: OpenCycle) -> Hall:
    """A practice cycle of ada's under a law by which whoever plays a 9 is given a card by everybody else."""
    law = cycle_16()
    law["cards"]["9"]["hooks"] = {"when_played": [TAKING]}
    hall = open_cycle(law, practice=True, owner_name="ada", joined=("ada",))
    for _ in range(10):
        hall.grant_card("ada", "9")
    return hall


def until_passed_over(hall: Hall) -> None:
    """Ada plays, without paying first, until she owes a choice while it is a bot's turn."""
    for _ in range(12):
        hall.settle()
        seat, turn = hand_and_turn(hall)
        owes = any(
            each.owes for each in loaded_match(hall.read_context("ada"), match_of(hall)).seats if each.player == "ada"
        )
        if turn != "ada":
            assert owes, "the bots have stopped for nothing"
            return
        move = {"kind": "play", "card": seat.hand[0]}
        hall.do("ada", "move", match=match_of(hall).code, move=move, answers=[])
    raise AssertionError("no bot has asked anything of ada")


def test_bots_leave_a_person_time_for_a_choice_that_they_owe(takers: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next bot does not end the turn over it; as soon as it is made the game goes on."""
    hall = battle_of_nines(takers, monkeypatch)
    until_passed_over(hall)
    before = match_of(hall).version
    hall.wait(hours=3)
    assert match_of(hall).version == before
    (pay,) = [move for move in VisibleMatch(hall.read_context("ada"), match_of(hall)).legal if move.move.kind == "pay"]
    assert "owe" in pay.label
    given = hand_and_turn(hall)[0].hand[0]
    hall.do("ada", "move", match=match_of(hall).code, move=move_data(pay.move), answers=[[given]])
    hall.settle()
    assert match_of(hall).version > before + 1
    hall.is_sound()


def test_bots_do_not_wait_for_ever_for_a_choice(takers: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """After half of its own time the bot moves, so that it never forfeits for a person's silence."""
    hall = battle_of_nines(takers, monkeypatch)
    until_passed_over(hall)
    before = match_of(hall).version
    hall.wait(hours=12.1)
    match = match_of(hall)
    assert match.version > before
    assert {seat.status for seat in match.seats.all()} == {"in"}
    hall.is_sound()


def test_who_owes_a_choice_is_led_to_it(takers: Hall, monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    """By the hall, the list of matches and the table. Alone with bots, its notice is in the list and arrives read."""
    hall = battle_of_nines(takers, monkeypatch)
    until_passed_over(hall)
    match = match_of(hall)
    address = f"/c/{hall.slug}/matches/{match.code}/"
    client.force_login(Person.objects.get(username="ada"), "django.contrib.auth.backends.ModelBackend")

    def told() -> list[bool]:
        pages = [
            client.get(path).content.decode() for path in (f"/c/{hall.slug}/", f"/c/{hall.slug}/matches/", address)
        ]
        words = ("A choice for you to make in", "you owe a choice", "You have a choice")
        return [word in page for word, page in zip(words, pages, strict=True)]

    assert told() == [True, True, True]
    hall.clock.wait(minutes=1)
    remind_due()
    notice = Notice.objects.filter(person__username="ada", kind="turn").latest("pk")
    assert ("You have a choice to make" in notice.text, notice.link, notice.read_at is not None) == (
        True,
        address,
        True,
    )
    (pay,) = [move for move in VisibleMatch(hall.read_context("ada"), match).legal if move.move.kind == "pay"]
    hall.do("ada", "move", match=match.code, move=move_data(pay.move), answers=[[hand_and_turn(hall)[0].hand[0]]])
    since = MatchSeat.objects.get(match=match, player="ada").owes_since
    assert since is None or since == hall.cycle.now()  # the next bot has taken a card from her, too


def test_bots_leave_a_person_a_moment_for_a_card_that_may_be_played_out_of_turn(
    practice: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty seconds, with a Timely card that fits; nobody else has to wait."""
    for card in practice.cards("ada"):
        practice.do(ADMIN, "correct-destroy-card", player="ada", card=card.code, reason="for the test")
    for _ in range(4):
        practice.grant_card("ada", "9")
    hall = battle_of_nines(practice, monkeypatch, "Timely", "Timely")
    for _ in range(20):
        hall.settle()
        seat, turn = hand_and_turn(hall)
        if turn != "ada":
            break
        if not loaded_match(
            hall.read_context("ada"), match_of(hall)
        ).state.pile:  # who can play has to in the first turn
            move = {"kind": "play", "card": seat.hand[0]}
            hall.do("ada", "move", match=match_of(hall).code, move=move, answers=[])
            continue
        codes = {card.code for card in hall.cards("ada") if "Timely" in card.modifier_names}
        state = loaded_match(hall.read_context("ada"), match_of(hall)).state
        wanted = next((card for card in seat.deck if state.cards[card].original in codes), seat.deck[0])
        hall.do("ada", "move", match=match_of(hall).code, move={"kind": "draw"}, answers=[[wanted]])
    assert turn != "ada"
    before = match_of(hall).version
    hall.wait(seconds=19)
    assert match_of(hall).version == before
    hall.wait(seconds=2)
    assert match_of(hall).version > before
    hall.is_sound()


def test_bots_vote_on_what_somebody_proposes_in_practice(practice: Hall) -> None:
    """Greedy ones for it, the others as chance has it, each once."""
    practice.do("ada", "seat-bot", bot="Greedy")
    practice.do("ada", "seat-bot", bot="Random")
    code = practice.propose("ada")
    practice.settle()
    votes = dict(Vote.objects.filter(proposal__code=code).values_list("name", "vote"))
    assert votes.keys() == {BOT, "Random bot 2"}
    assert votes[BOT] == "for"
    assert votes["Random bot 2"] in ("for", "against")
    assert [entry.action for entry in practice.entries("bots-vote")] == ["bots-vote"]
    practice.is_sound()


def test_somebody_whose_name_speaks_of_a_bot_is_none(practice: Hall) -> None:
    """Names hold blanks: nobody votes or declares for battle in their place, and they take no bot's room or number."""
    person = "Ada bot fan"
    practice.join(person)
    for species in PLAIN:
        practice.grant_card(person, species)
    practice.do("ada", "seat-bot", bot="Greedy")
    assert bots_of(practice.read_context("ada")) == [BOT]
    code = practice.propose("ada")
    practice.settle()
    assert set(Vote.objects.filter(proposal__code=code).values_list("name", flat=True)) == {BOT}
    practice.do("ada", "declare-battle")
    practice.settle()
    seats = {seat.player for seat in loaded_match(practice.read_context("ada"), match_of(practice)).seats}
    assert person not in seats
    practice.is_sound()


def test_bots_finish_a_battle_that_the_person_has_left(practice: Hall) -> None:
    """They go on a moment at a time while the clock is advanced; nobody forfeits for having been silent."""
    practice.do("ada", "seat-bot", bot="Greta")
    practice.do("ada", "seat-bot", bot="Rollo")
    practice.do("ada", "declare-battle")
    practice.to(BATTLE)
    match = match_of(practice)
    practice.do("ada", "move", match=match.code, move={"kind": "forfeit"}, answers=[])
    practice.do("ada", "advance-clock", to_next_phase=True)
    practice.settle()
    assert match_of(practice).is_over
    said = [words for entry in Entry.objects.filter(cycle=practice.cycle) for words in entry.words]
    assert not [words for words in said if "silent" in words]
    practice.is_sound()


def test_bots_among_themselves_stop_after_a_while(practice: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that could play for ever make only so many moves; then the match's clock ends it."""
    monkeypatch.setattr(bot_seats, "MOST_ALONE", 5)
    practice.do("ada", "seat-bot", bot="Greta")
    practice.do("ada", "seat-bot", bot="Rollo")
    practice.do("ada", "declare-battle")
    practice.to(BATTLE)
    match = match_of(practice)
    practice.do("ada", "move", match=match.code, move={"kind": "forfeit"}, answers=[])
    before = match.steps.filter(kind="move").count()
    practice.wait(hours=1)
    assert 0 < match.steps.filter(kind="move").count() - before <= 5
    practice.to(BATTLE + timedelta(days=4))
    assert match_of(practice).is_over
    practice.is_sound()


def test_each_character_votes_in_its_own_way(practice: Hall) -> None:
    """Greta votes for everything, and Mira as most others have voted."""
    for bot in ("Greta", "Mira"):
        practice.do("ada", "seat-bot", bot=bot)
    code = practice.propose("ada")
    practice.settle()
    votes = dict(Vote.objects.filter(proposal__code=code).values_list("name", "vote"))
    assert (votes["Greta bot 1"], votes["Mira bot 2"]) == ("for", "for")


def test_the_name_of_a_bot_is_its_character() -> None:
    """Each name shows a character; a person's name, even one like it, shows none."""
    for name in NEWCOMERS:
        assert getattr(character_of(f"{name} bot 3"), "name", "") == name
    assert [character_of(name) for name in ("Greta", "Greta bot", "Ada bot fan", "Cunning bot 2")] == [None] * 4
