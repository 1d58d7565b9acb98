"""Battles in the cycle: declared, begun with their phase, bet on, played, paid out; all through the one way in."""

from typing import Any

import pytest

from nomic.cycles.models import Entry
from nomic.inventory.models import Balance, Card
from nomic.matches.hosting.loaded_match import loaded_match
from nomic.matches.models import Match, MatchStatus
from tests.support.hall import BATTLE, DAY, START, Hall, OpenCycle, cycle_16

PLAIN = ("2", "3", "5", "7", "9", "10")


@pytest.fixture
def armed(cast: Hall) -> Hall:
    """Ada, Bob and Eve with six plain cards each, in a rest phase."""

    def arm() -> None:
        for name in ("ada", "bob", "eve"):
            for species in PLAIN:
                cast.grant_card(name, species)

    cast.once(f"armed with {PLAIN}", arm)
    return cast


def match_of(hall: Hall) -> Match:
    return Match.objects.filter(cycle=hall.cycle).latest("pk")


def state_of(hall: Hall) -> Any:
    return loaded_match(hall.read_context("ada"), match_of(hall)).state


def seat(hall: Hall, name: str) -> Any:
    return next(seat for seat in state_of(hall).seats if seat.player == name)


def move(hall: Hall, name: str, *answers: list[Any], **fields: Any) -> None:
    hall.do(name, "move", match=match_of(hall).code, move=fields, answers=list(answers))


def choose_hand(hall: Hall, name: str, count: int = 4) -> None:
    move(hall, name, list(seat(hall, name).deck[:count]), kind="hand")


def begun(hall: Hall, *names: str) -> None:
    """These declare and choose hands of four, five, six; the battle phase begins, and nobody bets."""
    for name in names:
        hall.do(name, "declare-battle")
    for count, name in enumerate(names, 4):
        choose_hand(hall, name, count)
    hall.to(BATTLE)
    for name in names:
        move(hall, name, kind="pass")


def test_R31_a_battle_is_declared_and_begins_with_its_phase(armed: Hall) -> None:
    """Duplicates of all cards are the deck; the hands are revealed when the phase begins and all have chosen."""
    armed.do("ada", "declare-battle")
    armed.do("bob", "declare-battle")
    match = match_of(armed)
    assert (match.title, match.status) == ("The battle of week 1", MatchStatus.GATHERING)
    assert [len(seat(armed, name).deck) for name in ("ada", "bob")] == [6, 6]
    choose_hand(armed, "ada", 5)
    choose_hand(armed, "bob")
    armed.to(BATTLE)
    assert state_of(armed).order == ("ada", "bob")
    assert [len(seat(armed, name).hand) for name in ("ada", "bob")] == [5, 4]
    armed.is_sound()


def test_R4_a_battle_goes_on_across_phase_boundaries_until_it_ends(armed: Hall) -> None:
    """Through the next rest phase into the battle phase after it: turns go on, and it pays when it is over."""
    for name in ("ada", "bob"):
        for _ in range(12):
            armed.grant_card(name, "5")
    begun(armed, "ada", "bob")
    match, phases = match_of(armed), set()
    move(armed, "bob", kind="play", card=seat(armed, "bob").hand[0])
    while armed.cycle.phase < 3:
        armed.wait(hours=20)
        mover = state_of(armed).turn.player
        move(armed, mover, [seat(armed, mover).deck[0]], kind="draw")
        phases.add((armed.cycle.phase, armed.cycle.phase_kind))
    assert phases == {(1, "battle"), (2, "rest"), (3, "battle")}
    assert (match_of(armed).pk, match_of(armed).status) == (match.pk, MatchStatus.RUNNING)
    chips = armed.has("bob", "Chip")
    move(armed, "ada", kind="forfeit")
    assert (match_of(armed).status, armed.has("bob", "Chip")) == (MatchStatus.OVER, chips + 1)
    armed.is_sound()


def test_R94_who_may_declare_and_until_when(armed: Hall) -> None:
    """Four cards, a rest phase, once; the declaration can be taken back until the phase ends."""
    armed.do("ada", "declare-battle")
    armed.refused("ada", "declare-battle", "declared")
    armed.do("ada", "withdraw-battle")
    armed.refused("ada", "withdraw-battle", "not-declared")
    for card in armed.cards("bob")[:3]:
        armed.do("keeper", "correct-destroy-card", player="bob", card=card.code, reason="x")
    armed.refused("bob", "declare-battle", "too-few-cards")
    armed.to(BATTLE)
    armed.refused("eve", "declare-battle", "wrong-phase")
    armed.is_sound()


def test_R32_a_battle_of_one_is_off(armed: Hall) -> None:
    """With fewer than two there is none."""
    armed.do("ada", "declare-battle")
    armed.to(BATTLE)
    assert match_of(armed).result == {"ending": "off", "winners": []}
    armed.is_sound()


def test_R32_who_has_chosen_no_hand_a_day_after_the_beginning_is_out(armed: Hall) -> None:
    """Whoever chose no hand within a day is out, and the others go on."""
    for name in ("ada", "bob", "eve"):
        armed.do(name, "declare-battle")
    choose_hand(armed, "ada")
    choose_hand(armed, "bob")
    armed.to(BATTLE + DAY)
    assert [seat(armed, name).status for name in ("ada", "bob", "eve")] == ["in", "in", "out"]
    assert state_of(armed).stage == "betting"
    armed.is_sound()


def test_R33_R44_a_whole_battle_is_paid_through_the_ledger(armed: Hall) -> None:
    """Full Hand at the beginning; then one after the other falls silent, and the last one left wins."""
    before = {name: armed.has(name, "Vertebra") for name in ("ada", "bob", "eve")}
    begun(armed, "ada", "bob", "eve")
    assert [armed.has(name, "Vertebra") - before[name] for name in ("ada", "bob", "eve")] == [0, 1, 2]
    armed.to(BATTLE + 3 * DAY)
    match = match_of(armed)
    assert match.result is not None
    (winner,) = match.result["winners"]
    assert (armed.has(winner, "Chip"), armed.has(winner, "Handy Pack")) == (1, 1)
    losers = {"ada", "bob", "eve"} - {winner}
    assert {armed.has(name, "Reconfiguration Token") for name in losers} == {1}
    armed.is_sound()


def test_R33_what_is_gained_is_told_once(armed: Hall) -> None:
    """The entry with which the first turn begins names each one's Vertebrae, and nobody's twice."""
    begun(armed, "ada", "bob")
    told = armed.entries("move")[-1].words
    assert [sentence for sentence in told if "gains" in sentence] == ["bob gains 1 Vertebra."]
    assert len(set(told)) == len(told)


def test_R35_bets_go_to_the_pool_and_the_pool_to_the_winner(armed: Hall) -> None:
    """A Chip each; staked Chips are nobody's (R56)."""
    for name in ("ada", "bob"):
        armed.grant(name, "Chip", 2)
    for name in ("ada", "bob"):
        armed.do(name, "declare-battle")
        choose_hand(armed, name)
    armed.to(BATTLE)
    move(armed, "ada", kind="raise", to=1)
    move(armed, "bob", kind="match")
    assert Balance.objects.get(cycle=armed.cycle, holder=f"pool:{match_of(armed).code}").amount == 2
    assert [armed.has(name, "Chip") for name in ("ada", "bob")] == [1, 1]
    for name in ("ada", "bob"):
        move(armed, name, kind="pass")
    move(armed, "bob", kind="forfeit")
    assert [armed.has(name, "Chip") for name in ("ada", "bob")] == [1 + 2 + 1, 1]
    armed.is_sound()


def test_R35_a_bet_card_leaves_the_inventory_and_comes_back(armed: Hall) -> None:
    """Holographic cards count as Chips; terminated, all goes back (R43)."""
    shiny = armed.grant_card("ada", "9", ["Holographic"])
    armed.grant("bob", "Chip", 1)
    for name in ("ada", "bob"):
        armed.do(name, "declare-battle")
        choose_hand(armed, name)
    armed.to(BATTLE)
    move(armed, "ada", [shiny.code], kind="raise", to=1)
    shiny.refresh_from_db()
    assert shiny.holder == f"pool:{match_of(armed).code}"
    move(armed, "bob", kind="match")
    for name in ("ada", "bob"):
        move(armed, name, kind="agree")
    shiny.refresh_from_db()
    assert (shiny.holder, armed.has("bob", "Chip")) == ("ada", 1)
    armed.is_sound()


def test_R92_cards_obtained_before_the_reveal_join_the_deck(armed: Hall) -> None:
    """Whichever way they come, once each; cards that go stay in it."""
    armed.do("ada", "declare-battle")
    armed.grant_card("ada", "Joker")
    burnt = armed.cards("ada")[0]
    armed.do("ada", "burn-card", card=burnt.code)
    assert len(seat(armed, "ada").deck) == 7
    armed.is_sound()


def test_R100_a_leaver_forfeits_before_anything_is_destroyed(armed: Hall) -> None:
    """The others go on; what they had bet is the pool's."""
    begun(armed, "ada", "bob", "eve")
    armed.do("bob", "leave")
    assert seat(armed, "bob").status == "out"
    assert match_of(armed).status == MatchStatus.RUNNING
    armed.is_sound()


def test_R101_the_cycles_end_stops_its_games(armed: Hall) -> None:
    """No rewards, stakes return, victory is not checked again."""
    armed.grant("ada", "Chip", 2)
    begun(armed, "ada", "bob")
    armed.grant("eve", "Chip", 10)
    match = match_of(armed)
    assert match.result == {"ending": "stopped", "winners": []}
    assert armed.has("ada", "Handy Pack") == 0
    armed.is_sound()


def test_a_sealed_hand_is_learnt_from_nothing(armed: Hall) -> None:
    """Neither the entry's words, arguments and events nor anybody else's view say what was chosen."""
    armed.do("ada", "declare-battle")
    armed.do("bob", "declare-battle")
    choose_hand(armed, "ada", 4)
    entry = armed.entries("move")[-1]
    assert set(entry.args["answers"]) == {"commitment"}
    match = match_of(armed)
    table = loaded_match(armed.read_context("bob"), match)
    for viewer in ("bob", None):
        assert not table.game.view(table.rules, table.state, viewer).chosen


def test_R47_a_card_that_destroys_its_species_does_so_in_the_whole_hall(armed: Hall) -> None:
    """Originals of others too; each owner who lost any gains a Vertebra, and somebody gains a new one."""
    for name in ("ada", "eve"):
        armed.grant_card(name, "Quantum", ["Clocks Impression"])
    armed.grant_card("ada", "7 of Clocks")
    armed.do("ada", "declare-battle")
    armed.do("bob", "declare-battle")
    deck = state_of(armed)
    by_species = {deck.cards[number].species: number for number in seat(armed, "ada").deck}
    hand = [by_species[species] for species in ("7 of Clocks", "Quantum", "2", "3", "5")]
    move(armed, "ada", hand, kind="hand")
    choose_hand(armed, "bob")
    armed.to(BATTLE)
    for name in ("ada", "bob"):
        move(armed, name, kind="pass")
    before = {name: armed.has(name, "Vertebra") for name in ("ada", "eve")}
    move(armed, "ada", kind="play", card=by_species["7 of Clocks"])
    move(armed, "bob", [seat(armed, "bob").deck[0]], kind="draw")
    move(armed, "ada", kind="play", card=by_species["Quantum"])
    assert [armed.has(name, "Vertebra") - before[name] for name in ("ada", "eve")] == [1, 1]
    assert Card.objects.filter(cycle=armed.cycle, species="Quantum").exclude(holder="").count() == 1
    armed.is_sound()


def test_the_phase_in_which_hands_are_due_is_the_laws(armed: Hall) -> None:
    """The match says from when on its time runs."""
    armed.do("ada", "declare-battle")
    armed.do("bob", "declare-battle")
    assert not match_of(armed).clocks.exists()
    armed.to(BATTLE)
    assert match_of(armed).clocks.get().due_at == BATTLE + DAY
    assert START < BATTLE


# ── R136: a calendar that begins the battle phase now, or ends it


def calendar_from(hall: Hall, hour: int) -> None:
    """An urgent vote has the battle phase begin at this hour of the week; it is enacted after two days."""
    path = "/calendar/phases/1/starts_at_hour"
    hall.propose("ada", {"op": "replace", "path": path, "value": hour}, **{"class": "urgent"})
    hall.wait(hours=48)


def test_R136_a_battle_begins_where_the_calendar_is_shortened_past_the_present(armed: Hall) -> None:
    """The phase begins with all that a beginning does; nobody declares for it any more, and burning is over."""
    for name in ("ada", "bob"):
        armed.do(name, "declare-battle")
        choose_hand(armed, name)
    assert match_of(armed).status == MatchStatus.GATHERING
    calendar_from(armed, 24)
    assert (armed.cycle.phase, armed.cycle.phase_kind) == (1, "battle")
    assert match_of(armed).status == MatchStatus.RUNNING
    assert state_of(armed).stage == "betting"
    armed.refused("eve", "declare-battle", "wrong-phase")
    armed.is_sound()


def test_R136_battles_do_not_gather_on_into_another_rest_phase(armed: Hall) -> None:
    """A battle phase cut short by rest: who declares then declares for the battle after it."""
    calendar_from(armed, 24)
    calendar_from(armed, 120)
    assert (armed.cycle.phase, armed.cycle.phase_kind) == (2, "rest")
    for name in ("ada", "bob"):
        armed.do(name, "declare-battle")
        choose_hand(armed, name)
    assert match_of(armed).title == "The battle of week 1"
    armed.to(START + 5 * DAY)
    assert match_of(armed).status == MatchStatus.RUNNING
    armed.is_sound()


def test_R136_limits_of_a_phase_are_those_of_the_new_one(armed: Hall) -> None:
    """Burnt twice in the rest phase; the one that a vote brings back has another number, and so two more."""

    def burn() -> None:
        armed.do("eve", "burn-card", card=armed.cards("eve")[0].code)

    burn()
    burn()
    armed.refused("eve", "burn-card", "too-often", card=armed.cards("eve")[0].code)
    calendar_from(armed, 24)
    calendar_from(armed, 120)
    burn()
    burn()
    assert armed.cycle.phase == 2
    armed.is_sound()


# ── R134: luck in a game


@pytest.fixture
def lucky(open_cycle: OpenCycle) -> Hall:
    """A battle of Ada and Bob in which Bob is to move, and holds nothing but Torn cards; he may roll again often."""
    law = cycle_16()
    law["rules"]["luck"]["clauses"]["reroll"]["limit"]["times"] = 5
    hall = open_cycle(law, joined=("ada", "bob"))
    for species in PLAIN[:5]:
        hall.grant_card("ada", species)
        hall.grant_card(
            "bob", species, ["Torn", "Red Coating", "Cyan Coating"]
        )  # opposites, so that each fits upon each
    hall.grant("bob", "Good luck", 5)
    hall.grant("bob", "Handy Pack", 2)
    begun(hall, "ada", "bob")
    return hall


def torn_play(hall: Hall) -> Entry:
    """Bob plays a card; its value is drawn."""
    move(hall, "bob", kind="play", card=seat(hall, "bob").hand[0])
    entry = hall.entries("move")[-1]
    assert entry.draws
    return entry


def test_R134_a_pack_opened_in_the_hall_is_not_the_games_one_reroll(lucky: Hall) -> None:
    """Its cards joined the deck, so it is a step of the game; the moves of the game have their own reroll."""
    opened = lucky.do("bob", "open-pack", pack="Handy Pack")
    lucky.do("bob", "luck_reroll", act=opened.key)
    played = torn_play(lucky)
    lucky.do("bob", "luck_reroll", act=played.key)
    assert lucky.has("bob", "Good luck") == 3
    assert lucky.entries()[-1].failure is None
    lucky.is_sound()


def test_R134_nor_does_a_move_that_was_rolled_again_keep_a_pack_from_it(lucky: Hall) -> None:
    """The other order; a second move is refused, which says why and uses nothing up."""
    played = torn_play(lucky)
    lucky.do("bob", "luck_reroll", act=played.key)
    opened = lucky.do("bob", "open-pack", pack="Handy Pack")
    lucky.do("bob", "luck_reroll", act=opened.key)
    again = lucky.entries("move")[-1]
    refused = lucky.refused("bob", "luck_reroll", "later-acts", act=again.key)
    assert "went on" in refused.detail
    assert lucky.has("bob", "Good luck") == 3
    lucky.is_sound()


def test_R19_R134_moves_of_one_game_are_rolled_again_once(lucky: Hall) -> None:
    """The second is refused, and uses nothing up."""
    lucky.do("bob", "luck_reroll", act=torn_play(lucky).key)
    move(lucky, "ada", kind="draw")
    second = torn_play(lucky)
    refused = lucky.refused("bob", "luck_reroll", "later-acts", act=second.key)
    assert "only once per match" in refused.detail
    assert lucky.has("bob", "Good luck") == 4
