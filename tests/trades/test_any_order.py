"""Whatever people do with trades, in whatever order: nothing is made or lost, and nobody gives without consent."""

import itertools
from collections import Counter
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from nomic.cycles.domain.exceptions import Refusal
from nomic.inventory.models import Card
from nomic.trades.models import Trade
from tests.support.example_counts import examples
from tests.support.hall import START, Hall, OpenCycle
from tests.trades.table import lots

NAMES = ("ada", "bob", "eve")
people = st.sampled_from(NAMES)
counts = st.integers(0, 4)
steps = st.one_of(
    st.tuples(st.just("offer"), people, st.sampled_from(["", *NAMES]), counts, counts, st.booleans()),
    st.tuples(st.just("counter"), people, st.integers(1, 4), counts, counts, st.booleans()),
    st.tuples(st.just("consent"), people, st.integers(1, 4), st.integers(0, 1)),
    st.tuples(st.just("take-back"), people, st.integers(1, 4)),
    st.tuples(st.just("withdraw"), people, st.integers(1, 4)),
    st.tuples(st.just("wait"), st.sampled_from([1, 6, 7])),
    st.tuples(st.just("leave"), people),
)


def terms(hall: Hall, name: str, gives: int, wants: int, with_card: bool) -> dict[str, Any]:
    cards = [card.code for card in hall.cards(name)[:1]] if with_card else []
    return {
        "gives": lots(Chip=gives) if gives else {},
        "gives_cards": cards,
        "wants": {**(lots(Vertebra=wants) if wants else {}), **(lots(King=1) if wants == 4 else {})},
    }


def take(hall: Hall, step: tuple[Any, ...]) -> None:
    match step:
        case ("offer", name, to, gives, wants, card):
            whom = {"to": to} if to else {}
            hall.do(name, "offer-trade", **whom, **terms(hall, name, gives, wants, card))
        case ("counter", name, number, gives, wants, card):
            version = _version(hall, number)
            more = terms(hall, name, gives, wants, card)
            hall.do(name, "counter-trade", trade=str(number), version=version, **more)
        case ("consent", name, number, behind):
            version = max(1, _version(hall, number) - behind)
            hall.do(name, "consent-trade", trade=str(number), version=version)
        case ("take-back", name, number):
            hall.do(name, "take-back-consent", trade=str(number))
        case ("withdraw", name, number):
            hall.do(name, "withdraw-trade", trade=str(number))
        case ("leave", name):
            hall.do(name, "leave")
        case ("wait", days):
            hall.wait(days=days)


def _version(hall: Hall, number: int) -> int:
    found = Trade.objects.filter(cycle=hall.pk, number=number).values_list("version", flat=True)
    return found.first() or 1


def held(hall: Hall, name: str) -> Counter[str]:
    cards = Card.objects.filter(cycle=hall.pk, holder=name).values_list("code", flat=True)
    return Counter({"Chip": hall.has(name, "Chip"), "Vertebra": hall.has(name, "Vertebra")}) + Counter(cards)


def willing_to_give(hall: Hall) -> dict[str, Counter[str]]:
    """The most that each has consented to give, in all trades together that are open now."""
    found: dict[str, Counter[str]] = {name: Counter() for name in NAMES}
    for trade in Trade.objects.filter(cycle=hall.pk, status="open").prefetch_related("lots__card"):
        for lot in trade.lots.all():
            giver = trade.maker if lot.by_maker else trade.other
            if giver in trade.willing:
                found[giver][lot.card.code if lot.card is not None else lot.name] += lot.amount
    return found


@settings(
    max_examples=examples(25),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # every step is an act: to shrink takes minutes
)
@given(steps=st.lists(steps, min_size=4, max_size=14))
def test_nothing_is_lost_and_nobody_gives_against_their_will(
    open_cycle: OpenCycle, steps: list[tuple[Any, ...]]
) -> None:
    """What somebody has less after another's act, they had consented to give; what all have stays as much."""
    hall = _open(open_cycle)
    for step in steps:
        before, willing = {name: held(hall, name) for name in NAMES}, willing_to_give(hall)
        try:
            take(hall, step)
        except Refusal:
            assert {name: held(hall, name) for name in NAMES} == before
            continue
        after = {name: held(hall, name) for name in NAMES}
        if step[0] != "leave":
            assert sum(after.values(), Counter()) == sum(before.values(), Counter())
        for name in NAMES:
            if name != step[1]:
                lost = before[name] - after[name]
                assert not lost - willing[name], (step, name, lost)
    hall.is_sound()


def _open(open_cycle: OpenCycle) -> Hall:
    hall = open_cycle(slug=f"hall-{next(_NUMBERS)}")
    hall.clock.to(START)
    hall.join(*NAMES)
    for name in NAMES:
        hall.grant(name, "Chip", 3)
        hall.grant_card(name, "King")
    return hall


_NUMBERS = itertools.count()
