"""The table of Exoptosis: battles played in browsers, on a desk and on a phone, with scripts and without."""

import itertools
import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.accessibility import violations
from tests.support.battle_cycles import Battle
from tests.support.browser import PHONE, WIDE, Visit
from tests.support.crowded_tables import owing
from tests.support.furnished_cycle import KEEPER, LONG, act, hall_with_players
from tests.support.site import Site

_halls = itertools.count(1)


def deal(**decks: tuple[str, ...]) -> Battle:
    """A battle in a hall of its own."""
    return Battle(f"battle-{next(_halls)}", **decks)


@pytest.fixture
def duel(site: Site) -> Battle:
    """Ada and Ben with open hands; Ada, who has more cards, begins."""
    return deal(Ada=("5", "5", "9", "Queen", "Joker", "King"), Ben=("5", "9", "Queen", "10")).start()


def question(page: Page) -> str:
    expect(page.locator("#question-title")).to_be_visible()
    return page.locator("#question-title").inner_text()


def test_two_players_play_and_see_each_others_moves(visit: Visit, duel: Battle) -> None:
    """Ada plays a lit card; Ben's open page shows it, and that it is his turn; he answers with a card of his own."""
    hers, his = visit("Ada").go(duel.path), visit("Ben").go(duel.path)
    expect(his.locator(".why-all")).to_contain_text("It is Ada's turn.")
    hers.get_by_role("button", name=re.compile("^Play 5:")).first.click()
    expect(hers.locator(".pile-head")).to_contain_text("played by Ada")
    expect(hers.locator(".state-line")).to_contain_text("waiting for Ben")
    expect(his.locator(".pile-head")).to_contain_text("played by Ada")
    expect(his.locator(".state-line")).to_contain_text("It is your turn.")
    expect(his.locator("[data-news]")).to_contain_text("Ada plays 5.")
    his.get_by_role("button", name=re.compile("^Play 5:")).click()
    expect(hers.locator(".pile-head")).to_contain_text("played by Ben")
    assert len(duel.state.pile) == 2


def test_a_turn_that_comes_lights_up(visit: Visit, duel: Battle) -> None:
    """For whom it comes, while the page is open, with what the other did; not on a page that is opened later."""
    hers, his = visit("Ada").go(duel.path), visit("Ben").go(duel.path)
    lit = re.compile(r"\bis-new\b")
    expect(hers.locator("#table-state")).not_to_have_class(lit)
    hers.get_by_role("button", name=re.compile("^Play 5:")).first.click()
    expect(his.locator("#table-state")).to_have_class(lit)
    expect(hers.locator(".pile-head")).to_contain_text("played by Ada")
    expect(hers.locator("#table-state")).not_to_have_class(lit)
    his.get_by_role("button", name=re.compile("^Play 5:")).click()
    expect(hers.locator("#table-state")).to_have_class(lit)
    hers.set_viewport_size(PHONE)  # on a desk the log is in sight
    expect(hers.locator("#since-yours")).to_have_text(re.compile(r"^\s*Ben plays 5\b"))
    expect(hers.locator("#since-yours")).to_have_class(lit)
    assert hers.locator("#table-state").evaluate("state => state.getAnimations().length") == 1
    hers.reload()
    expect(hers.locator("#table-state")).not_to_have_class(lit)


@pytest.mark.parametrize("javascript", [True, False])
def test_a_choice_that_is_owed_comes_first(visit: Visit, site: Site, javascript: bool) -> None:
    """Drawing says what it does to the choice, nothing else glows, and once all is paid it is a draw as any other."""
    scene = owing()
    page = visit(scene.viewer, javascript=javascript).go(scene.path)
    draw, owed = page.locator("#move-draw"), page.locator(".moves.is-owed button")
    expect(draw).to_have_text("Draw, and let chance choose")
    expect(owed).to_have_text(re.compile(r"\): 1 of 2$"))  # one button counts them
    glows = "card => getComputedStyle(card).boxShadow"
    lit = page.locator("#your-hand > .lit")
    assert lit.count()
    assert lit.locator(".card").first.evaluate(glows) == "none"
    expect(page.locator("#your-hand > .lit > button").first).to_have_class("quiet")
    for left in (re.compile(r"\)$"), []):
        owed.click()
        page.locator(".deck .lit .pick").first.click()
        expect(owed).to_have_text(left)
    expect(draw).to_have_text("Draw a card")
    expect(page.locator("#your-hand > .lit > button.quiet")).to_have_count(0)


@pytest.mark.parametrize("javascript", [True, False])
def test_a_battle_is_played_to_its_end(visit: Visit, site: Site, javascript: bool) -> None:
    """Hands are chosen, nobody bets, and Ben, who gets rid of his cards first, wins. The table needs no script."""
    battle = deal(Ada=("5",) * 5, Ben=("5",) * 4)
    pages = {name: visit(name, javascript=javascript).go(battle.path) for name in ("Ada", "Ben")}
    for page in pages.values():
        page.get_by_role("button", name="Choose a hand").click()
        assert "at least 4 cards" in question(page)
        boxes = page.get_by_role("checkbox")
        for place in range(boxes.count()):
            boxes.nth(place).check()
        page.get_by_role("button", name="Confirm").click()
        expect(page.locator(".match-log")).to_contain_text("You have chosen a hand.")
    for page in pages.values():
        page.goto(page.url)
        page.get_by_role("button", name="Pass", exact=True).click()
        expect(page.locator(".match-log")).to_contain_text("You pass")
    for turn in range(8):
        page = pages["Ada" if turn % 2 == 0 else "Ben"]
        page.goto(page.url)
        page.get_by_role("button", name=re.compile("^Play 5")).first.click()
        expect(page.locator(".pile h2")).to_contain_text(str(turn + 1))
    expect(pages["Ben"].locator(".outcome h2")).to_have_text("You won!")
    assert duel_is_over(battle)


def duel_is_over(battle: Battle) -> bool:
    return battle.match.is_over and battle.match.result == {"ending": "won", "winners": ["Ben"]}


def test_the_reason_on_a_card_that_cannot_be_played(visit: Visit, duel: Battle) -> None:
    """R38: on the first turn a Queen cannot be played, and the card says why, and by which rule."""
    page = visit("Ada").go(duel.path)
    queen = page.locator(".table-hand > li", has_text="Queen")
    assert queen.get_by_role("button", name=re.compile("^Play")).count() == 0
    queen.locator(".why > summary").focus()
    page.keyboard.press("Enter")
    expect(queen.locator(".why")).to_contain_text("R38")


@pytest.mark.parametrize("javascript", [True, False])
def test_what_can_be_chosen_is_lit_on_the_table(visit: Visit, site: Site, javascript: bool) -> None:
    """A Satanic card changes one in a hand: just those in hands are lit, and the one that Ada presses is changed."""
    battle = deal(Ada=("5/Satanic", "5", "9", "Queen", "Joker"), Ben=("5", "9", "Queen", "10")).start()
    page = visit("Ada", javascript=javascript).go(battle.path)
    page.get_by_role("button", name=re.compile("^Play 5: .*Satanic")).click()
    assert "choose a card in a participant's hand" in question(page)
    expect(page.locator(".lit")).to_have_count(8)
    expect(page.locator(".table-hand > li", has_text="Satanic")).not_to_have_class("lit")
    expect(page.get_by_role("button", name=re.compile("^Play "))).to_have_count(0)
    page.locator("#seat-Ben").get_by_role("button", name=re.compile("^Choose Queen")).click()
    expect(page.locator(".pile-head")).to_contain_text("played by Ada")
    expect(page.locator("#seat-Ben .mini", has_text="Queen")).to_contain_text("Useless")


def test_drawing_asks_for_a_card_of_the_deck(visit: Visit, site: Site) -> None:
    """R40: the deck opens with its cards lit; the focus is on the question, and going back leaves all as it was."""
    battle = deal(Ada=("5", "5", "9", "9", "King", "Two", "3"), Ben=("5", "9", "Queen", "10"))
    state = battle.state
    decks = {seat.player: list(seat.deck) for seat in state.seats}
    battle.move("Ada", "hand", decks["Ada"][:5])
    battle.move("Ben", "hand", decks["Ben"])
    battle.move("Ada", "pass")
    battle.move("Ben", "pass")
    battle.play("Ada", "5")
    battle.move("Ben", "play", card=battle.card("Ben", "5"))
    page = visit("Ada").go(battle.path)
    version = battle.match.version
    page.get_by_role("button", name="Draw a card").click()
    assert "draw" in question(page)
    assert page.evaluate("document.activeElement.id") == "question-title"
    lit = page.locator(".deck .lit")
    expect(lit).to_have_count(2)
    page.get_by_role("button", name="Cancel the move").click()
    expect(page.locator("#question-title")).to_have_count(0)
    assert battle.match.version == version
    page.get_by_role("button", name="Draw a card").click()
    page.get_by_role("button", name=re.compile("^Choose Two")).click()
    expect(page.locator(".match-log")).to_contain_text("You draw Two")
    assert len(battle.seat("Ada").hand) == 5


def test_a_half_made_choice_survives_other_peoples_moves(visit: Visit, site: Site) -> None:
    """While Ben ticks cards for his hand Ada chooses hers: his ticks, his focus and what he has folded stay."""
    battle = deal(Ada=("5", "6", "9", "10", "King"), Ben=("5", "9", "Queen", "10", "3"))
    page = visit("Ben").go(battle.path)
    page.get_by_role("button", name="Choose a hand").click()
    question(page)
    boxes = page.get_by_role("checkbox")
    boxes.nth(0).check()
    boxes.nth(3).check()
    page.locator("#seat-Ada > summary").click()
    boxes.nth(3).focus()
    focused = page.evaluate("document.activeElement.id")
    battle.move("Ada", "hand", list(battle.seat("Ada").deck))
    expect(page.locator(".match-log")).to_contain_text("Ada has chosen a hand.")
    expect(page.locator("#seat-Ada")).to_contain_text("cards chosen")
    assert [boxes.nth(place).is_checked() for place in range(5)] == [True, False, False, True, False]
    assert page.evaluate("document.activeElement.id") == focused
    expect(page.locator("#seat-Ada")).not_to_have_attribute("open", "")
    expect(page.locator("[data-count]")).to_have_text("2 of 4 to 5 chosen")
    expect(page.get_by_role("button", name="Confirm")).to_be_disabled()
    boxes.nth(1).check()
    boxes.nth(2).check()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("button", name="Pass", exact=True)).to_be_visible()


@pytest.mark.parametrize("javascript", [True, False])
def test_a_page_that_is_behind_says_so_kindly(visit: Visit, site: Site, javascript: bool) -> None:
    """Ben's page has not heard of Ada's hand: his choice is kept, and one more press makes it."""
    battle = deal(Ada=("5", "6", "9", "10"), Ben=("5", "9", "Queen", "10", "3"))
    visitor = visit("Ben", javascript=javascript)
    visitor.intercept("**/live/*", lambda route: route.abort())
    page = visitor.go(battle.path)
    page.get_by_role("button", name="Choose a hand").click()
    question(page)
    for place in range(4):
        page.get_by_role("checkbox").nth(place).check()
    battle.move("Ada", "hand", list(battle.seat("Ada").deck))
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("alert")).to_contain_text("meanwhile")
    assert battle.state.stage == "hands"
    page.get_by_role("button", name="Do it now").click()
    expect(page.get_by_role("button", name="Pass", exact=True)).to_be_visible()
    assert len(battle.seat("Ben").hand) == 4
    visitor.complaints.clear()  # of having been cut off


def test_forfeiting_asks_first(visit: Visit, duel: Battle) -> None:
    """R43: the button is behind words that say what it costs."""
    page = visit("Ada").go(duel.path)
    give_up = page.get_by_role("button", name="Forfeit")
    expect(give_up).to_be_hidden()
    page.locator(".endings summary", has_text="Forfeit").click()
    expect(page.locator(".endings")).to_contain_text("This cannot be undone.")
    give_up.click()
    expect(page.locator(".outcome h2")).to_have_text("You lost: Ben won")


def test_a_standing_order_is_left_seen_by_its_owner_and_withdrawn(visit: Visit, duel: Battle) -> None:
    """R110: on Ada's page, and on nobody else's."""
    page = visit("Ada").go(duel.path)
    words = "If I can play nothing on my turn, draw a random card"
    page.get_by_label("What to do").select_option(label=words)
    page.get_by_role("button", name="Place order").click()
    expect(page.locator(".orders .list")).to_contain_text(words)
    assert words not in visit("Ben").go(duel.path).locator(".orders .list").all_inner_texts()
    page.get_by_role("button", name=re.compile("^Withdraw")).click()
    expect(page.locator(".orders .list")).to_have_count(0)


@pytest.mark.parametrize("javascript", [True, False])
def test_a_replay_goes_step_by_step(visit: Visit, duel: Battle, javascript: bool) -> None:
    """By its links, by the arrow keys and by the slider; at any seat; each step leads to its entry."""
    duel.play("Ada", "5")
    duel.play("Ben", "5")
    last = duel.match.version
    page = visit(javascript=javascript).go(duel.path)
    page.get_by_role("link", name="Replay").click()
    step = page.locator(".replay-bar label strong")
    for number in (last - 2, last - 1):  # from where the first card is played
        expect(step).to_have_text(str(number))
        page.get_by_role("link", name="Next →").click()
    expect(step).to_have_text(str(last))
    expect(page.locator(".replay-words")).to_contain_text("Ben plays 5.")
    page.get_by_role("link", name="← Previous").click()
    expect(step).to_have_text(str(last - 1))
    expect(page.locator(".pile-head")).to_contain_text("played by Ada")
    if javascript:
        page.locator("h1").click()
        page.keyboard.press("ArrowLeft")
        expect(step).to_have_text(str(last - 2))
        page.get_by_role("slider").focus()
        page.keyboard.press("ArrowRight")
        expect(step).to_have_text(str(last - 1))
    page.get_by_label("As seen by").select_option("Ben")
    if not javascript:
        page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator("#mine-title")).to_contain_text("Your hand")
    expect(page).to_have_url(re.compile("seat=Ben"))
    page.locator(".replay-words").get_by_role("link", name=re.compile("^Entry")).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Entry")


def twenty(site: Site) -> Battle:
    """Twenty at one table, with names as long as names are."""
    names = ["Ada", LONG, *(f"Player_{number}" for number in range(3, 21))]
    return deal(**dict.fromkeys(names, ("5/Speedy", "9 of Clocks", "Queen", "Joker", "10"))).start()


def test_twenty_sit_at_a_table_on_a_phone(visit: Visit, site: Site) -> None:
    """Nothing is wider than the window, and any seat opens."""
    battle = twenty(site)
    visitor = visit("Ada", viewport=PHONE)
    page = visitor.go(battle.path)
    assert visitor.overflow() <= 0
    page.locator("#seat-Player_7 > summary").click()
    expect(page.locator("#seat-Player_7 .mini").first).to_be_visible()
    assert visitor.overflow() <= 0


def looked_at(page: Page, theme: str, width: dict[str, int]) -> list[str]:
    page.set_viewport_size(width)
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    too_wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    wrong = [f"{theme}, {width['width']}: {violation}" for violation in violations(page)]
    return [*wrong, *([f"{too_wide} pixels too wide for {width['width']}"] if too_wide > 0 else [])]


WAYS = [("dark", WIDE), ("light", PHONE)]


@pytest.mark.parametrize(
    "stage", ["hands", "choosing", "betting", "playing", "drawing", "looking on", "replay", "list"]
)
def test_the_table_can_be_used_by_everybody(visit: Visit, site: Site, stage: str) -> None:
    """axe finds nothing serious at any stage, in either theme, and the page fits a desk and a phone."""
    battle = deal(Ada=("5/Bound", "5", "9", "Queen", "Joker"), Ben=("5", "9", "Queen", "10/Torn"), Cleo=("5",) * 4)
    if stage == "betting":
        for seat in battle.state.seats:
            battle.move(seat.player, "hand", list(seat.deck))
    elif stage not in ("hands", "choosing"):
        battle.start()
        battle.play("Ada", "5")
        for name in ("Ben", "Cleo"):
            if (turn := battle.state.turn) and turn.player == name:
                battle.play(name, "5")
    visitor = visit(None if stage == "looking on" else "Ada")
    page = visitor.go(battle.path)
    if stage == "choosing":
        page.get_by_role("button", name="Choose a hand").click()
        question(page)
    elif stage == "drawing" and page.locator("#move-draw").count():
        page.locator("#move-draw").click()
        question(page)
    elif stage == "replay":
        page = visitor.go(f"{battle.path}replay/")
    elif stage == "list":
        page = visitor.go(f"/c/{battle.slug}/matches/")
    assert [problem for theme, width in WAYS for problem in looked_at(page, theme, width)] == []


def test_a_duel_is_accepted_at_its_table(visit: Visit, site: Site) -> None:
    """R32: Ben finds Ada's request in the hall, goes to its table and accepts; both are asked for their hands."""
    slug = f"battle-{next(_halls)}"
    hall_with_players(slug, "Ada", "Ben")
    for name in ("Ada", "Ben"):
        for _ in range(4):
            act(slug, KEEPER, "correct-grant-card", player=name, species="5", modifiers=[], reason="a duel")
    act(slug, "Ada", "request-duel", players=["Ben"])
    page = visit("Ben").go(f"/c/{slug}/")
    page.locator("#waiting").get_by_role("link", name=re.compile("duel")).click()
    expect(page.locator(".mine")).to_contain_text("invited")
    expect(page.locator("#table-state")).to_contain_text("You are invited")
    page.get_by_role("button", name="Accept a duel").click()
    expect(page.get_by_role("button", name="Choose a hand")).to_be_visible()
    expect(page.locator("#seat-Ada")).to_contain_text("still choosing cards")
