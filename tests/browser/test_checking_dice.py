"""Anybody checks the draws in the browser."""

import pytest
from playwright.sync_api import expect

from nomic.cycles.models import Entry
from tests.support.battles import Battle
from tests.support.browser import Visit
from tests.support.furnished import KEEPER, act
from tests.support.site import Site


@pytest.fixture
def drawn(hall: str) -> str:
    """A hall in which a pack was opened in a phase that is over, and another one in the phase that is not."""
    act(hall, KEEPER, "correct-grant", player="Ada", item="Handy Pack", count=2, reason="a test")
    act(hall, "Ada", "open-pack", pack="Handy Pack")
    act(hall, "Ada", "advance-clock", to_next_phase=True)
    act(hall, "Ada", "open-pack", pack="Handy Pack")
    return hall


def test_revealed_draws_are_verified_and_sealed_ones_are_not(visit: Visit, drawn: str) -> None:
    """Every draw of the phase that is over has its tick; the others say that they are sealed."""
    page = visit().go(f"/c/{drawn}/chance/")
    revealed = page.locator("[data-draw]:not([data-seed=''])").count()
    sealed = page.locator("[data-draw][data-seed='']").count()
    assert revealed > 0
    assert sealed > 0
    page.get_by_role("button", name="Verify these draws here").click()
    expect(page.locator("[data-verify-summary]")).to_have_text(f"{revealed} verified, 0 wrong, {sealed} still sealed.")
    expect(page.get_by_text("✓ verified")).to_have_count(revealed)


@pytest.fixture
def sealed_hand(site: Site, tampered: bool) -> str:
    """The page of the entry in which Ada chose a hand that is open by now."""
    battle = Battle(f"battle-sealed-{tampered}".lower(), Ada=("5",) * 5, Ben=("5",) * 4).start()
    (entry, *_) = Entry.objects.filter(cycle__slug=battle.slug, actor="Ada", action="move").order_by("seq")
    return f"/c/{battle.slug}/journal/{entry.seq}/"


@pytest.mark.parametrize("tampered", [False, True])
def test_what_was_sealed_is_verified(visit: Visit, sealed_hand: str, tampered: bool) -> None:
    """The commitment of a hand that was revealed is computed again; a changed hand does not fit it."""
    page = visit().go(sealed_hand)
    seals = page.locator("#seals")
    if tampered:
        seals.locator("[data-seal]").evaluate("(row) => { row.dataset.value += ' '; }")
    seals.get_by_role("button", name="Verify these seals here").click()
    expect(seals.locator(".verdict")).to_have_text("✗ not what was sealed" if tampered else "✓ verified")


@pytest.mark.parametrize("tampered", ["value", "sides", "index", "label", "entry", "seed", "commitment"])
def test_what_was_tampered_with_is_found(visit: Visit, drawn: str, tampered: str) -> None:
    """A single changed sign in the draws, their seed or its commitment makes crosses.

    In every draw, for one of few sides can come out the same by chance from another label.
    """
    entry = Entry.objects.filter(cycle__slug=drawn, action="open-pack").order_by("seq")[0]
    page = visit().go(f"/c/{drawn}/journal/{entry.seq}/")
    page.locator("[data-draw]").evaluate_all(
        """(rows, key) => rows.forEach((row) => {
            const old = row.dataset[key];
            row.dataset[key] = /^[0-9a-f]+$/.test(old) ? old.slice(0, -1) + (old.endsWith("1") ? "2" : "1") : old + "x";
            if (key === "sides") row.dataset[key] = String(BigInt(old) * 1000003n);
            if (key === "value") row.dataset[key] = String(BigInt(old) + 1n);
        })""",
        tampered,
    )
    page.get_by_role("button", name="Verify these draws here").click()
    expect(page.locator(".verdict").filter(has_text="✗").first).to_be_visible()
    expect(page.locator("[data-verify-summary]")).not_to_contain_text(", 0 wrong")
