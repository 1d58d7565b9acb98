"""A ban reaches an act that somebody gave before the ban and that is carried out under it, however it came in."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from nomic.law.document.templates import document_of
from nomic.matches.models import MatchSeat, MatchStatus, MatchStep, StandingOrder
from nomic.proposals.models import Proposal, ProposalStatus, Vote
from nomic.trades.models import TradeStatus
from tests.clauses.conftest import with_clauses
from tests.support.dungeon_cycles import BLANKS, Delve
from tests.support.hall import ADMIN, BATTLE, DAY, START, Document, Hall, OpenCycle, cycle_16
from tests.support.knucklebones_cycles import Bones, law_with_bones
from tests.support.lanterns_game import lanterns, sit_down
from tests.trades.table import lots, newest, offer

__all__ = ["lanterns"]
BOT = "Greedy bot 1"
CLAUSES: Document = {
    "closed": {"value": "Closed", "is": "flag"},
    "close": {"action": "Close the Hall", "do": [{"set": "Closed", "to": 1}]},
}


@dataclass
class Given:
    """An act that is given now. `carry_out` brings the moment of doing it, and `is_done` says whether it was done."""

    hall: Hall
    carry_out: Callable[[], object]
    is_done: Callable[[], bool]
    reason: bool = True  # whether the journal says why it was not done


Way = Callable[[OpenCycle, Document, Document], Given]


def standing_order(open_cycle: OpenCycle, document: Document, clauses: Document) -> Given:
    hall = open_cycle(document, joined=("ada", "bob", "eve"))
    table = sit_down(hall, "ada", "bob", "eve")
    table.wishes(ada=5, bob=4, eve=3)
    hall.do("bob", "give-standing-order", match=table.code, order={"kind": "throw", "die": 8, "to": "bob"})

    def pass_on() -> None:
        hall.wait(hours=2)  # the turn comes by the clock, as nobody may move

    return Given(hall, pass_on, lambda: StandingOrder.objects.get(player="bob").status == "used")


def plan(open_cycle: OpenCycle, document: Document, clauses: Document) -> Given:
    dungeon = document_of("dungeon")
    dungeon["dungeon"] |= {"pool": BLANKS}
    hall = open_cycle(with_clauses(dungeon, clauses), template="dungeon", joined=("ada", "bob"))
    deep = Delve(hall)
    before = deep.explorer("ada").at
    deep.plan("ada", "NE", "NE")
    return Given(hall, lambda: hall.to(START + DAY), lambda: deep.explorer("ada").at != before)


def bots_move(open_cycle: OpenCycle, document: Document, clauses: Document) -> Given:
    hall = open_cycle(document, practice=True, owner_name="ada", joined=("ada",))
    hall.do("ada", "seat-bot", bot="Greedy")
    hall.do("ada", "intend-knucklebones", opponents=[BOT])
    hall.do(ADMIN, "appoint-judge", player="ada", reason="for the test")  # whom the ban spares

    def moved() -> bool:
        return MatchStep.objects.filter(match__cycle=hall.cycle, player=BOT, kind="move").exists()

    def carry_out() -> None:
        hall.to(BATTLE)
        bones = Bones(hall)
        if bones.state().mover.player == "ada":
            bones.move("ada", "place", column=1)

    return Given(hall, carry_out, moved)


def bots_intention(open_cycle: OpenCycle, document: Document, clauses: Document) -> Given:
    hall = open_cycle(document, practice=True, owner_name="ada", joined=("ada",))
    hall.do("ada", "seat-bot", bot="Greedy")
    hall.do(ADMIN, "appoint-judge", player="ada", reason="for the test")  # whom the ban spares

    def carry_out() -> None:
        hall.do("ada", "intend-knucklebones", opponents=[BOT])

    return Given(hall, carry_out, lambda: hall.cycle.intentions.filter(player=BOT).exists(), reason=False)


def bots_vote(open_cycle: OpenCycle, document: Document, clauses: Document) -> Given:
    hall = open_cycle(document, practice=True, owner_name="ada", joined=("ada",))
    hall.do("ada", "seat-bot", bot="Greedy")
    return Given(hall, lambda: hall.propose("ada"), lambda: Vote.objects.filter(name=BOT).exists())


def bots_consent(open_cycle: OpenCycle, document: Document, clauses: Document) -> Given:
    hall = open_cycle(document, practice=True, owner_name="ada", joined=("ada",))
    hall.do("ada", "seat-bot", bot="Greedy")
    hall.grant("ada", "Chip", 2)
    made: list[Any] = []

    def carry_out() -> None:
        made.append(offer(hall, "ada", BOT, gives=lots(Chip=1), wants=lots(Vertebra=20)))

    return Given(hall, carry_out, lambda: any(each.status == TradeStatus.MADE for each in made))


def bots_declaration(open_cycle: OpenCycle, document: Document, clauses: Document) -> Given:
    """Ada herself has declared before the ban; the bot would after her."""
    hall = open_cycle(document, practice=True, owner_name="ada", joined=("ada",))
    for _ in range(6):
        hall.grant_card("ada", "5")
    declared = MatchSeat.objects.filter(match__cycle=hall.cycle, player=BOT, status="in")
    hall.join("bob")
    for _ in range(6):
        hall.grant_card("bob", "5")
    hall.do("bob", "declare-battle")

    return Given(hall, lambda: hall.do("ada", "seat-bot", bot="Greedy"), declared.exists, reason=False)


def bots_duel(open_cycle: OpenCycle, document: Document, clauses: Document) -> Given:
    hall = open_cycle(document, practice=True, owner_name="ada", joined=("ada",))
    for _ in range(6):
        hall.grant_card("ada", "5")
    hall.do("ada", "seat-bot", bot="Greedy")

    def accepted() -> bool:
        return hall.cycle.matches.exclude(status=MatchStatus.OVER).exists()

    return Given(hall, lambda: hall.do("ada", "request-duel", players=[BOT]), accepted, reason=False)


WAYS: list[tuple[str, Way]] = [
    ("move", standing_order),
    ("move", plan),
    ("move", bots_move),
    ("intend-knucklebones", bots_intention),
    ("vote", bots_vote),
    ("consent-trade", bots_consent),
    ("declare-battle", bots_declaration),
    ("accept-duel", bots_duel),
]


@pytest.mark.parametrize(("action", "way"), WAYS, ids=lambda each: getattr(each, "__name__", each))
@pytest.mark.parametrize("is_closed", [True, False], ids=["banned", "free"])
def test_a_ban_reaches_what_was_given_before_it(
    action: str, way: Way, is_closed: bool, open_cycle: OpenCycle, lanterns: object
) -> None:
    """Without the ban it is done; R66 and R110: what is not allowed when its moment comes is lost."""
    clauses = CLAUSES | {
        "ban": {
            "forbid": action,
            "if": {"is": [{"value_of": "Closed"}, "equals", 1]},
            "except": {"holds": "$me", "office": "Judge"},
            "because": "The Hall is closed",
        }
    }
    given = way(open_cycle, with_clauses(law_with_bones(), clauses), clauses)
    hall = given.hall
    assert not given.is_done()
    if is_closed:
        hall.do("ada", "tolls_close")
    given.carry_out()
    hall.settle()
    assert given.is_done() is not is_closed
    words = [word for entry in hall.entries() for word in entry.words]
    if given.reason:
        assert any("The Hall is closed." in word or "forbids ada to move" in word for word in words) is is_closed
    hall.is_sound()


# ── what is done stays done


def closing(action: str) -> Document:
    """A law in which the action is forbidden from the moment at which somebody closes the Hall until it is opened."""
    ban = {"forbid": action, "if": {"is": [{"value_of": "Closed"}, "equals", 1]}, "because": "The Hall is closed"}
    opened = {"action": "Open the Hall", "do": [{"set": "Closed", "to": 0}]}
    return with_clauses(cycle_16(), {**CLAUSES, "open": opened, "ban": ban})


def test_a_vote_given_before_a_ban_on_votes_counts(open_cycle: OpenCycle) -> None:
    """R10: the votes that stand at the end. Nobody changes theirs meanwhile."""
    hall = open_cycle(closing("vote"), joined=("ada", "bob", "eve"))
    price = {"op": "replace", "path": "/shop/offers/Handy Pack/costs/Vertebra", "value": 13}
    number = hall.propose("ada", price)
    hall.vote(number, ada="for", bob="for")
    hall.do("ada", "tolls_close")
    hall.refused("bob", "vote", "forbidden", "Tolls", proposal=number, vote="against")
    hall.refused("eve", "vote", "forbidden", "Tolls", proposal=number, vote="against")
    hall.to(START + 7 * DAY)
    assert Proposal.objects.get(code=number).status == ProposalStatus.ENACTED
    hall.is_sound()


def test_a_consent_given_before_a_ban_stands_and_the_second_is_refused_until_it_ends(open_cycle: OpenCycle) -> None:
    """R21: the trade happens with the second consent, which is the act that the ban reaches."""
    hall = open_cycle(closing("consent-trade"), joined=("ada", "bob", "eve"))
    hall.grant("ada", "Chip", 2)
    hall.grant("bob", "Vertebra", 9)
    trade = offer(hall, "ada", "bob", gives=lots(Chip=1), wants=lots(Vertebra=5))
    hall.do("ada", "tolls_close")
    hall.refused("bob", "consent-trade", "forbidden", "Tolls", trade=trade.code, version=1)
    assert newest(hall, trade.code).is_open
    hall.do("eve", "tolls_open")
    hall.do("bob", "consent-trade", trade=trade.code, version=1)
    assert newest(hall, trade.code).status == TradeStatus.MADE
    hall.is_sound()


def test_who_declared_for_a_battle_before_the_ban_is_in_it(open_cycle: OpenCycle) -> None:
    """R94: a declaration stands unless it is taken back; who comes under the ban is refused."""
    hall = open_cycle(closing("declare-battle"), joined=("ada", "bob", "eve"))
    for name in ("ada", "bob", "eve"):
        for _ in range(5):
            hall.grant_card(name, "5")
    hall.do("ada", "declare-battle")
    hall.do("bob", "declare-battle")
    hall.do("eve", "tolls_close")
    hall.refused("eve", "declare-battle", "forbidden", "Tolls")
    hall.to(BATTLE)
    seats = MatchSeat.objects.filter(match__cycle=hall.cycle, status="in").order_by("player")
    assert [seat.player for seat in seats] == ["ada", "bob"]
    hall.is_sound()


def test_a_plan_is_lost_for_whom_the_ban_means_and_for_this_period_only(open_cycle: OpenCycle) -> None:
    """R66: Bob, whom it spares, walks; a leaver's plan is no trouble; the next plan of Ada is carried out again."""
    dungeon = document_of("dungeon")
    dungeon["dungeon"] |= {"pool": BLANKS}
    barred: Document = {
        "barred": {"value": "Barred", "is": "flag", "of": "player"},
        "bar": {
            "action": "Bar",
            "with": {"whom": {"is": "player"}, "n": {"is": "number", "least": 0, "most": 1}},
            "do": [{"set": "Barred", "to": "$n", "of": "$whom"}],
        },
        "ban": {
            "forbid": "move",
            "if": {"is": [{"value_of": "Barred", "of": "$me"}, "equals", 1]},
            "because": "You rest",
        },
    }
    hall = open_cycle(with_clauses(dungeon, barred), template="dungeon", joined=("ada", "bob", "eve", "fay"))
    deep = Delve(hall)
    start = deep.explorer("ada").at
    for name in ("ada", "bob", "eve"):
        deep.plan(name, "NE")
    for name in ("ada", "eve"):
        hall.do("fay", "tolls_bar", whom=name, n=1)
    hall.refused("ada", "move", "forbidden", "Tolls", match=deep.code, move={"kind": "withdraw"})
    hall.do("eve", "leave")
    hall.to(START + DAY)
    assert (deep.explorer("ada").at == start, deep.explorer("bob").at == start) == (True, False)
    hall.do("fay", "tolls_bar", whom="ada", n=0)
    deep.plan("ada", "NE")
    hall.to(START + 2 * DAY)
    assert deep.explorer("ada").at != start
    hall.is_sound()


def test_an_order_whose_ban_has_ended_by_its_moment_is_used(open_cycle: OpenCycle, lanterns: object) -> None:
    """R110: what counts is the moment at which the move would be made."""
    hall = open_cycle(closing("move"), joined=("ada", "bob", "eve"))
    table = sit_down(hall, "ada", "bob", "eve")
    table.wishes(ada=5, bob=4, eve=3)
    hall.do("bob", "give-standing-order", match=table.code, order={"kind": "throw", "die": 8, "to": "bob"})
    hall.do("ada", "tolls_close")
    hall.wait(minutes=20)
    hall.do("ada", "tolls_open")
    table.move("ada", "rest")
    assert StandingOrder.objects.get(player="bob").status == "used"
    hall.is_sound()
