"""Trades whose past is corrected: what was given that nobody ever had, and what was promised of it."""

import pytest

from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.models import Deadline, Entry
from nomic.inventory.models import Card
from nomic.trades.models import Trade
from tests.corrections.conftest import Told, adopt, rows_of, tell
from tests.support.hall import ADMIN, WEEK, Hall
from tests.trades.table import consent, lots, offer


def granted(hall: Hall, name: str, item: str, count: int) -> Entry:
    """An admin's correction, which is an act of the journal that can be wrong itself."""
    return hall.do(ADMIN, "correct-grant", player=name, item=item, count=count, reason="by mistake")


def statuses(hall: Hall) -> dict[int, str]:
    return dict(Trade.objects.filter(cycle=hall.pk).values_list("number", "status"))


def test_an_open_offer_of_what_nobody_ever_had_is_named_and_gone(cast: Hall, told: Told) -> None:
    """The act that gave it is void: the offer is impossible with its rule, and dropped; another offer stands."""
    gift = granted(cast, "ada", "Chip", 2)
    impossible = offer(cast, "ada", "bob", gives=lots(Chip=2), wants=lots(Vertebra=3))
    offer(cast, "ada", "bob", gives=lots(Vertebra=3))
    edit = {"do": "void", "entry": gift.key}
    row = told(edit)
    (named,) = row.impossible
    assert (named["action"], named["actor"]) == ("offer-trade", "ada")
    assert "0 Chips" in named["detail"]
    choice = {"do": "void", "entry": named["entry"]}
    cast.do(ADMIN, "edit-correction", correction=row.code, edits=[edit, choice], reason="so be it")
    adopt(cast, tell(cast))
    assert statuses(cast) == {1: "open"}
    assert not Trade.objects.filter(cycle=cast.pk, code=impossible.code).exists()
    assert Deadline.objects.filter(cycle=cast.pk, action="expire-trade").count() == 1
    cast.is_sound()


def test_an_impossible_offer_kept_without_effect_is_no_trade(cast: Hall, told: Told) -> None:
    """Nor can anybody consent to it: the consent is impossible then, too, and nothing moves."""
    gift = granted(cast, "ada", "Chip", 2)
    made = offer(cast, "ada", "bob", gives=lots(Chip=2), wants=lots(Vertebra=3))
    consent(cast, "bob", made)
    offered, consented = cast.entries("offer-trade")[0], cast.entries("consent-trade")[0]
    edit = {"do": "void", "entry": gift.key}
    row = told(edit)
    assert rows_of(row, "Items")["bob: Chip"] == ("2", "")
    assert [each["entry"] for each in row.impossible] == [offered.key, consented.key]
    choices = [{"do": "keep", "entry": offered.key}, {"do": "keep", "entry": consented.key}]
    cast.do(ADMIN, "edit-correction", correction=row.code, edits=[edit, *choices], reason="so be it")
    adopt(cast, tell(cast))
    assert statuses(cast) == {}
    assert (cast.has("bob", "Chip"), cast.has("ada", "Vertebra")) == (0, 20)
    assert Entry.objects.get(cycle=cast.pk, key=offered.key).failure is not None
    cast.is_sound()


def test_what_was_traded_on_is_followed_to_whoever_has_it(cast: Hall, told: Told) -> None:
    """Ada's pack was never opened: the card that she traded to bob, and he to eve, has never been."""
    cast.do("ada", "buy", offer="Handy Pack")
    opened = cast.do("ada", "open-pack", pack="Handy Pack")
    card = cast.cards("ada")[0].code
    consent(cast, "bob", offer(cast, "ada", "bob", gives_cards=[card]))
    consent(cast, "eve", offer(cast, "bob", "eve", gives_cards=[card]))
    edit = {"do": "void", "entry": opened.key}
    row = told(edit)
    assert [each["action"] for each in row.impossible] == ["offer-trade", "consent-trade"] * 2
    choices = [{"do": "void", "entry": each["entry"]} for each in row.impossible]
    cast.do(ADMIN, "edit-correction", correction=row.code, edits=[edit, *choices], reason="so be it")
    adopt(cast, tell(cast))
    assert not Card.objects.filter(cycle=cast.pk, code=card).exists()
    assert statuses(cast) == {}
    assert cast.has("ada", "Handy Pack") == 1
    cast.is_sound()


def test_a_trade_meanwhile_of_what_is_corrected_has_the_adoption_ask_again(cast: Hall, told: Told) -> None:
    """And an offer that stands for its whole time expires after the adoption as it would have."""
    gift = granted(cast, "ada", "Chip", 2)
    row = told({"do": "void", "entry": gift.key})
    standing = offer(cast, "bob", gives=lots(Vertebra=1))
    wrong = offer(cast, "ada", gives=lots(Chip=1))
    consent(cast, "eve", wrong)
    with pytest.raises(Refused, match="being rebuilt"):
        adopt(cast, row)
    row = tell(cast)
    assert [each["action"] for each in row.impossible] == ["offer-trade", "consent-trade"]
    edits = [{"do": "void", "entry": gift.key}, *({"do": "void", "entry": each["entry"]} for each in row.impossible)]
    cast.do(ADMIN, "edit-correction", correction=row.code, edits=edits, reason="so be it")
    adopt(cast, tell(cast))
    assert Trade.objects.get(cycle=cast.pk, code=standing.code).is_open
    cast.to(WEEK)
    assert statuses(cast) == {1: "expired"}
    cast.is_sound()


def test_a_voided_consent_gives_everything_back(cast: Hall, told: Told) -> None:
    """The offer stands again, for as long as it was to; it can be consented to anew."""
    granted(cast, "ada", "Chip", 1)
    made = consent(cast, "bob", offer(cast, "ada", "bob", gives=lots(Chip=1), wants=lots(Vertebra=5)))
    row = told({"do": "void", "entry": cast.entries("consent-trade")[0].key})
    assert row.impossible == []
    adopt(cast, row)
    again = Trade.objects.get(cycle=cast.pk, code=made.code)
    assert (again.status, again.ends_at, cast.has("ada", "Chip")) == ("open", made.ends_at, 1)
    consent(cast, "bob", again)
    assert cast.has("bob", "Chip") == 1
    cast.is_sound()
