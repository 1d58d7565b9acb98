"""Joining, leaving, reputation and activity: R5 to R8, R72, R100."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.court.office import judge_of
from nomic.inventory.models import Card
from nomic.players.models import Player
from nomic.proposals.models import Proposal
from tests.support.hall import ADMIN, BATTLE, DAY, HOUR, START, WEEK, Hall, bare_law, cycle_16

MOMENT = timedelta(microseconds=1)


# Joining and leaving (R5)


def test_R5_a_person_becomes_a_player_by_joining(hall: Hall) -> None:
    """Who joins is a player from that instant and phase on."""
    hall.clock.to(BATTLE + HOUR)
    entry = hall.do("ada", "join")
    player = hall.player("ada")
    assert (player.joined_at, player.joined_phase, player.is_playing) == (BATTLE + HOUR, 1, True)
    assert entry.words == ["ada joins the game."]
    assert entry.events == [{"kind": "joined", "player": "ada"}]


def test_R5_a_player_cannot_join_again(cast: Hall) -> None:
    """Nobody is a player twice."""
    cast.refused("ada", "join", "already-a-player", "R5")


def test_R5_a_leaver_may_not_come_back_within_seven_days(cast: Hall) -> None:
    """A microsecond before seven days have passed, joining is refused."""
    cast.clock.to(BATTLE)
    cast.do("ada", "leave")
    cast.clock.to(BATTLE + 7 * DAY - MOMENT)
    cast.refused("ada", "join", "left-recently", "R5")


def test_R5_a_leaver_may_come_back_after_seven_days(cast: Hall) -> None:
    """Exactly seven days after leaving one may join again."""
    cast.clock.to(BATTLE)
    cast.do("ada", "leave")
    cast.clock.to(BATTLE + 7 * DAY)
    cast.do("ada", "join")
    assert cast.player("ada").is_playing


def test_R5_the_time_before_coming_back_is_law(open_cycle) -> None:
    """An hour in the law is an hour at the door."""
    law = cycle_16()
    law["membership"]["rejoin_after_hours"] = 1
    hall = open_cycle(law, joined=("ada",))
    hall.do("ada", "leave")
    hall.clock.to(START + HOUR - MOMENT)
    hall.refused("ada", "join", "left-recently")
    hall.clock.to(START + HOUR)
    hall.join("ada")


def test_R5_who_is_no_player_cannot_leave(hall: Hall) -> None:
    """Leaving is for players."""
    hall.refused("ada", "leave", "not-a-player", "R5")


def test_R5_R30_leaving_destroys_all_that_the_leaver_owned(cast: Hall) -> None:
    """Balances become nothing and cards lose their holder, Adamantine ones too; the others keep theirs."""
    cast.grant_card("ada", "King", ["Adamantine"])
    kept = cast.grant_card("bob", "King")
    cast.grant("ada", "Chip", 2)
    entry = cast.do("ada", "leave")
    assert (cast.has("ada", "Vertebra"), cast.has("ada", "Chip"), cast.cards("ada")) == (0, 0, [])
    assert Card.objects.filter(cycle=cast.pk, holder="").count() == 1
    assert cast.cards("bob") == [kept]
    assert cast.has("bob", "Vertebra") == 20
    assert entry.words == ["ada leaves the game.", "Everything ada owned is destroyed."]
    cast.is_sound()


def test_R5_a_leavers_proposals_stand(cast: Hall) -> None:
    """What somebody proposed before leaving is voted on and takes effect."""
    price = "/shop/offers/Chip/costs/Vertebra"
    code = cast.propose("ada", {"op": "replace", "path": price, "value": 30})
    cast.do("ada", "leave")
    cast.vote(code, bob="for")
    cast.to(WEEK)
    assert Proposal.objects.get(code=code).status == "enacted"
    assert cast.cycle.law.document["shop"]["offers"]["Chip"]["costs"]["Vertebra"] == 30


def test_R5_R100_a_leaver_who_is_judge_stays_judge(cast: Hall) -> None:
    """The Judgeship stands when the Judge ceases to be a player."""
    cast.do(ADMIN, "appoint-judge", player="ada", reason="elected")
    cast.do("ada", "leave")
    assert judge_of(cast.cycle) == "ada"


def test_R5_nothing_more_happens_to_a_leaver(hall: Hall) -> None:
    """Who leaves before becoming reputable does not become it when the time would have come."""
    hall.clock.to(WEEK)
    hall.join("ada")
    hall.do("ada", "leave")
    hall.to(WEEK + 8 * DAY)
    assert hall.entries("become-reputable") == []
    assert not Player.objects.get(name="ada").is_reputable


# Reputation (R6)


def test_R6_who_joins_before_three_days_have_passed_is_reputable_at_once(hall: Hall) -> None:
    """A founder's reputation follows the joining in the journal, at the same instant."""
    hall.clock.to(BATTLE - MOMENT)
    hall.join("ada")
    assert hall.player("ada").reputable_since == BATTLE - MOMENT
    assert hall.actions() == ["begin-cycle", "join", "become-reputable", "act-by-rule"]


def test_R6_who_joins_when_three_days_have_passed_waits_seven(hall: Hall) -> None:
    """Three days are over at their last instant."""
    hall.clock.to(BATTLE)
    hall.join("ada")
    assert hall.player("ada").reputable_since is None
    hall.to(BATTLE + 7 * DAY - MOMENT)
    assert hall.player("ada").reputable_since is None
    hall.to(BATTLE + 7 * DAY)
    assert hall.player("ada").reputable_since == BATTLE + 7 * DAY


def test_R6_reputation_comes_at_its_own_instant_however_late_it_is_settled(hall: Hall) -> None:
    """After weeks of downtime the entry still carries the instant of the seventh day."""
    joined = WEEK + 5 * HOUR
    hall.clock.to(joined)
    hall.join("ada")
    hall.to(joined + 40 * DAY)
    (entry,) = hall.entries("become-reputable")
    assert entry.at == joined + 7 * DAY
    assert entry.phase == 4


def test_R6_reputation_ends_with_leaving(cast: Hall) -> None:
    """Who leaves is not reputable, and starts again from nothing after coming back."""
    cast.clock.to(WEEK)
    cast.do("ada", "leave")
    assert cast.player("ada").reputable_since is None
    cast.clock.to(WEEK + 7 * DAY)
    cast.join("ada")
    assert not cast.player("ada").is_reputable
    cast.to(WEEK + 14 * DAY)
    assert cast.player("ada").reputable_since == WEEK + 14 * DAY


@pytest.fixture
def newcomer(cast: Hall) -> Hall:
    """In phase 2 zoe has joined ada, bob and eve, and is not reputable."""
    cast.clock.to(WEEK)
    cast.join("zoe")
    return cast


def test_R6_two_reputable_players_make_a_third_reputable_at_once(newcomer: Hall) -> None:
    """The second declaration does it, at its instant."""
    newcomer.do("ada", "declare-reputable", player="zoe")
    assert not newcomer.player("zoe").is_reputable
    newcomer.clock.wait(hours=1)
    newcomer.do("bob", "declare-reputable", player="zoe")
    assert newcomer.player("zoe").reputable_since == WEEK + HOUR


def test_R6_after_a_declaration_the_seventh_day_brings_nothing_more(newcomer: Hall) -> None:
    """Whoever became reputable by a declaration does not become so again a week after joining."""
    for name in ("ada", "bob"):
        newcomer.do(name, "declare-reputable", player="zoe")
    newcomer.to(WEEK + 8 * DAY)
    zoes = [entry for entry in newcomer.entries("become-reputable") if entry.args["player"] == "zoe"]
    assert [entry.args["because"] for entry in zoes] == ["declaration"]


def test_R6_one_word_twice_is_one_word(newcomer: Hall) -> None:
    """Nobody declares the same player twice."""
    newcomer.do("ada", "declare-reputable", player="zoe")
    newcomer.refused("ada", "declare-reputable", "nobody-to-declare", "R6", player="zoe")
    newcomer.join("tom")
    newcomer.refused("ada", "declare-reputable", "already-declared", "R6", player="zoe")


def test_R6_only_the_reputable_declare(newcomer: Hall) -> None:
    """An unreputable player's word is refused."""
    newcomer.join("tom")
    newcomer.refused("tom", "declare-reputable", "not-reputable", "R6", player="zoe")


def test_R6_nobody_declares_who_is_reputable_or_themself(newcomer: Hall) -> None:
    """The word is for an unreputable other."""
    newcomer.refused("ada", "declare-reputable", "already-reputable", "R6", player="bob")
    newcomer.refused("ada", "declare-reputable", "not-yourself", "R6", player="ada")


def test_R6_a_word_counts_only_while_its_giver_is_reputable(newcomer: Hall) -> None:
    """At the second declaration the first declarer has left: it takes a third."""
    newcomer.do("ada", "declare-reputable", player="zoe")
    newcomer.do("ada", "leave")
    newcomer.do("bob", "declare-reputable", player="zoe")
    assert not newcomer.player("zoe").is_reputable
    newcomer.do("eve", "declare-reputable", player="zoe")
    assert newcomer.player("zoe").is_reputable


def test_R6_a_leavers_word_lapses_and_may_be_given_again(open_cycle) -> None:
    """Who comes back and is reputable again can declare the same player once more."""
    law = cycle_16()
    law["membership"] |= {"rejoin_after_hours": 0, "reputable_after_hours": 500}
    hall = open_cycle(law, joined=("ada", "bob", "eve"))
    hall.clock.to(BATTLE)
    hall.join("zoe")
    hall.do("ada", "declare-reputable", player="zoe")
    hall.do("ada", "leave")
    hall.join("ada")
    for name in ("bob", "eve"):
        hall.do(name, "declare-reputable", player="ada")
    hall.do("ada", "declare-reputable", player="zoe")
    assert not hall.player("zoe").is_reputable
    hall.do("bob", "declare-reputable", player="zoe")
    assert hall.player("zoe").is_reputable


def test_R6_lowering_the_time_makes_those_reputable_who_have_waited_long_enough(newcomer: Hall) -> None:
    """A law change moves the instants that are waited for; what is already past comes at once."""
    newcomer.clock.to(WEEK + DAY)
    code = newcomer.propose(
        "ada",
        {"op": "replace", "path": "/membership/reputable_after_hours", "value": 24},
        **{"class": "urgent"},
    )
    newcomer.vote(code, ada="for")
    newcomer.to(WEEK + 3 * DAY)
    assert newcomer.player("zoe").reputable_since == WEEK + 3 * DAY


def test_R6_raising_the_time_keeps_people_waiting(newcomer: Hall) -> None:
    """The new waiting time is counted from joining."""
    newcomer.clock.to(WEEK + DAY)
    newcomer.propose(
        "ada",
        {"op": "replace", "path": "/membership/reputable_after_hours", "value": 240},
        **{"class": "urgent"},
    )
    newcomer.to(WEEK + 10 * DAY - MOMENT)
    assert not newcomer.player("zoe").is_reputable
    newcomer.to(WEEK + 10 * DAY)
    assert newcomer.player("zoe").is_reputable


def test_R6_listing_whom_one_can_declare_takes_no_query_per_player(
    newcomer: Hall, django_assert_max_num_queries
) -> None:
    """However many wait for a word, the list is read at once."""
    newcomer.join(*(f"new{count}" for count in range(12)))
    with django_assert_max_num_queries(24):  # all that can be done is looked at, at court and in trades too
        assert newcomer.can("ada")["declare-reputable"].available


def needing(hall: Hall, declarations: int) -> None:
    """An urgent vote asks for so many declarations from now on."""
    path = "/membership/declarations_needed"
    hall.propose("ada", {"op": "replace", "path": path, "value": declarations}, **{"class": "urgent"})
    hall.to(hall.clock.now + 2 * DAY)


def test_R137_fewer_declarations_needed_make_those_reputable_who_have_enough(newcomer: Hall) -> None:
    """At the instant of the law, with the first grant; who has too few still waits for their time."""
    newcomer.join("yan")
    newcomer.do("ada", "declare-reputable", player="zoe")
    needing(newcomer, 1)
    assert newcomer.player("zoe").reputable_since == WEEK + 2 * DAY
    assert newcomer.has("zoe", "Vertebra") > 0
    assert newcomer.player("yan").reputable_since is None
    newcomer.to(WEEK + 7 * DAY)
    assert newcomer.player("yan").reputable_since == WEEK + 7 * DAY
    became = [entry.args for entry in newcomer.entries("become-reputable")][-2:]
    assert became == [{"player": "zoe", "because": "declaration"}, {"player": "yan", "because": "time"}]
    newcomer.is_sound()


def test_R137_a_declaration_of_who_has_left_does_not_count(newcomer: Hall) -> None:
    """R6: those count who are reputable at that moment."""
    newcomer.do("eve", "declare-reputable", player="zoe")
    newcomer.do("eve", "leave")
    needing(newcomer, 1)
    assert newcomer.player("zoe").reputable_since is None
    newcomer.do("ada", "declare-reputable", player="zoe")
    assert newcomer.player("zoe").reputable_since == WEEK + 2 * DAY
    newcomer.is_sound()


def test_R137_more_declarations_needed_take_nothing_away(newcomer: Hall) -> None:
    """Who is reputable stays so; who had one of two has one of three then."""
    for name in ("ada", "bob"):
        newcomer.do(name, "declare-reputable", player="zoe")
    newcomer.join("yan")
    newcomer.do("ada", "declare-reputable", player="yan")
    since = newcomer.player("zoe").reputable_since
    needing(newcomer, 3)
    assert newcomer.player("zoe").reputable_since == since
    newcomer.do("bob", "declare-reputable", player="yan")
    assert newcomer.player("yan").reputable_since is None
    needing(newcomer, 2)
    assert newcomer.player("yan").reputable_since == WEEK + 4 * DAY
    newcomer.is_sound()


# The first grant (R7)


@pytest.mark.parametrize(
    ("phase", "vertebrae"),
    [(0, 20), (1, 25), (2, 25), (3, 30), (4, 30), (5, 35), (6, 35), (7, 40), (8, 40), (9, 45)],
)
def test_R7_the_first_grant_grows_with_every_second_phase(cast: Hall, phase: int, vertebrae: int) -> None:
    """20 + 5·⌈X/2⌉ Vertebrae in phase X."""
    weeks, battle = divmod(phase, 2)
    cast.to(START + weeks * 7 * DAY + battle * 3 * DAY)
    cast.join("zoe")
    for name in ("ada", "bob")[: 2 if phase else 0]:
        cast.do(name, "declare-reputable", player="zoe")
    assert cast.cycle.phase == phase
    assert cast.has("zoe", "Vertebra") == vertebrae


def test_R7_the_grant_comes_once_in_a_cycle(cast: Hall) -> None:
    """Becoming reputable a second time brings nothing."""
    cast.do("ada", "leave")
    cast.to(WEEK)
    cast.join("ada")
    cast.to(WEEK + 7 * DAY)
    assert cast.player("ada").is_reputable
    assert cast.has("ada", "Vertebra") == 0


def test_R3_R7_at_a_boundary_the_phase_number_is_the_old_one(hall: Hall) -> None:
    """Who becomes reputable at the very instant at which phase 4 begins is granted by phase 3."""
    hall.clock.to(WEEK)
    hall.join("ada")
    hall.to(WEEK + 7 * DAY)
    assert hall.cycle.phase == 4
    assert hall.has("ada", "Vertebra") == 20 + 5 * 2
    reputable, grant, phase = hall.entries()[-3:]
    assert [entry.action for entry in (reputable, grant, phase)] == ["become-reputable", "act-by-rule", "begin-phase"]
    assert reputable.phase == grant.phase == 3
    assert reputable.at == grant.at == phase.at == WEEK + 7 * DAY


def test_R72_a_law_without_a_starting_grant_grants_nothing(open_cycle) -> None:
    """Other cycles take over these rules of time, players and proposals, but not R7's grant."""
    hall = open_cycle(bare_law(), joined=("ada", "bob"))
    assert hall.player("ada").is_reputable
    assert hall.has("ada", "Vertebra") == 0
    hall.propose_and_vote("ada", {"op": "replace", "path": "/cycle/title", "value": "Another"}, by=("ada",), at=WEEK)
    assert hall.cycle.title == "Another"
    hall.is_sound()


def test_R72_the_actions_of_the_hall_do_not_exist_in_other_cycles(open_cycle) -> None:
    """A law without a shop has no buying, and so on."""
    hall = open_cycle(bare_law(), joined=("ada",))
    assert not {"buy", "open-pack", "burn-card", "gift", "correct-grant"} & hall.can("ada").keys()


# Activity (R8)


def test_R8_a_player_is_active_in_the_phase_of_joining(hall: Hall) -> None:
    """A newcomer is not inactive although they did nothing in the phase before."""
    hall.clock.to(BATTLE)
    hall.join("ada")
    assert not hall.player("ada").is_inactive(1)


def test_R8_a_player_without_an_act_in_the_phase_before_is_inactive(cast: Hall) -> None:
    """Joining counts for the next phase; after a whole phase of silence they are inactive."""
    assert not cast.player("ada").is_inactive(1)
    assert cast.player("ada").is_inactive(2)
    cast.clock.to(BATTLE)
    cast.do("ada", "buy", offer="Handy Pack")
    assert not cast.player("ada").is_inactive(2)


def test_R8_an_act_in_the_running_phase_does_not_make_up_for_the_last(cast: Hall) -> None:
    """Inactivity is about the phase before."""
    cast.clock.to(WEEK)
    cast.do("ada", "buy", offer="Handy Pack")
    assert cast.player("ada").is_inactive(2)
    assert not cast.player("ada").is_inactive(3)


def test_R8_acts_in_two_phases_running_keep_a_player_active_in_both(cast: Hall) -> None:
    """The act of the phase before is remembered when the next one is done."""
    cast.clock.to(BATTLE)
    cast.do("ada", "buy", offer="Already-opened Pack")
    cast.clock.to(WEEK)
    cast.do("ada", "buy", offer="Already-opened Pack")
    assert not cast.player("ada").is_inactive(2)


def test_R8_a_vote_is_no_act(cast: Hall) -> None:
    """Who only votes is inactive in the next phase."""
    code = cast.propose("ada")
    cast.clock.to(BATTLE)
    cast.vote(code, bob="for")
    assert cast.player("bob").last_act_phase == 0
    assert cast.player("bob").is_inactive(2)


@pytest.mark.parametrize("action", ["submit-proposal", "withdraw-proposal", "gift", "open-pack", "declare-reputable"])
def test_R8_every_other_accepted_act_counts(cast: Hall, action: str) -> None:
    """Proposing, withdrawing, giving, opening, declaring: all are acts."""
    code = cast.propose("ada")
    cast.grant("ada", "Handy Pack")
    cast.clock.to(BATTLE + HOUR)
    cast.join("zoe")
    args = {
        "submit-proposal": {"title": "T", "text": "x"},
        "withdraw-proposal": {"proposal": code},
        "gift": {"to": "bob"},
        "open-pack": {"pack": "Handy Pack"},
        "declare-reputable": {"player": "zoe"},
    }[action]
    cast.do("ada", action, **args)
    assert cast.player("ada").last_act_phase == 1


def test_R8_a_refused_act_does_not_count(cast: Hall) -> None:
    """A refused act is not noted as the player's last act."""
    cast.clock.to(BATTLE)
    cast.refused("ada", "open-pack", "no-pack", pack="Handy Pack")
    assert cast.player("ada").last_act_phase == 0


def test_R8_a_correction_is_no_act_of_either(cast: Hall) -> None:
    """Neither the admin's own player nor whoever is corrected becomes active by it."""
    cast.join(ADMIN)
    cast.clock.to(BATTLE)
    cast.grant("ada", "Chip")
    assert cast.player("ada").last_act_phase == 0
    assert cast.player(ADMIN).last_act_phase == 0


@given(
    acts=st.sets(st.integers(1, 8)),
    joined=st.integers(0, 4),
)
def test_R8_activity_agrees_with_the_list_of_all_acts(acts: set[int], joined: int) -> None:
    """Two remembered phases are enough to answer for the running phase what the whole history would."""
    player = Player(joined_phase=joined, last_act_phase=joined)
    history = {joined}
    for phase in range(joined, 10):
        if phase in acts:
            history.add(phase)
            if player.last_act_phase != phase:
                player.act_phase_before, player.last_act_phase = player.last_act_phase, phase
        assert player.is_inactive(phase) is (phase != joined and phase - 1 not in history)
