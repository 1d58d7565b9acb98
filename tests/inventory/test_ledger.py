"""The ledger: the one way in which items and cards come, go and change hands."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, NoArgs
from nomic.cycles.domain.actor import SYSTEM
from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.domain.ledger_movement import Movement
from nomic.cycles.journal.append import apply_act
from nomic.cycles.models import Entry
from nomic.inventory.law_section import amount_of_item
from nomic.inventory.ledger import Ledger, discrepancies, ledger_of
from nomic.inventory.models import Balance, Card
from nomic.law.document.sections import Law
from tests.support.hall import ADMIN, Hall, bare_law


def act(hall: Hall, *moves: Any) -> list[Movement]:
    """One entry that moves things: (method, *arguments) of the ledger; the lines that were written."""

    def run(act: ActionContext, args: NoArgs) -> None:
        for method, *arguments in moves:
            getattr(ledger_of(act), method)(*arguments)

    action = Action("move", "system", "Move", "Things move.", "none", run)
    with transaction.atomic():
        cycle = hall.cycle
        entry = apply_act(cycle, action, NoArgs(), SYSTEM, hall.clock.now)
        cycle.save()
    return Entry.objects.get(pk=entry.pk).moved


def lines(movements: list[Movement]) -> list[tuple[str, int, str, str]]:
    return [(line.item, line.amount, line.giver, line.taker) for line in movements]


def test_a_grant_makes_items(hall: Hall) -> None:
    """A grant is a line of the ledger from nobody to a holder."""
    assert lines(act(hall, ("grant", "ada", "Chip", 3))) == [("Chip", 3, "", "ada")]
    assert hall.has("ada", "Chip") == 3
    assert discrepancies(hall.pk) == []


def test_a_revocation_destroys_them(hall: Hall) -> None:
    """A revocation is a line of the ledger from a holder to nobody."""
    act(hall, ("grant", "ada", "Chip", 3))
    assert lines(act(hall, ("revoke", "ada", "Chip", 2))) == [("Chip", 2, "ada", "")]
    assert hall.has("ada", "Chip") == 1


def test_a_transfer_hands_them_over(hall: Hall) -> None:
    """From one holder to another."""
    movements = act(hall, ("grant", "ada", "Chip", 3), ("transfer", "ada", "pool:1", "Chip", 3))
    assert lines(movements) == [("Chip", 3, "", "ada"), ("Chip", 3, "ada", "pool:1")]
    assert (hall.has("ada", "Chip"), hall.has("pool:1", "Chip")) == (0, 3)
    assert discrepancies(hall.pk) == []


def test_nobody_gives_what_they_do_not_have(hall: Hall) -> None:
    """The refusal says how many there are and how many are needed, and nothing of the act happened."""
    act(hall, ("grant", "ada", "Chip", 1), ("grant", "bob", "Chip", 0))
    seq = hall.cycle.seq
    with pytest.raises(Refused, match="ada has 1 Chip, but 2 Chips are needed") as caught:
        act(hall, ("grant", "bob", "Chip", 5), ("transfer", "ada", "bob", "Chip", 2))
    assert caught.value.code == "not-enough"
    assert (hall.has("ada", "Chip"), hall.has("bob", "Chip"), hall.cycle.seq) == (1, 0, seq)


def test_an_act_may_spend_what_it_has_just_given(hall: Hall) -> None:
    """Movements are counted one after the other."""
    act(hall, ("grant", "ada", "Chip", 2), ("revoke", "ada", "Chip", 1), ("transfer", "ada", "bob", "Chip", 1))
    assert (hall.has("ada", "Chip"), hall.has("bob", "Chip")) == (0, 1)


@pytest.mark.parametrize("move", [("grant", "ada", "Chip", 0), ("transfer", "ada", "ada", "Chip", 1)])
def test_what_moves_nothing_leaves_no_line(hall: Hall, move: Any) -> None:
    """Zero of something, and from oneself to oneself."""
    act(hall, ("grant", "ada", "Chip", 1))
    assert act(hall, move) == []


@pytest.mark.parametrize("method", ["grant", "revoke"])
def test_a_movement_never_goes_backwards(hall: Hall, method: str) -> None:
    """A negative amount is a mistake of the programmer."""
    with pytest.raises(ValueError, match="never goes backwards"):
        act(hall, (method, "ada", "Chip", -1))


def test_the_database_itself_refuses_a_negative_balance(hall: Hall) -> None:
    """Whoever writes past the ledger meets the constraint."""
    act(hall, ("grant", "ada", "Chip", 1))
    with pytest.raises(IntegrityError), transaction.atomic():
        Balance.objects.filter(cycle=hall.pk).update(amount=-1)


@pytest.mark.parametrize(
    ("amount", "giver", "taker"), [(0, "", "ada"), (-1, "", "ada"), (1, "", ""), (1, "ada", "ada")]
)
def test_there_is_no_line_that_moves_nothing(amount: int, giver: str, taker: str) -> None:
    """Nothing, backwards, from nobody to nobody, or to whoever has it."""
    with pytest.raises(ValueError, match="moves nothing"):
        Movement("Chip", amount, giver, taker)


def test_nothing_moves_once_the_entry_has_said_what_moved(hall: Hall) -> None:
    """It would stand in no line; nothing of such an act happens."""

    def run(act: ActionContext, args: NoArgs) -> None:
        ledger_of(act).grant("ada", "Chip", 1)
        act.when_saved(lambda entry: ledger_of(act).grant("ada", "Chip", 1))

    action = Action("move", "system", "Move", "Things move.", "none", run)
    with pytest.raises(RuntimeError, match="after the entry"), transaction.atomic():
        apply_act(hall.cycle, action, NoArgs(), SYSTEM, hall.clock.now)
    assert (hall.has("ada", "Chip"), discrepancies(hall.pk)) == (0, [])


def test_cards_are_made_handed_over_and_destroyed(hall: Hall) -> None:
    """Each has a code; a destroyed one stays as a record without a holder."""
    act(hall, ("add_cards", "ada", [Card(species="King"), Card(species="King")]))
    one, two = hall.cards("ada")
    assert one.code != two.code
    assert one.made_by == hall.cycle.seq
    act(hall, ("move_cards", [one], "bob"))
    assert hall.cards("bob") == [one]
    assert lines(act(hall, ("destroy_cards", [one]))) == [("King", 1, "bob", "")]
    assert Card.objects.get(code=one.code).holder == ""
    assert hall.cards("ada") == [two]
    assert discrepancies(hall.pk) == []


def test_what_does_not_add_up_is_found(hall: Hall) -> None:
    """A balance, a card or a line that somebody changed is named."""
    act(hall, ("grant", "ada", "Chip", 3), ("add_cards", "ada", [Card(species="King")]))
    assert discrepancies(hall.pk) == []
    Balance.objects.filter(cycle=hall.pk).update(amount=4)
    assert discrepancies(hall.pk) == ["ada has 4 Chip, but the ledger says 3"]
    Balance.objects.filter(cycle=hall.pk).update(amount=3)
    Card.objects.filter(cycle=hall.pk).update(holder="bob")
    (found,) = discrepancies(hall.pk)
    assert found.startswith("bob holds the card")
    Card.objects.filter(cycle=hall.pk).update(holder="ada")
    Balance.objects.create(cycle_id=hall.pk, holder="eve", item="Chip", amount=1)
    assert discrepancies(hall.pk) == ["eve has 1 Chip, but the ledger says 0"]


holders = st.sampled_from(["ada", "bob", "pool:1"])
movements = st.lists(
    st.tuples(st.just("grant"), holders, st.sampled_from(["Chip", "Vertebra"]), st.integers(0, 5))
    | st.tuples(st.just("revoke"), holders, st.sampled_from(["Chip", "Vertebra"]), st.integers(0, 5))
    | st.tuples(st.just("transfer"), holders, holders, st.sampled_from(["Chip", "Vertebra"]), st.integers(0, 5)),
    max_size=12,
)


@given(movements)
def test_balances_are_the_sums_of_their_lines(moves: list[tuple[Any, ...]]) -> None:
    """Whatever moves in one act, the lines add up to what the ledger says, and nothing is ever negative."""
    ledger = Ledger(FakeAct())  # type: ignore[arg-type]
    for method, *arguments in moves:
        try:
            getattr(ledger, method)(*arguments)
        except Refused:
            continue
    for holder in ("ada", "bob", "pool:1"):
        for item in ("Chip", "Vertebra"):
            made = sum(line.amount for line in ledger._lines if (line.taker, line.item) == (holder, item))
            gone = sum(line.amount for line in ledger._lines if (line.giver, line.item) == (holder, item))
            assert ledger.amount(holder, item) == made - gone >= 0


class FakeAct:
    """As much of an act as a ledger needs that is never written."""

    law = Law(bare_law())
    action = SimpleNamespace(channel="game-actions")

    def __init__(self) -> None:
        self.moved: list[Movement] = []
        self._memory: dict[Any, Any] = {}

    def when_saved(self, write: Any, *, needs_row: bool = True) -> None:
        pass

    def recall(self, key: Any, read: Any) -> Any:
        return self._memory.setdefault(key, {})


# Words


@pytest.mark.parametrize(
    ("item", "count", "words"),
    [("Vertebra", 0, "0 Vertebrae"), ("Vertebra", 1, "1 Vertebra"), ("Chip", 2, "2 Chips"), ("Gone", 2, "2 Gone")],
)
def test_items_are_counted_in_words(hall: Hall, item: str, count: int, words: str) -> None:
    """One, and many; an item that the law no longer has keeps its name."""
    assert amount_of_item(hall.cycle.law, item, count) == words


# Corrections


def test_an_admin_grants_and_revokes_with_a_reason(cast: Hall) -> None:
    """In the journal like any other act, with who, what and why."""
    args = {"player": "ada", "item": "Chip", "count": 2, "reason": "lost  in a mistake"}
    granted = cast.do(ADMIN, "correct-grant", **args)
    assert granted.words == ["Correction by keeper: ada is granted 2 Chips (lost in a mistake)."]
    assert granted.actor_kind == "admin"
    revoked = cast.do(ADMIN, "correct-revoke", **args | {"count": 1})
    assert revoked.words == ["Correction by keeper: ada loses 1 Chip (lost in a mistake)."]
    assert cast.has("ada", "Chip") == 1
    cast.is_sound()


def test_more_than_somebody_has_cannot_be_revoked(cast: Hall) -> None:
    """Not even an admin takes from a holder more than they have."""
    args = {"player": "ada", "item": "Vertebra", "count": 21, "reason": "x"}
    cast.refused(ADMIN, "correct-revoke", "not-enough", "Items", **args)


def test_R19_an_admin_gives_and_takes_good_luck(cast: Hall) -> None:
    """A trait that one has or has not."""
    for lucky, has in ((True, 1), (True, 1), (False, 0), (False, 0)):
        cast.do(ADMIN, "set-good-luck", player="ada", lucky=lucky, reason="a hole")
        assert cast.has("ada", "Good luck") == has
    cast.is_sound()


GRANT = {"player": "ada", "item": "Chip", "count": 1, "reason": "why"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("player", "nobody-here"),
        ("player", ""),
        ("player", "x" * 31),
        ("player", "a\x00"),
        ("player", "\ud800"),
        ("player", None),
        ("item", "Hat"),
        ("item", ""),
        ("item", "Chi\u202ep"),
        ("item", "<b>"),
        ("count", 0),
        ("count", -1),
        ("count", 10**6),
        ("count", 1.5),
        ("count", float("nan")),
        ("reason", ""),
        ("reason", "  "),
        ("reason", "x" * 301),
        ("reason", "two\nlines"),
        ("reason", "\x1b[2J"),
        ("why", "unknown"),
    ],
)
def test_a_correction_that_makes_no_sense_is_refused_with_its_field(cast: Hall, field: str, value: Any) -> None:
    """Unknown players and items, absurd numbers, no reason."""
    cast.bad(ADMIN, "correct-grant", field, **GRANT | {field: value})


def test_corrections_are_offered_where_there_is_something_to_correct(hall: Hall) -> None:
    """Without players there is nobody to grant anything."""
    reasons = {name: each.reason for name, each in hall.can(ADMIN).items()}
    for name in ("correct-grant", "correct-revoke", "set-good-luck", "correct-grant-card", "correct-destroy-card"):
        assert reasons[name] is not None, name
    hall.join("ada")
    assert hall.can(ADMIN)["correct-grant"].available
    assert hall.can(ADMIN)["correct-revoke"].available
    assert not hall.can(ADMIN)["correct-destroy-card"].available
    hall.grant_card("ada")
    assert hall.can(ADMIN)["correct-destroy-card"].available
