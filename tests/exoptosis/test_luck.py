"""Good luck in the Gilded Hall (R19)."""

from nomic.cycles.models import Entry
from tests.support.hall import WEEK, Hall

LUCK, PACK = "Good luck", "Already-opened Pack"


def test_R19_good_luck_is_used_once_a_phase_and_one_of_it_is_gone(cast: Hall) -> None:
    """A second reroll in the phase is refused, though there is more luck; in the next phase there is another."""
    cast.grant("ada", LUCK, 3)
    cast.grant("ada", PACK, 3)
    opened = cast.do("ada", "open-pack", pack=PACK)
    cast.do("ada", "luck_reroll", act=opened.key)
    assert cast.has("ada", LUCK) == 2
    again = Entry.objects.get(cycle=cast.pk, seq=opened.seq)
    cast.refused("ada", "luck_reroll", "too-often", "Luck", act=again.key)
    cast.to(WEEK)
    later = cast.do("ada", "open-pack", pack=PACK)
    cast.do("ada", "luck_reroll", act=later.key)
    assert cast.has("ada", LUCK) == 1
    cast.is_sound()
