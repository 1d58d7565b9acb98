"""Keepings of rules: items and cards that no player has, loans with an end, and stakes."""

import re
from contextlib import suppress
from html import unescape
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exoptosis.cards.locks import locked_codes
from nomic.clauses.views.explanations import explain_rule
from nomic.cycles.creation import begin_cycle, create_cycle_row
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.models import Cycle
from nomic.inventory.keeping_contents import keepings_of
from nomic.inventory.ledger import in_store
from nomic.inventory.models import Balance, Card
from nomic.law.document.sections import Law, flaws_of
from nomic.wiki.cycle_pages import make_pages
from nomic.wiki.models import PageKind
from nomic.wiki.pages.render import render_page
from tests.clauses.conftest import Clauses, OpenWith, enact, other_clauses, with_clauses
from tests.clauses.test_triggers import when
from tests.corrections.conftest import adopt, tell
from tests.exoptosis.test_battles import PLAIN, begun, move, seat, state_of
from tests.support.example_counts import examples
from tests.support.hall import ADMIN, BATTLE, HOUR, START, Clock, Hall, OpenCycle, cycle_16
from tests.wiki.test_pages import page_of

MINE = {"keeping": "Bank", "of": "$me"}
CARD = {"card": {"is": "card"}}
AMOUNT = {"n": {"is": "number", "least": 1, "most": 50}}
BANK: Clauses = {
    "bank": {"keeping": "Bank", "of": "player"},
    "pay": {"action": "Pay in", "with": AMOUNT, "do": [{"transfer": "Vertebra", "n": "$n", "from": "$me", "to": MINE}]},
    "draw": {"action": "Draw out", "with": AMOUNT, "do": [
        {"transfer": "Vertebra", "n": "$n", "from": MINE, "to": "$me"}]},
    "put": {"action": "Put in", "with": CARD, "do": [{"move": "$card", "to": "inventory", "of": MINE}]},
    "take": {"action": "Take out", "do": [
        {"move": {"cards": "inventory", "of": MINE}, "to": "inventory", "of": "$me"}]},
}  # fmt: skip
LOT: Clauses = {
    "lot": {"keeping": "Lot"},
    "offer": {"action": "Offer", "with": CARD, "do": [{"move": "$card", "to": "inventory", "of": {"keeping": "Lot"}}]},
    "win": {"action": "Win", "do": [
        {"transfer": "Vertebra", "n": 4, "from": "$me", "to": {"keeping": "Lot"}},
        {"move": {"cards": "inventory", "of": {"keeping": "Lot"}}, "to": "inventory", "of": "$me"}]},
}  # fmt: skip
OTHER = {"them": {"is": "player", "or_self": False}}


class Undone(Exception):
    """Takes back what an example has written."""


def kept(hall: Hall) -> dict[str, str]:
    return {each.title: each.words for each in keepings_of(hall.cycle)}


def species(hall: Hall, name: str) -> list[str]:
    return [card.species for card in hall.cards(name)]


def flaws(clauses: Clauses) -> list[str]:
    return [
        f"{flaw.path.removeprefix('/rules/tolls/clauses')}: {flaw.detail}"
        for flaw in flaws_of(with_clauses(cycle_16(), clauses))
    ]


# ── what it has


def test_each_player_has_a_part_of_the_bank(open_with: OpenWith) -> None:
    """Items and cards, each with whose it is; the journal names both sides."""
    hall = open_with(BANK)
    hall.grant("ada", "Vertebra", 20)
    card = hall.grant_card("ada", "5")
    before = hall.has("ada", "Vertebra")
    assert hall.do("ada", "tolls_pay", n=7).words[1:] == [
        "ada loses 7 Vertebrae.",
        "ada's part of the Bank gains 7 Vertebrae.",
    ]
    assert hall.do("ada", "tolls_put", card=card.code).words[1:] == ["ada loses 5.", "ada's part of the Bank gains 5."]
    assert (hall.has("ada", "Vertebra"), species(hall, "ada")) == (before - 7, [])
    assert kept(hall) == {"ada's part of the Bank": "7 Vertebrae, 5"}
    hall.refused("bob", "tolls_take", "nothing-comes-of-it")
    hall.do("ada", "tolls_draw", n=50)
    hall.do("ada", "tolls_take")
    assert (hall.has("ada", "Vertebra"), species(hall, "ada"), kept(hall)) == (before, ["5"], {})
    hall.is_sound()


def test_a_lot_waits_for_its_winner(open_with: OpenWith) -> None:
    """Nobody has it meanwhile; the cycle's cards do not count it."""
    hall = open_with(LOT | {"smash": {"action": "Smash", "do": [{"destroy": {"cards": "cycle"}}]}})
    hall.grant("bob", "Vertebra", 9)
    card = hall.grant_card("ada", "5")
    hall.do("ada", "tolls_offer", card=card.code)
    hall.refused("eve", "tolls_smash", "nothing-comes-of-it")
    hall.do("bob", "tolls_win")
    assert (species(hall, "bob"), kept(hall)) == (["5"], {"The Lot": "4 Vertebrae"})
    hall.is_sound()


def test_an_entry_says_in_words_where_things_went(open_with: OpenWith) -> None:
    """Not by the ledger's names of what is no player."""
    treasury = {"action": "Spend", "do": [{"transfer": "Vertebra", "from": "$me", "to": "cycle"}]}
    hall = open_with({**BANK, "spend": treasury})
    shown = []
    for action, args in (("pay", {"n": 1}), ("spend", {})):
        seq = hall.do("ada", f"tolls_{action}", **args).seq
        page = unescape(Client().get(f"/c/{hall.slug}/journal/{seq}/").content.decode())
        shown += re.findall(r'data-label="(?:From|To)">(.*?)</td>', page)
    assert shown == ["ada", "ada's part of the Bank", "ada", "the treasury"]


def test_everybody_sees_what_rules_keep(open_with: OpenWith) -> None:
    """In the hall, by the API, on the wiki; and it reads as sentences."""
    hall = open_with(BANK)
    hall.grant("ada", "Vertebra", 9)
    hall.do("ada", "tolls_pay", n=3)
    client = Client()
    assert "ada's part of the Bank: 3 Vertebrae" in unescape(client.get(f"/c/{hall.slug}/").content.decode())
    (sent,) = client.get(f"/api/v1/cycles/{hall.slug}/").json()["keepings"]
    assert sent == {
        "keeping": "Bank",
        "player": "ada",
        "title": "ada's part of the Bank",
        "items": {"Vertebra": 3},
        "cards": [],
    }
    Cycle.objects.filter(slug=hall.slug).update(published=True)
    make_pages(hall.cycle)
    assert "* ada's part of the Bank: 3 Vertebrae" in render_page(page_of(hall.cycle, PageKind.GAMESTATE))
    words = explain_rule(Law(with_clauses(cycle_16(), BANK)), "tolls")
    assert (
        "Each player has a part of the Bank, in which items and cards can be kept. If the Bank is abolished, players "
        "get back what is in their parts." in words
    )
    assert any(
        "You hand n Vertebrae to your part of the Bank" in each or "your part of the Bank" in each for each in words
    )


WRONG = {
    "there is no keeping": {"x": {"action": "X", "do": [{"grant": "Chip", "to": {"keeping": "Bank"}}]}},
    "players, or cycle, or a keeping, needed here": {"x": {"action": "X", "do": [{"grant": "Chip", "to": "nobody"}]}},
    "not a keeping": {"b": BANK["bank"], "x": {"action": "X", "do": [{"let": "n", "be": MINE}, {"announce": "$n"}]}},
    "have no hand or deck": {"b": BANK["bank"], "x": {"action": "X", "with": CARD, "do": [
        {"move": "$card", "to": "hand", "of": MINE}]}},
}  # fmt: skip


@pytest.mark.parametrize("detail", WRONG)
def test_what_cannot_be_is_refused_with_its_place(detail: str) -> None:
    """Before it is law."""
    found = flaws(WRONG[detail])
    assert any(detail in each for each in found), found
    assert all(each.startswith("/x") for each in found)


# ── its end


def test_what_a_repealed_rule_keeps_goes_back(open_with: OpenWith) -> None:
    """To those whose parts they are, or who put it in; what is nobody's, to the cycle. The journal says so."""
    hall = open_with(BANK | LOT)
    hall.grant("ada", "Vertebra", 9)
    hall.do("ada", "tolls_pay", n=3)
    for name in ("put", "offer"):
        hall.do("ada", f"tolls_{name}", card=hall.grant_card("ada", "5").code)
    hall.grant("bob", "Vertebra", 9)
    hall.do("bob", "tolls_win")
    hall.do("eve", "tolls_offer", card=hall.grant_card("eve", "7").code)
    before, bobs = hall.has("ada", "Vertebra"), hall.has("bob", "Vertebra")
    hall.do("eve", "leave")
    enact(hall, other_clauses({}))
    words = [word for entry in hall.entries("close-voting") for word in entry.words]
    assert "From ada's part of the Bank to ada: 3 Vertebrae and 5." in words
    assert "From the Lot to bob: 4 Vertebrae." in words
    assert "From the Lot to the treasury: 7." in words  # eve has left
    assert (hall.has("ada", "Vertebra"), hall.has("bob", "Vertebra")) == (before + 3, bobs + 4)
    hall.is_sound()


POT: Clauses = {
    "pot": {"keeping": "Pot"},
    "put": {"action": "Put in", "with": AMOUNT, "do": [
        {"transfer": "Vertebra", "n": "$n", "from": "$me", "to": {"keeping": "Pot"}}]},
    "take": {"action": "Take out", "with": AMOUNT, "do": [
        {"transfer": "Vertebra", "n": "$n", "from": {"keeping": "Pot"}, "to": "$me"}]},
    "add": {"action": "Add", "with": AMOUNT, "do": [{"grant": "Vertebra", "n": "$n", "to": {"keeping": "Pot"}}]},
    "end": {"action": "End", "do": [{"repeal": "this"}]},
}  # fmt: skip
PEOPLE = ("ada", "bob", "eve")
DEPOSITS = st.lists(
    st.tuples(st.sampled_from(["put", "take", "add", "leave"]), st.sampled_from(PEOPLE[1:]), st.integers(1, 12)),
    max_size=8,
)


@settings(max_examples=examples(8), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(steps=DEPOSITS)
def test_at_the_end_of_a_keeping_nothing_vanishes_or_goes_to_a_stranger(open_with: OpenWith, steps: Any) -> None:
    """In any order of deposits, withdrawals and leavers: each gets back at most what they have put in."""
    with suppress(Undone), transaction.atomic():
        hall = open_with(POT)
        for name in PEOPLE:
            hall.grant(name, "Vertebra", 20)
        put = dict.fromkeys(PEOPLE, 0)
        for what, who, n in steps:
            before = hall.has(who, "Vertebra")
            with suppress(Refusal):
                hall.do(
                    who, *(["leave"] if what == "leave" else [f"tolls_{what}"]), **({} if what == "leave" else {"n": n})
                )
                put[who] += before - hall.has(who, "Vertebra") if what == "put" else 0
        there = {name: hall.has(name, "Vertebra") for name in PEOPLE}
        kept_now = sum(Balance.objects.filter(cycle=hall.pk, holder="kept:Pot").values_list("amount", flat=True))
        stored = in_store(hall.cycle).get("Vertebra", 0)
        hall.do("ada", "tolls_end")
        got = {name: hall.has(name, "Vertebra") - there[name] for name in PEOPLE}
        assert sum(got.values()) + in_store(hall.cycle).get("Vertebra", 0) - stored == kept_now
        assert all(0 <= got[name] <= put[name] for name in PEOPLE)
        assert not kept(hall)
        hall.is_sound()
        raise Undone


def test_a_correction_of_a_deposit_reaches_the_end_of_the_keeping(open_with: OpenWith) -> None:
    """Told again without bob's deposit, the repealed pot gives back to ada alone."""
    hall = open_with(POT)
    for name in ("ada", "bob"):
        hall.grant(name, "Vertebra", 20)
    before = {name: hall.has(name, "Vertebra") for name in PEOPLE}
    hall.do("ada", "tolls_put", n=5)
    deposit = hall.do("bob", "tolls_put", n=8)
    hall.do("eve", "tolls_take", n=6)
    hall.do("eve", "tolls_end")
    # What eve took out was not hers: first ada's 5, which were there longest, then 1 of bob's.
    assert {name: hall.has(name, "Vertebra") for name in PEOPLE} == {
        "ada": before["ada"] - 5,
        "bob": before["bob"] - 1,
        "eve": before["eve"] + 6,
    }
    hall.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": deposit.key}], reason="for the test")
    adopt(hall, tell(hall))
    assert hall.has("bob", "Vertebra") == before["bob"]
    hall.is_sound()


def test_a_pot_that_becomes_a_bank_is_paid_out_first(open_with: OpenWith) -> None:
    """Another kind of holder ends the keeping, too; then everybody has an empty part."""
    hall = open_with(POT)
    hall.grant("ada", "Vertebra", 20)
    before = hall.has("ada", "Vertebra")
    hall.do("ada", "tolls_put", n=5)
    enact(hall, other_clauses({"pot": {"keeping": "Pot", "of": "player"}}))
    assert (hall.has("ada", "Vertebra"), kept(hall)) == (before, {})
    hall.is_sound()


def test_a_leavers_part_is_the_cycles(open_with: OpenWith) -> None:
    """R5: only players have parts."""
    hall = open_with(BANK | {"fund": {"action": "Fund", "do": [{"grant": "Chip", "to": "cycle"}]}})
    hall.grant("ada", "Vertebra", 9)
    hall.do("ada", "tolls_pay", n=3)
    hall.do("ada", "leave")
    assert (kept(hall), in_store(hall.cycle)) == ({}, {"Vertebra": 3})
    hall.is_sound()


# ── loans


LEND: Clauses = {
    "lend": {"action": "Lend", "with": CARD | OTHER, "do": [
        {"move": "$card", "to": "inventory", "of": "$them", "until": {"hours": 48}}]},
    "sell": {"action": "Sell", "with": CARD | OTHER, "do": [{"move": "$card", "to": "inventory", "of": "$them"}]},
    "smash": {"action": "Smash", "with": CARD, "do": [{"destroy": "$card"}]},
}  # fmt: skip


def test_a_card_is_lent_for_a_time(open_with: OpenWith) -> None:
    """It returns from whoever has it then."""
    hall = open_with(LEND)
    kept_by, sold = hall.grant_card("ada", "5"), hall.grant_card("ada", "7")
    for card in (kept_by, sold):
        hall.do("ada", "tolls_lend", card=card.code, them="bob")
    hall.do("bob", "tolls_sell", card=sold.code, them="eve")
    assert (species(hall, "ada"), species(hall, "bob"), species(hall, "eve")) == ([], ["5"], ["7"])
    hall.wait(hours=49)
    assert (species(hall, "ada"), species(hall, "bob"), species(hall, "eve")) == (["5", "7"], [], [])
    hall.is_sound()


def test_a_lent_card_that_is_destroyed_is_said_to_be_gone(open_with: OpenWith) -> None:
    """Nothing returns."""
    hall = open_with(LEND)
    card = hall.grant_card("ada", "5")
    hall.do("ada", "tolls_lend", card=card.code, them="bob")
    hall.do("bob", "tolls_smash", card=card.code)
    hall.wait(hours=49)
    assert "The card 5 is gone." in hall.entries("act-when-due")[-1].words
    assert species(hall, "ada") == []
    hall.is_sound()


@pytest.mark.parametrize("leaver", ["bob", "ada"])
def test_of_two_who_lend_one_leaves(open_with: OpenWith, leaver: str) -> None:
    """If the borrower leaves, the card returns at once; if the lender leaves, the borrower has it for good."""
    hall = open_with(LEND)
    card = hall.grant_card("ada", "5")
    hall.do("ada", "tolls_lend", card=card.code, them="bob")
    entry = hall.do(leaver, "leave")
    stays = "ada" if leaver == "bob" else "bob"
    assert ("bob had borrowed 5, returned to ada." in entry.words) == (leaver == "bob")
    hall.wait(hours=49)
    assert species(hall, stays) == ["5"]
    hall.is_sound()


def test_a_loan_is_undone(open_with: OpenWith) -> None:
    """As if it had never been."""
    hall = open_with(LEND)
    card = hall.grant_card("ada", "5")
    entry = hall.do("ada", "tolls_lend", card=card.code, them="bob")
    hall.do(ADMIN, "open-correction", edits=[{"do": "void", "entry": entry.key}], reason="x")
    adopt(hall, tell(hall))
    hall.wait(hours=49)
    assert species(hall, "ada") == ["5"]
    hall.is_sound()


def test_a_card_is_named_now_and_used_later(open_with: OpenWith) -> None:
    """A duplicate with an end: a card that is made now and destroyed then."""
    copy = {"action": "Copy", "do": [
        {"add": {"card": "5"}, "to": "inventory", "of": "$me", "as": "copy"},
        {"after": {"hours": 5}, "do": [{"destroy": "$copy"}]}]}  # fmt: skip
    hall = open_with({"copy": copy} | LEND)
    own = hall.grant_card("ada", "5")
    hall.do("ada", "tolls_copy")
    assert species(hall, "ada") == ["5", "5"]
    hall.wait(hours=6)
    assert [card.code for card in hall.cards("ada")] == [own.code]
    hall.do("ada", "tolls_copy")
    hall.do("ada", "tolls_smash", card=next(card.code for card in hall.cards("ada") if card.code != own.code))
    hall.wait(hours=6)
    assert "The card 5 is gone." in hall.entries("act-when-due")[-1].words
    hall.is_sound()


def test_a_card_is_given_back_by_a_step_of_its_own(open_with: OpenWith) -> None:
    """Whoever has it by then, and however it came there."""
    later = {"after": {"hours": 5}, "do": [{"give_back": "$card", "to": "$me"}]}
    pawn = {"action": "Pawn", "with": CARD, "do": [
        {"move": "$card", "to": "inventory", "of": {"keeping": "Lot"}}, later]}  # fmt: skip
    hall = open_with(LOT | LEND | {"pawn": pawn})
    hall.grant("bob", "Vertebra", 9)
    hall.do("ada", "tolls_pawn", card=hall.grant_card("ada", "5").code)
    hall.do("bob", "tolls_win")
    hall.wait(hours=6)
    assert (species(hall, "ada"), species(hall, "bob")) == (["5"], [])
    hall.is_sound()


# ── in battles


def armed(hall: Hall) -> Hall:
    """Everybody has six plain cards."""
    for name in ("ada", "bob", "eve"):
        for plain in PLAIN:
            hall.grant_card(name, plain)
    return hall


STAKES: Clauses = {
    "stakes": {"keeping": "Stakes", "of": "player"},
    "stake": {"action": "Stake", "with": CARD | AMOUNT, "do": [
        {"transfer": "Vertebra", "n": "$n", "from": "$me", "to": {"keeping": "Stakes", "of": "$me"}},
        {"move": "$card", "to": "inventory", "of": {"keeping": "Stakes", "of": "$me"}}]},
    "settle": when("match-over", {"each": "them", "in": {"players": "players"}, "do": [
        {"transfer": "Vertebra", "from": {"keeping": "Stakes", "of": "$them"}, "to": "$winners",
         "n": {"stock": "Vertebra", "of": {"keeping": "Stakes", "of": "$them"}}},
        {"move": {"cards": "inventory", "of": {"keeping": "Stakes", "of": "$them"}}, "to": "inventory",
         "of": "$winners"}]}),
}  # fmt: skip


def test_items_and_cards_are_staked_on_a_battle(open_with: OpenWith) -> None:
    """The winner has them all, whose ever they were."""
    hall = armed(open_with(STAKES))
    for name in ("ada", "bob"):
        hall.grant(name, "Vertebra", 9)
        hall.do(name, "tolls_stake", card=hall.grant_card(name, "Ace").code, n=5)
    before = hall.has("bob", "Vertebra")
    assert species(hall, "bob").count("Ace") == 0
    begun(hall, "ada", "bob")
    move(hall, "ada", kind="forfeit")
    assert hall.has("bob", "Vertebra") >= before + 10
    assert (species(hall, "bob").count("Ace"), species(hall, "ada").count("Ace"), kept(hall)) == (2, 0, {})
    hall.is_sound()


def test_a_card_is_lent_for_a_battle(open_with: OpenWith) -> None:
    """It returns when the battle is over."""
    lend = {"action": "Lend", "with": CARD | OTHER, "do": [
        {"move": "$card", "to": "inventory", "of": "$them", "until": "match-over"}]}  # fmt: skip
    hall = armed(open_with({"lend": lend}))
    hall.do("eve", "tolls_lend", card=hall.grant_card("eve", "Ace").code, them="ada")
    assert species(hall, "ada").count("Ace") == 1
    begun(hall, "ada", "bob")
    assert species(hall, "ada").count("Ace") == 1
    move(hall, "ada", kind="forfeit")
    assert (species(hall, "ada").count("Ace"), species(hall, "eve").count("Ace")) == (0, 1)
    hall.is_sound()


def lent_for(hall: Hall, hours: int, count: int = 8) -> None:
    """Eve lends ada so many Aces; in the battle some are in ada's hand, the others in her deck."""
    for _ in range(count):
        hall.do("eve", f"tolls_lend-{hours}", card=hall.grant_card("eve", "Ace").code, them="ada")


def begun_with_aces(hall: Hall) -> None:
    """A battle of ada and bob begins, with three Aces and a plain card in ada's hand."""
    for name in ("ada", "bob"):
        hall.do(name, "declare-battle")
    cards, aces = state_of(hall).cards, {card.code for card in hall.cards("ada") if card.species == "Ace"}
    deck = sorted(seat(hall, "ada").deck, key=lambda card: cards[card].original not in aces)
    move(hall, "ada", [*deck[:3], deck[-1]], kind="hand")
    move(hall, "bob", list(seat(hall, "bob").deck[:4]), kind="hand")
    hall.to(BATTLE)
    for name in ("ada", "bob"):
        move(hall, name, kind="pass")


def lends(*hours: int) -> Clauses:
    """Ways to lend a card for so many hours."""
    return {
        f"lend-{each}": {"action": f"Lend for {each} hours", "with": CARD | OTHER, "do": [
            {"move": "$card", "to": "inventory", "of": "$them", "until": {"hours": each}}]}
        for each in hours
    }  # fmt: skip


TO_BATTLE = int((BATTLE - START) / HOUR)


def locking(open_cycle: OpenCycle, clauses: Clauses) -> Hall:
    """A cycle in which cards enter battles as themselves, and are locked meanwhile."""
    law = with_clauses(cycle_16(), clauses)
    return open_cycle(law | {"exoptosis": law["exoptosis"] | {"duplicates": False}}, joined=("ada", "bob", "eve"))


def test_R31_a_loan_that_ends_within_a_battle_of_duplicates(open_with: OpenWith) -> None:
    """All of it returns at its time; the duplicates stay in the battle."""
    hall = open_with(lends(TO_BATTLE + 3))
    lent_for(hall, TO_BATTLE + 3)
    armed(hall)
    begun_with_aces(hall)
    hall.to(hall.clock.now + 4 * HOUR)
    assert (species(hall, "ada").count("Ace"), species(hall, "eve").count("Ace")) == (0, 8)
    assert len(seat(hall, "ada").hand) >= 4
    hall.is_sound()


def test_R117_a_loan_that_ends_within_a_battle(open_cycle: OpenCycle) -> None:
    """What is in the borrower's deck returns at its time, what is in the hand when the battle is over."""
    hall = locking(open_cycle, lends(TO_BATTLE + 3))
    lent_for(hall, TO_BATTLE + 3)
    armed(hall)
    begun_with_aces(hall)
    in_hand = sum(
        card.species == "Ace" for card in hall.cards("ada") if card.code in locked_codes(hall.read_context("ada"))
    )
    assert 0 < in_hand < 8
    hall.to(hall.clock.now + 4 * HOUR)
    assert (species(hall, "ada").count("Ace"), species(hall, "eve").count("Ace")) == (in_hand, 8 - in_hand)
    hall.is_sound()
    move(hall, "ada", kind="forfeit")
    assert (species(hall, "ada").count("Ace"), species(hall, "eve").count("Ace")) == (0, 8)
    hall.is_sound()


@pytest.mark.parametrize("leaver", ["ada", "eve", "bob"])
def test_R117_somebody_leaves_when_a_loan_has_ended_within_a_battle(open_cycle: OpenCycle, leaver: str) -> None:
    """A borrower's loans return at once; a lender who has left gets nothing; the opponent makes no difference."""
    hall = locking(open_cycle, lends(TO_BATTLE + 3))
    lent_for(hall, TO_BATTLE + 3)
    armed(hall)
    begun_with_aces(hall)
    hall.to(hall.clock.now + 4 * HOUR)
    in_hand = species(hall, "ada").count("Ace")
    assert 0 < in_hand < 8
    hall.do(leaver, "leave")
    hall.to(hall.cycle.phase_ends_at)
    assert species(hall, "ada").count("Ace") == (in_hand if leaver == "eve" else 0)
    assert species(hall, "eve").count("Ace") == (0 if leaver == "eve" else 8)
    hall.is_sound()


def test_R117_two_loans_of_one_card_end_within_a_battle(open_cycle: OpenCycle) -> None:
    """Lent on by a borrower: it returns to each lender in turn, and at last to its owner, in whichever order."""
    hall = locking(open_cycle, lends(TO_BATTLE + 3, TO_BATTLE + 4))
    codes = [hall.grant_card("eve", "Ace").code for _ in range(8)]
    for place, code in enumerate(codes):
        first, second = (TO_BATTLE + 3, TO_BATTLE + 4) if place % 2 else (TO_BATTLE + 4, TO_BATTLE + 3)
        hall.do("eve", f"tolls_lend-{first}", card=code, them="bob")
        hall.do("bob", f"tolls_lend-{second}", card=code, them="ada")
    armed(hall)
    begun_with_aces(hall)
    hall.to(hall.clock.now + 5 * HOUR)
    hall.is_sound()
    move(hall, "ada", kind="forfeit")
    assert species(hall, "ada").count("Ace") == 0
    owners = {card.code: name for name in ("bob", "eve") for card in hall.cards(name)}
    assert [owners[code] for place, code in enumerate(codes) if not place % 2] == ["eve"] * 4
    hall.is_sound()


def test_a_bank_pays_nothing_out_in_battle(open_with: OpenWith) -> None:
    """Whoever has declared brings what they have with them."""
    draw = BANK["draw"] | {"in": ["rest"]}
    hall = open_with(BANK | {"draw": draw})
    hall.grant("ada", "Vertebra", 9)
    hall.do("ada", "tolls_pay", n=5)
    hall.to(BATTLE)
    hall.do("ada", "tolls_pay", n=1)
    hall.refused("ada", "tolls_draw", "wrong-phase", "Tolls", n=1)
    hall.to(hall.cycle.phase_ends_at)
    hall.do("ada", "tolls_draw", n=6)
    assert kept(hall) == {}
    hall.is_sound()


# ── in any order

NAMES = ("ada", "bob", "eve")
WAYS = ("pay", "draw", "put", "take", "offer", "win", "lend", "sell", "smash", "wait", "leave", "end")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["pay", "draw", "put", "take", "offer", "win", "lend", "sell", "smash", "wait", "leave", "end"]
        ),
        st.sampled_from(NAMES),
        st.sampled_from(NAMES),
        st.integers(1, 9),
    ),
    min_size=4,
    max_size=14,
)


def step(hall: Hall, what: str, name: str, other: str, n: int) -> None:
    """One of them; what cannot be is refused."""
    args: dict[str, Any] = {}
    if what in ("put", "offer", "lend", "sell", "smash"):
        cards = hall.cards(name)
        if not cards:
            return
        args["card"] = cards[n % len(cards)].code
    if what in ("lend", "sell"):
        args["them"] = other
    if what in ("pay", "draw"):
        args["n"] = n
    if what == "wait":
        hall.to(hall.clock.now + n * 6 * HOUR)
    else:
        hall.do(name, "leave" if what == "leave" else f"tolls_{what}", **args)


@pytest.mark.django_db
@settings(max_examples=examples(12), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=STEPS)
def test_the_ledger_adds_up_in_any_order(steps: list[tuple[str, str, str, int]]) -> None:
    """Nothing is made or lost but by leaving and destroying; a replay comes to the same."""
    end = {"end": {"action": "End", "do": [{"repeal": "this"}]}}
    with time_machine.travel(START, tick=False) as traveller, transaction.atomic():
        law = with_clauses(cycle_16(), BANK | LOT | LEND | end)
        cycle = create_cycle_row(law, starts_at=START, slug="hall", template="cycle-16")
        begin_cycle(cycle)
        hall = Hall(cycle, Clock(traveller))
        hall.clock.to(START)
        hall.join(*NAMES)
        for name in NAMES:
            hall.grant(name, "Vertebra", 20)
            for value in ("5", "7"):
                hall.grant_card(name, value)
        for each in steps:
            with suppress(Refusal):
                step(hall, *each)
            holders = set(Card.objects.filter(cycle=hall.pk).values_list("holder", flat=True))
            ends = "tolls" not in hall.cycle.law.document["rules"]
            parts = {f"kept:Bank:{name}" for name in NAMES} | {"kept:Lot"}
            assert holders <= {"", *NAMES, "cycle:store", *(() if ends else parts)}
        hall.is_sound()
        transaction.set_rollback(True)
