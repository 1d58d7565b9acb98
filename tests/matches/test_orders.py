"""Standing orders (R110): used at once when their moment comes, sealed until then, one in a turn."""

import json
import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from nomic.cycles.live import feed
from nomic.cycles.models import Entry, Unsealing
from nomic.cycles.state_digest import canonical_json, state_of
from nomic.matches.models import MatchStep, StandingOrder
from nomic.notices.models import Notice
from tests.support.hall import BATTLE, HOUR
from tests.support.lanterns_game import LanternsTable
from tests.support.signed_in import browser_of

pytestmark = pytest.mark.django_db
RANDOM = re.compile(r'nonce=\W*[\w+/=]+|csrf\w+\W+value=\W+\w+|"once" value="\w+"|\b[0-9a-f]{32,64}\b')


def give(table: LanternsTable, player: str, **order: Any) -> Entry:
    return table.hall.do(player, "give-standing-order", match=table.code, order=order)


def statuses(table: LanternsTable) -> list[tuple[str, str]]:
    return list(StandingOrder.objects.filter(match=table.match).order_by("pk").values_list("player", "status"))


def code_of(entry: Entry) -> str:
    return str(entry.events[0]["order"])


def test_R110_an_order_is_used_at_once_when_its_moment_comes(playing: LanternsTable) -> None:
    """As the very next entry, at the same instant, by the system."""
    give(playing, "bob", kind="throw", die=8, to="bob")
    playing.hall.clock.wait(minutes=10)
    rested = playing.move("ada", "rest")
    used = playing.hall.entries()[-1]
    assert (used.action, used.seq, used.at) == ("use-standing-order", rested.seq + 1, rested.at)
    step = MatchStep.objects.get(entry=used)
    assert (step.kind, step.player, step.move, step.answers) == ("order", "bob", {"kind": "throw"}, [[8], ["bob"]])
    assert playing.state.turn == "eve"
    assert statuses(playing) == [("bob", "used")]
    assert playing.match.orders == 0
    playing.hall.is_sound()


def test_R110_what_an_order_says_is_sealed_until_it_is_used(playing: LanternsTable) -> None:
    """Then the entry that gave it is open to all."""
    given = give(playing, "bob", kind="throw", die=8, to="bob")
    assert given.args["order"].keys() == {"commitment"}
    assert "8" not in "".join(given.words)
    assert not Unsealing.objects.filter(entry=given).exists()
    playing.move("ada", "rest")
    assert Unsealing.objects.get(entry=given).by_entry.action == "use-standing-order"


def as_others_see_it(table: LanternsTable, order: dict[str, Any]) -> str:
    """All that others can read, and are sent, after eve has given this order; the order is taken back.

    What is random anyway is left out: ids, digests and what guards a form.
    """
    code, slug = table.code, table.hall.slug
    clients = [Client(), browser_of("bob")]
    api = f"/api/v1/cycles/{slug}"
    with transaction.atomic():
        given = give(table, "eve", **order)
        paths = [
            "/", "/notices/", "/recaps/", "/search/?q=throw", f"/c/{slug}/", f"/c/{slug}/matches/",
            f"/c/{slug}/matches/{code}/", f"/c/{slug}/matches/{code}/replay/", f"/c/{slug}/players/eve/",
            f"/c/{slug}/journal/",
            f"/c/{slug}/journal/{given.seq}/", f"/c/{slug}/chance/draws.json", "/players/eve/", f"{api}/",
            f"{api}/journal/{given.seq}/", f"{api}/players/", f"{api}/players/eve/inventory/", f"{api}/actions/",
            f"/api/v1/matches/{code}/", f"/api/v1/matches/{code}/log/", f"/api/v1/matches/{code}/export/",
            f"/api/v1/matches/{code}/moves/",
        ]  # fmt: skip
        answers = [client.get(path) for client in clients for path in paths]
        texts = [
            f"{answer.status_code} {answer.getvalue().decode()}" for answer in answers if answer.status_code != 404
        ]
        assert len(texts) > 30
        rows = [str(list(Notice.objects.exclude(person__username="eve").values("text", "link")))]
        live = [json.dumps(feed._entries(slug, 0)), canonical_json(state_of(table.hall.cycle))]
        transaction.set_rollback(True)
    return RANDOM.sub("", "\n".join(texts + rows + live))


def test_R110_nobody_else_sees_what_an_order_says(playing: LanternsTable) -> None:
    """Two games that differ only in an order look the same to everybody else, in all that they read and are sent."""
    orders: list[dict[str, Any]] = [{"kind": "throw", "die": 8, "to": "bob"}, {"kind": "rest"}]
    one, other = (as_others_see_it(playing, order) for order in orders)
    assert one == other


def test_R110_never_for_the_first_turn_of_a_game(playing: LanternsTable) -> None:
    """ada's order waits for her second."""
    give(playing, "ada", kind="rest")
    assert playing.state.number == 1
    playing.move("ada", "rest")
    playing.move("bob", "rest")
    playing.move("eve", "rest")
    assert playing.hall.entries()[-1].action == "use-standing-order"
    assert playing.state.turn == "bob"


def test_R110_an_order_given_in_its_moment_is_used_at_once(playing: LanternsTable) -> None:
    playing.move("ada", "rest")
    give(playing, "bob", kind="rest")
    assert playing.state.turn == "eve"
    playing.hall.is_sound()


def test_R110_at_most_one_order_of_a_player_in_a_turn(playing: LanternsTable) -> None:
    """Two orders of bob's are used in two of his turns, the one given first first."""
    playing.hall.do("eve", "move", match=playing.code, move={"kind": "forfeit"})
    give(playing, "bob", kind="rest")
    give(playing, "bob", kind="throw", die=6, to="ada")
    playing.move("ada", "rest")
    assert statuses(playing) == [("bob", "used"), ("bob", "waiting")]
    assert playing.state.turn == "ada"
    playing.move("ada", "rest")
    assert statuses(playing) == [("bob", "used"), ("bob", "used")]
    steps = MatchStep.objects.filter(match=playing.match, kind="order").order_by("version")
    assert [step.move["kind"] for step in steps] == ["rest", "throw"]
    playing.hall.is_sound()


def test_R110_one_order_can_bring_the_moment_of_the_next(playing: LanternsTable) -> None:
    """bob's, then eve's, then ada's; each an entry of its own."""
    for name in ("eve", "bob", "ada"):
        give(playing, name, kind="rest")
    playing.move("ada", "rest")
    assert playing.hall.actions()[-3:] == ["use-standing-order"] * 3
    assert playing.state.turn == "bob"
    playing.hall.is_sound()


def test_R110_an_order_is_used_in_a_turn_that_a_clock_begins(playing: LanternsTable) -> None:
    """At the instant at which the time of the one before was up."""
    give(playing, "bob", kind="rest")
    due = playing.hall.clock.now + HOUR
    playing.hall.to(due + HOUR / 2)
    assert playing.hall.entries("use-standing-order")[0].at == due
    assert playing.state.turn == "eve"
    playing.hall.is_sound()


def test_R110_orders_are_no_acts_for_R8(playing: LanternsTable) -> None:
    """Neither giving one, nor withdrawing it, nor its use."""
    playing.hall.to(BATTLE)
    while playing.state.turn != "ada":
        playing.hall.wait(hours=1)
    withdrawn = give(playing, "bob", kind="throw", die=6, to="bob")
    playing.hall.do("bob", "withdraw-standing-order", match=playing.code, order=code_of(withdrawn))
    give(playing, "bob", kind="rest")
    playing.move("ada", "rest")
    assert playing.hall.entries()[-1].action == "use-standing-order"
    assert playing.hall.player("bob").last_act_phase == 0
    assert playing.hall.player("ada").last_act_phase == 1


def test_a_withdrawn_order_is_never_used_and_stays_sealed(playing: LanternsTable) -> None:
    given = give(playing, "bob", kind="rest")
    playing.hall.do("bob", "withdraw-standing-order", match=playing.code, order=code_of(given))
    playing.move("ada", "rest")
    assert playing.state.turn == "bob"
    assert statuses(playing) == [("bob", "withdrawn")]
    assert not Unsealing.objects.filter(entry=given).exists()
    playing.hall.is_sound()


def test_orders_can_be_withdrawn_by_their_owner_only(playing: LanternsTable) -> None:
    code = code_of(give(playing, "bob", kind="rest"))
    playing.hall.refused("ada", "withdraw-standing-order", "no-order", "", match=playing.code, order=code)
    playing.hall.do("bob", "withdraw-standing-order", match=playing.code, order=code)
    playing.hall.refused("bob", "withdraw-standing-order", "no-order", "", match=playing.code, order=code)


def test_an_order_that_cannot_be_carried_out_is_void(playing: LanternsTable) -> None:
    """The game proposes a move that it then refuses: nothing happens in the match, and the cycle goes on."""
    given = give(playing, "bob", kind="throw", die=7, to="bob")
    playing.move("ada", "rest")
    version = playing.match.version
    assert statuses(playing) == [("bob", "void")]
    used = playing.hall.entries()[-1]
    assert used.words == ["bob's standing order is used.", "It cannot be carried out: '7' is not on offer"]
    assert Unsealing.objects.filter(entry=given).exists()
    assert playing.move("bob", "rest").events[0]["version"] == version + 1
    playing.hall.is_sound()


def test_an_order_never_makes_a_sealed_move(playing: LanternsTable) -> None:
    """What it says becomes public with its use; so it waits in vain."""
    give(playing, "bob", kind="wish")
    playing.move("ada", "rest")
    assert statuses(playing) == [("bob", "waiting")]


def test_when_a_match_is_over_no_order_waits(playing: LanternsTable) -> None:
    """And what it said stays its owner's."""
    given = give(playing, "bob", kind="rest")
    playing.move("eve", "forfeit")
    playing.move("ada", "forfeit")
    assert (statuses(playing), playing.match.orders) == ([("bob", "void")], 0)
    assert not Unsealing.objects.filter(entry=given).exists()
    playing.hall.is_sound()


def test_refused_orders(playing: LanternsTable) -> None:
    """Unknown ones, too many, in matches where one does not sit, or that are over."""
    hall, code = playing.hall, playing.code
    hall.refused("bob", "give-standing-order", "unknown-order", "R110", match=code, order={"kind": "fly"})
    hall.bad("bob", "give-standing-order", "order", match=code, order={"kind": "x" * 9000})
    hall.bad("bob", "give-standing-order", "match", match="zzz", order={"kind": "rest"})
    hall.join("zoe")
    hall.refused("zoe", "give-standing-order", "no-match", match=code, order={"kind": "rest"})
    for _ in range(20):
        give(playing, "bob", kind="rest")
    hall.refused("bob", "give-standing-order", "too-many-orders", "R110", match=code, order={"kind": "rest"})
    playing.move("eve", "forfeit")
    playing.move("ada", "forfeit")
    hall.refused("bob", "give-standing-order", "no-match", match=code, order={"kind": "rest"})
