"""Rulings that name a card stand on it at the table, too."""

from tests.exoptosis.test_duels import armed, asked, choose_hand
from tests.support.hall import ADMIN, Hall
from tests.support.signed_in import browser_of

__all__ = ["armed"]


def test_a_ruling_stands_on_a_card_of_the_hand(armed: Hall) -> None:
    """Who holds the card reads it there; on others' cards nothing is told of what they are."""
    armed.do(ADMIN, "appoint-judge", player="eve", reason="elected")
    for number, species in enumerate(("2", "Jester"), start=1):
        armed.do("ada", "file-request", kind="statement", title=f"On {species}", about=[f"/cards/{species}"])
        armed.do("eve", "rule", request=str(number), verdict="true", reasoning="So.", about=[f"/cards/{species}"])
    code = asked(armed, "ada", "bob")
    armed.do("bob", "accept-duel", match=code)
    for name in ("ada", "bob"):
        choose_hand(armed, name, code)
    shown = {}
    for name in ("ada", "eve"):
        client = browser_of(name)
        shown[name] = client.get(f"/c/{armed.slug}/matches/{code}/").content.decode()
    assert ("#ruling-1" in shown["ada"], "#ruling-2" in shown["ada"]) == (True, False)
    assert "#ruling-" not in shown["eve"]
