"""What an act has left as it was need not be read again by the page after it; what it has written is."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any
from unittest import mock

import pytest
from django.db import connection, transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nomic.bench.harness.fixtures import PACK, keeper, new_user
from nomic.bench.scenarios.moves import state_of
from nomic.bench.scenarios.page_queries import RIVAL, VIEWER, filled_cycle
from nomic.cycles.actions import registry as actions
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action
from nomic.cycles.caching import read_cache
from nomic.cycles.commands import act_stages
from nomic.cycles.commands.perform import perform, perform_queued
from nomic.cycles.domain.actor import Actor
from nomic.cycles.domain.exceptions import Refusal, Refused
from nomic.cycles.models import Cycle
from nomic.db import insert, unit_of_work
from nomic.db.prepared_query import _Compiled
from nomic.inventory.held_cards import cards_held
from nomic.inventory.models import Balance, Card
from nomic.matches.models import Match
from tests.cycles.test_bursts import OddArgs, odd_acts, turn
from tests.cycles.test_looking import CARDS, NONE, ONE, PAGE, TWO, asked, lasting
from tests.support.example_counts import examples
from tests.support.hall import Hall
from tests.support.perform_directly import perform_alone
from tests.support.signed_in import browser_of

__all__ = ["lasting", "odd_acts"]

# Which acts are used, the titles of matches among the latest entries, and what waits for a player, which asks once
# for each kind that an act may have changed.
MAX_COUNT = 20
BUY = {"offer": PACK}
PAGES = (PAGE, f"{PAGE}matches/", f"{PAGE}proposals/", f"{PAGE}players/", f"{PAGE}croupier/")
ONCE = re.compile(r'(value|nonce)="([0-9a-f]{32}|\w{64})"')


def shown(client: Client, path: str = PAGE) -> str:
    """A page, without what is another each time."""
    answer = client.get(path)
    assert answer.status_code == 200
    return ONCE.sub("", answer.text)


@contextmanager
def another_process(kept: dict[int, Any] | None = None) -> Iterator[None]:
    """What pages there know."""
    with mock.patch.object(read_cache, "_kept", {} if kept is None else kept):
        yield


def is_shown_as_it_is(client: Client, *pages: str) -> None:
    """A page says what it says to whoever knows nothing."""
    for path in pages or (PAGE,):
        known = shown(client, path)
        with another_process():
            assert known == shown(client, path), path


def test_the_hall_asks_little_after_an_act_whatever_it_was(db: None) -> None:
    """Of the player who acted, or of another; by the tables that the act wrote, and what of them."""
    slug = "filled"
    cycle = filled_cycle(slug, 10)
    viewer, rival, guest = new_user(VIEWER), new_user(RIVAL), new_user("Guest")
    ada = browser_of(VIEWER)
    page, found = f"/c/{slug}/", {}
    match = Match.objects.filter(cycle=cycle).latest("pk")

    def after(who: Actor, action: str, args: dict[str, Any]) -> None:
        asked(ada, page)
        perform(slug, who, action, args)
        found[f"{action} by {who.name}"] = len(asked(ada, page))

    def draw(who: Actor) -> None:
        deck = next(seat.deck for seat in state_of(match).seats if seat.player == who.name)
        after(who, "move", {"match": match.code, "move": {"kind": "draw"}, "answers": [[deck[0]]]})

    read_cache.clear_cache()
    assert len(asked(ada, page)) > 2 * MAX_COUNT
    for who in (viewer, rival):
        after(who, "buy", BUY)
        after(who, "vote", {"proposal": "1", "vote": "for"})
        after(who, "offer-trade", {"wants": {PACK: 1}})
        after(who, "submit-proposal", {"title": "More", "text": "Words."})
        after(who, "open-pack", {"pack": PACK})
    for who in sorted((viewer, rival), key=lambda who: who.name != state_of(match).order[1]):
        draw(who)
    for who in (viewer, rival) * 4:
        card = {"player": who.name, "species": "7 of Clocks", "modifiers": [], "reason": "to be measured"}
        after(keeper(), "correct-grant-card", card)
    after(viewer, "request-duel", {"players": [RIVAL]})
    after(rival, "accept-duel", {"match": Match.objects.filter(cycle=cycle).latest("pk").code})
    after(guest, "join", {})
    after(guest, "file-request", {"kind": "question", "title": "May one?"})
    after(viewer, "gift", {"to": RIVAL})
    after(keeper(), "appoint-judge", {"player": VIEWER, "reason": "to be measured"})
    after(viewer, "resign-judge", {})
    after(guest, "leave", {})
    assert {name: queries for name, queries in found.items() if queries > MAX_COUNT} == {}


def test_what_an_act_wrote_is_read_again_and_nothing_else(cast: Hall) -> None:
    """A card is new, and a Vertebra is not."""
    ada = browser_of("ada")
    cast.grant_card("ada", "7 of Clocks")
    assert ONE in shown(ada)
    cast.grant_card("ada", "7 of Clocks")
    queries = asked(ada)
    assert any(CARDS in sql for sql in queries)
    assert not any('"inventory_balance"' in sql for sql in queries)
    assert TWO in shown(ada)
    cast.do("bob", "buy", offer=PACK)
    assert not any(CARDS in sql for sql in asked(ada))
    is_shown_as_it_is(ada, *PAGES)


def test_acts_that_were_undone_or_refused_leave_all_as_it_was(cast: Hall) -> None:
    """Broken in the midst of a burst, or refused before or after something was changed."""
    ada = browser_of("ada")
    shown(ada)
    act_stages.perform_batch([turn(cast, "ada", "buy", offer=PACK), turn(cast, "ada", "odd", how="row")])
    assert len(asked(ada)) == 4
    for name, args in (("odd", {"how": "write"}), ("odd", {"how": "ledger"}), ("buy", {"offer": PACK, "count": 99})):
        with pytest.raises(Refused):
            cast.do("ada", name, **args)
        assert len(asked(ada)) == 4
    is_shown_as_it_is(ada)


@pytest.mark.django_db(transaction=True)
def test_in_a_transaction_of_the_callers_nothing_comes_to_stand_under_another_head(cast: Hall) -> None:
    """It may still be undone: then all is known that was."""
    ada = browser_of("ada")
    with mock.patch.object(read_cache, "_is_committed", side_effect=lambda: not connection.in_atomic_block):
        shown(ada)
        with transaction.atomic():
            cast.do("ada", "buy", offer=PACK)
            transaction.set_rollback(True)
        assert len(asked(ada)) == 4
        cast.do("ada", "buy", offer=PACK)
        assert 4 < len(asked(ada)) <= MAX_COUNT
        is_shown_as_it_is(ada)


def test_where_another_process_acted_between_everything_is_read_again(cast: Hall) -> None:
    """What stands under a head that is not the one which the act came upon says nothing of what happened since."""
    ada = browser_of("ada")
    assert NONE in shown(ada)
    with another_process():
        cast.grant_card("ada", "7 of Clocks")
    cast.do("bob", "buy", offer=PACK)
    assert ONE in shown(ada)
    is_shown_as_it_is(ada)


def test_an_act_alone_has_everything_be_read_again(cast: Hall) -> None:
    """What it writes nobody hears."""
    ada = browser_of("ada")
    first = len(asked(ada))
    perform_alone(turn(cast, "ada", "buy", offer=PACK).sent)
    assert len(asked(ada)) >= first - 2
    is_shown_as_it_is(ada)


def test_what_is_kept_after_acts_is_kept_no_longer(cast: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seconds count from when it was read, however often somebody acts; and it is never more."""
    ada = browser_of("ada")
    shown(ada)
    before = read_cache._kept[cast.pk]
    cast.do("bob", "buy", offer=PACK)
    after = read_cache._kept[cast.pk]
    assert (after.until, after.sign) == (before.until, read_cache.sign_of(cast.cycle))
    assert 0 < after.rows.count < before.rows.count
    shown(ada)
    assert read_cache._kept[cast.pk] is after


def unheard(act: ActionContext, args: OddArgs) -> None:
    """A card changes hands in a way that is told by nothing but the statement, if by that."""
    if args.how == "nested":
        with unit_of_work():
            insert([Card(cycle=act.cycle, code="nested", holder="ada", species="5", made_by=1)])
    else:
        with connection.cursor() as cursor:
            cursor.execute(args.how, [act.cycle.pk])


RAW = f"{CARDS} SET holder = 'ada' WHERE cycle_id = %s"


@pytest.mark.parametrize(
    "how",
    ["nested", f"UPDATE {RAW}", f"WITH odd AS (SELECT 1) UPDATE {RAW}", RAW.replace(CARDS, f'UPDATE "{CARDS}"')],
)
def test_what_is_written_in_whatever_way_is_read_again(cast: Hall, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a replay within an act, or by a statement of which nobody can say what it writes."""
    unheard_of = Action("unheard", "games", "Odd", "S", "L0", unheard, OddArgs)
    monkeypatch.setattr(actions, "_actions", actions._actions | {"unheard": unheard_of})
    cast.grant_card("bob", "7 of Clocks")
    ada = browser_of("ada")
    assert NONE in shown(ada)
    cast.do("ada", "unheard", how=how)
    assert ONE in shown(ada)


class At:
    """A page that has begun at a head, and reads a holder's cards and packs when it is told to."""

    def __init__(self, hall: Hall) -> None:
        self._hall, self._rows = hall, read_cache._rows_of(hall.cycle)

    def reads(self, holder: str) -> tuple[int, int]:
        """How many cards, and how many packs."""
        with read_cache.use_cache(self._rows):
            return len(cards_held(self._hall.pk, holder)), dict(self._held(holder)).get(PACK, 0)

    def _held(self, holder: str) -> list[tuple[str, int]]:
        from nomic.inventory.ledger import _held

        return _held.all(self._hall.pk, holder)


@pytest.mark.parametrize("elsewhere", [False, True])
@pytest.mark.parametrize("reads_at", ["begun", "committed", "kept"])
def test_a_page_that_reads_while_an_act_is_committed_misleads_no_other(
    cast: Hall, reads_at: str, elsewhere: bool
) -> None:
    """Before the act, between its commit and what it has be kept, or after; with another act elsewhere in between."""
    page, acted = At(cast), read_cache.invalidate_after_act

    def in_between(*told: Any) -> None:
        if elsewhere:
            with another_process(), mock.patch.object(read_cache, "invalidate_after_act", acted):
                cast.grant_card("ada", "7 of Clocks")
        if reads_at == "committed":
            page.reads("ada")
        acted(*told)

    if reads_at == "begun":
        page.reads("ada")
    with mock.patch.object(read_cache, "invalidate_after_act", in_between):
        cast.do("ada", "buy", offer=PACK)
    if reads_at == "kept":
        page.reads("ada")
    assert At(cast).reads("ada") == (int(elsewhere), 1)
    cast.do("ada", "buy", offer=PACK)
    assert At(cast).reads("ada") == (int(elsewhere), 2)
    with another_process():
        cast.do("ada", "buy", offer=PACK)
    assert At(cast).reads("ada") == (int(elsewhere), 3)


def test_a_page_whose_answer_is_on_its_way_while_somebody_acts_keeps_it_from_others(cast: Hall) -> None:
    """What it had asked before the commit is old when it comes to be remembered."""
    page, rows = At(cast), _Compiled.rows

    def slowly(query: _Compiled, values: tuple[Any, ...]) -> list[Any]:
        slow.stop()
        found = list(rows(query, values))
        cast.grant_card("ada", "7 of Clocks")
        return found

    slow = mock.patch.object(_Compiled, "rows", slowly)
    slow.start()
    assert page.reads("ada")[0] == 0
    assert At(cast).reads("ada")[0] == 1


@pytest.mark.django_db(transaction=True)
def test_pages_are_never_told_of_a_time_before_they_began(cast: Hall) -> None:
    """Threads look while another acts: whoever has seen a head is told what was so then, or later."""
    if connection.vendor == "sqlite":
        pytest.skip("readers of a database in memory see what is not committed")
    cast.grant("ada", "Vertebra", 500)
    stop, wrong = threading.Event(), []
    at_head = {cast.cycle.seq: 0}

    def look() -> None:
        try:
            while not stop.is_set():
                cycle = Cycle.objects.get(pk=cast.pk)
                with read_cache.use_read_cache(cycle):
                    _, packs = At.reads(page_of(cast, cycle), "ada")
                if packs < at_head.get(cycle.seq, 0):
                    wrong.append((cycle.seq, packs))
        except Exception as error:
            wrong.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for count in range(1, 16):
            at_head[cast.cycle.seq + 1] = count
            cast.do("ada", "buy", offer=PACK)
    finally:
        stop.set()
        for thread in threads:
            thread.join(20)
    assert wrong == []


def page_of(hall: Hall, cycle: Cycle) -> At:
    """A page that began with this row."""
    page = At(hall)
    page._rows = read_cache._rows_of(cycle)
    return page


WHO = st.sampled_from(["ada", "bob", "eve"])
DONE = st.one_of(
    st.sampled_from(
        [
            ("buy", BUY),
            ("buy", {"offer": PACK, "count": 9}),
            ("open-pack", {"pack": PACK}),
            ("gift", {"to": "bob"}),
            ("offer-trade", {"wants": {PACK: 1}}),
            ("offer-trade", {"gives": {PACK: 1}, "to": "bob"}),
            ("submit-proposal", {"title": "More", "text": "Words."}),
            ("vote", {"proposal": "1", "vote": "for"}),
            ("vote", {"proposal": "1", "vote": "none"}),
            ("withdraw-proposal", {"proposal": "1"}),
            ("request-duel", {"players": ["bob"]}),
            ("declare-battle", {}),
            ("file-request", {"kind": "question", "title": "May one?"}),
            ("leave", {}),
            ("join", {}),
            ("odd", {"how": "draw"}),
        ]
    )
)
STEPS = st.lists(st.tuples(WHO, DONE, st.sampled_from("HHHHEA"), st.booleans()), min_size=3, max_size=14)


@settings(max_examples=examples(12), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_whatever_happens_a_page_says_what_it_says_to_whoever_knows_nothing(cast: Hall, steps: list[Any]) -> None:
    """Acts here, elsewhere (E) and alone (A) in any order, with looks between them or not."""
    browsers = [browser_of(name) for name in ("ada", "bob")]
    read_cache.clear_cache()
    with suppress(ZeroDivisionError), transaction.atomic():
        for name, (action, args), where, looks in steps:
            sent = turn(cast, name, action, **args).sent
            with suppress(Refusal), another_process() if where == "E" else nullcontext():
                (perform_alone if where == "A" else perform_queued)(sent)
            for client in browsers if looks else ():
                is_shown_as_it_is(client, *PAGES)
        for client in browsers:
            is_shown_as_it_is(client, *PAGES)
        raise ZeroDivisionError
    read_cache.clear_cache()


def test_a_statement_that_found_no_row_has_written_nothing(cast: Hall) -> None:
    """But of many sent together, or of rows that are to come, it is not known at once."""
    ada = browser_of("ada")
    shown(ada)
    rows = [Balance(cycle_id=cast.pk, holder=name, item="Chip", amount=1) for name in ("ada", "bob")]
    Balance.objects.bulk_create(rows)
    reads = next(
        reads for reads, _ in read_cache._kept[cast.pk].rows._rows.values() if "inventory_balance" in reads.columns
    )
    with unit_of_work() as uow:
        Balance.objects.filter(holder="nobody").update(amount=2)
        Balance.objects.filter(holder="nobody").delete()
        assert uow.write_set.is_disjoint(reads)
        for row in rows:
            uow.update(row, ("amount",))
    assert not uow.write_set.is_disjoint(reads)
