"""Anybody checks the journal and its draws in the browser."""

import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from nomic.cycles.models import Cycle, Entry
from tests.support.battle_cycles import Battle
from tests.support.browser import Visit
from tests.support.forged_proofs import FORGERIES, linked
from tests.support.furnished_cycle import KEEPER, act
from tests.support.proof_tampering import TAMPERINGS, TAMPERINGS_WITH_SEEDS, TEXT_TAMPERINGS
from tests.support.proofs import (
    Proof,
    as_text,
    ended,
    head_at,
    reseeded,
    verify_draws,
    written_without_fault,
)
from tests.support.rewritten_histories import FAULTLESS, SPOILED, as_proof
from tests.support.rewritten_journals import told_again
from tests.support.site import Site
from tests.verification.test_tampering import leaves

pytestmark = pytest.mark.chained


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


def test_the_whole_journal_is_checked_and_held_to_heads_that_were_noted(visit: Visit, drawn: str) -> None:
    """The head as the page shows it, the count of entries, and what is wrong, which is nothing."""
    cycle = Cycle.objects.get(slug=drawn)
    page = visit().go(f"/c/{drawn}/chance/")
    page.get_by_text(f"{cycle.seq}:{cycle.head}").wait_for()
    third = Entry.objects.get(cycle=cycle, seq=3)
    page.get_by_label("Heads you noted earlier").fill(f"{cycle.seq}:{cycle.head}\n3:{third.digest}")
    page.get_by_role("button", name="Check the whole journal here").click()
    summary = page.locator("[data-proof-summary]")
    expect(summary).to_contain_text(f"{cycle.seq} entries checked; the head is {cycle.seq}:{cycle.head}.")
    expect(summary).to_contain_text("Nothing is wrong.")
    page.get_by_label("Heads you noted earlier").fill(f"3:{'0' * 64}")
    page.get_by_role("button", name="Check the whole journal here").click()
    expect(summary).to_contain_text("Wrong: 1.")
    expect(page.locator("[data-proof-failures] li")).to_have_text("entry 3: its digest is not the head that you noted")
    page.get_by_label("Heads you noted earlier").fill("yesterday's")
    page.get_by_role("button", name="Check the whole journal here").click()
    expect(summary).to_contain_text("yesterday's is not a head")


def told_of(page: Page, folder: Path, text: str, heads: list[tuple[int, str]]) -> tuple[str, list[str]]:
    """What the page says of a journal that somebody downloaded."""
    file = folder / "draws.json"
    file.write_text(text)
    page.get_by_label("Heads you noted earlier").fill(" ".join(f"{seq}:{digest}" for seq, digest in heads))
    page.get_by_label("A journal you downloaded").set_input_files(file)
    page.get_by_role("button", name="Check the whole journal here").click()
    summary = page.locator("[data-proof-summary]")
    expect(summary).to_contain_text("wrong", ignore_case=True)
    said = summary.inner_text()
    failures = page.locator("[data-proof-failures] li").all_inner_texts()
    page.locator("[data-proof-summary]").evaluate("(line) => { line.textContent = ''; }")
    return said, failures


def test_page_and_script_tell_the_same_of_every_tampering(visit: Visit, hall: str, tmp_path: Path) -> None:
    """In the same words: of journals without a fault, of each way of tampering, with the heads that were noted."""
    page = visit().go(f"/c/{hall}/chance/")
    cases: list[tuple[str, Proof, list[tuple[int, str]]]] = [
        ("no fault", written_without_fault(), [head_at(written_without_fault(), seq) for seq in (0, 4, 8)]),
        ("ended", ended(), []),
        ("new seeds", reseeded(), []),
    ]
    for tampering in TAMPERINGS_WITH_SEEDS:
        proof = reseeded()
        tampering.change(proof)
        cases.append((tampering.name, proof, []))
    for tampering in TAMPERINGS:
        proof = written_without_fault()
        heads = [head_at(proof, 8)] if tampering.noted else []
        tampering.change(proof)
        cases.append((tampering.name, proof, heads))
    for name, proof, heads in cases:
        report = verify_draws.verify(json.loads(json.dumps(proof)), heads)
        said, failures = told_of(page, tmp_path, as_text(proof), heads)
        assert failures == report.failures, name
        verdict = f"Wrong: {len(failures)}." if failures else "Nothing is wrong."
        assert said.endswith(verdict), name
        assert f"{report.entries} entries checked; the head is {report.head or 'unknown'}." in said, name
        assert f"{report.draws} draws checked, {report.not_yet} draws not yet checkable." in said, name
        assert f"{report.seals} seals checked, {report.closed} still closed." in said, name
        assert ("New seeds of phases" in said) == bool(report.reseeded), name


FOUND = """async (cases) => {
    const found = [];
    for (const [text, heads] of cases) {
        const each = await Proof.check(new Blob([text]).stream(), heads, []);
        const { failures, replaced, rewrites, reseeded, kept, seedCount } = each;
        const { drawCount, notYet, opened, waiting, head } = each;
        const counted = [kept, seedCount, drawCount, notYet, opened, waiting, head];
        found.push([failures, replaced, rewrites, reseeded, ...counted]);
    }
    return found;
}"""


def mutated(seed: int) -> Proof:
    """An honest proof of a past that was told again, with something in it that is otherwise."""
    luck = random.Random(seed)
    proof = told_again().proof()
    path = luck.choice(list(leaves(proof)))
    there = proof
    for name in path[:-1]:
        there = there[name]
    value = luck.choice([None, True, 0, 1, 7, "", "0" * 64, "x", [], {}])
    whole = luck.choice([proof["entries"], proof["replaced"], proof["replaced"][0], proof["forks"], proof["phases"]])
    change = luck.choice(
        [
            lambda: there.__setitem__(path[-1], value),
            lambda: whole.pop(luck.randrange(len(whole))),
            lambda: whole.append(luck.choice(whole)),
            lambda: luck.shuffle(whole),
        ]
    )
    change()
    return linked(proof) if luck.random() < 0.5 and all(map(is_entry, proof["entries"])) else proof


def is_entry(entry: object) -> bool:
    return isinstance(entry, dict)


def test_page_and_script_tell_the_same_of_every_forgery(visit: Visit, hall: str) -> None:
    """And of 300 journals in which one thing or the other is otherwise: the same sentences, in the same order."""
    page = visit().go(f"/c/{hall}/chance/")
    cases: list[tuple[str, list[tuple[int, str]]]] = [(each.as_text(), each.heads) for each in FORGERIES]
    makers = [*FAULTLESS.values(), *(make for make, _ in SPOILED.values())]
    cases += [(as_text(as_proof(make())), []) for make in makers]
    book = told_again()
    cases += [(as_text(mutated(seed)), [book.noted(), (8, book.replaced[0][-1]["before"])]) for seed in range(300)]
    for (text, heads), found in zip(cases, page.evaluate(FOUND, cases), strict=True):
        report = verify_draws.verify(json.loads(text), heads)
        assert found == [
            report.failures,
            report.replaced,
            report.rewrites,
            report.reseeded,
            report.kept,
            report.seeds,
            report.draws,
            report.not_yet,
            report.opened,
            report.waiting,
            report.head,
        ], text


def test_the_page_says_how_the_past_was_told_again(visit: Visit, hall: str, tmp_path: Path) -> None:
    """A line for each time, and one for a noted head that was replaced."""
    page = visit().go(f"/c/{hall}/chance/")
    (forgery,) = [each for each in FORGERIES if each.name == "the-true-journal-as-corrected"]
    said, failures = told_of(page, tmp_path, forgery.as_text(), forgery.heads)
    assert failures == []
    assert "The past was rewritten once; what was replaced is checked, too. Corrections: 1 opened" in said
    assert said.endswith("Nothing is wrong, but the past was rewritten after you noted a head.")
    assert page.locator("[data-proof-replaced] li").all_inner_texts() == [forgery.said]
    expect(page.locator("[data-proof-rewrites] li")).to_contain_text("Entries that kept their ids: 1; moved: 0")
    said, failures = told_of(page, tmp_path, as_text(written_without_fault()), [])
    expect(page.locator("[data-proof-rewrites] li, [data-proof-replaced] li")).to_have_count(0)


def test_a_journal_laid_out_otherwise_is_read_too_and_one_cut_off_is_told(
    visit: Visit, hall: str, tmp_path: Path
) -> None:
    """What a program has read and written again means the same."""
    page = visit().go(f"/c/{hall}/chance/")
    text = as_text(written_without_fault())
    for laid_out in (json.dumps(json.loads(text), ensure_ascii=False), json.dumps(json.loads(text), indent=1)):
        said, failures = told_of(page, tmp_path, laid_out, [])
        assert (said.endswith("Nothing is wrong."), failures) == (True, [])
    for cut in (text[:-4], text[: len(text) // 2], "", "7"):
        said, failures = told_of(page, tmp_path, cut, [])
        assert "Wrong: 1." in said
        assert failures[0].startswith(("the proof cannot be read", "this is not the proof of a cycle"))


def test_a_text_that_programs_read_in_several_ways_is_told(visit: Visit, hall: str) -> None:
    """As by the script."""
    page = visit().go(f"/c/{hall}/chance/")
    text = as_text(written_without_fault())
    made = [change(text) for _, change, _ in TEXT_TAMPERINGS]
    octets = [list(each.encode() if isinstance(each, str) else each) for each in made]
    found = page.evaluate(
        """async (cases) => {
            const found = [];
            for (const octets of cases) {
                found.push((await Proof.check(new Blob([Uint8Array.from(octets)]).stream())).failures);
            }
            return found;
        }""",
        octets,
    )
    for (name, _, said), failures in zip(TEXT_TAMPERINGS, found, strict=True):
        assert failures[-1].startswith(f"the proof cannot be read: {said}"), (name, failures)
