"""Rules that act, built from blocks by clicks: with scripts and without, voted in, and used; and drafted from words."""

from playwright.sync_api import Page, expect

from nomic.inventory.models import Balance
from nomic.proposals.models import Proposal
from tests.support.browser import Visit, Visitor
from tests.support.furnished_cycle import act

TIME = 30_000  # milliseconds, for what looks at a whole law
WORDS = """Lanterns are dear, and so are packs.

In rule '''Actions''' add a subrule '''Naps''' reading:
<blockquote>Anybody may nap.</blockquote>
Change the price of a Handy Pack from 12 to 15."""


def press(page: Page, step: str) -> None:
    """Press the button of a block, and wait until the form has come back."""
    button = page.locator(f"button[name=block][value^='{step}']").first
    if not button.is_visible():
        button.locator("xpath=ancestor::details[1]/summary").click()
    button.click()
    expect(page.locator("#compose")).not_to_have_attribute("inert", "", timeout=TIME)


def choose(page: Page, words: str) -> None:
    """Press what the open menu offers, and unfold its group first."""
    page.locator(".block-menu details").evaluate_all("all => all.forEach((group) => (group.open = true))")
    page.locator(".block-menu").get_by_role("button", name=words, exact=True).click()


def put(page: Page, place: str, words: str) -> None:
    """Put something that the menu of a gap offers into it."""
    press(page, f"menu entry {place}")
    choose(page, words)
    expect(page.locator(".block-menu")).to_have_count(0, timeout=TIME)


def begin(visitor: Visitor, hall: str, rule: str, kind: str) -> Page:
    """From the ruleset to a new clause of a rule: three clicks."""
    page = visitor.go(f"/c/{hall}/ruleset/")
    page.locator(f"#rule-{rule} .rule-head").get_by_role("link", name="propose a change").click()
    page.get_by_role("button", name="Make it automatic").click()
    page.get_by_role("button", name=kind).click()
    expect(page.locator("#entry-form")).to_be_visible(timeout=TIME)
    return page


def has(hall: str, name: str, item: str) -> int:
    return sum(Balance.objects.filter(cycle__slug=hall, holder=name, item=item).values_list("amount", flat=True))


def submit(page: Page, title: str) -> None:
    page.get_by_label("Title", exact=True).fill(title)
    page.get_by_role("button", name="Submit the proposal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title, timeout=TIME)


def test_a_trigger_and_an_action_are_built_voted_in_and_used(visit: Visit, hall: str) -> None:
    """Ben, whose browser runs no scripts, lets whoever joins have a pack; Ada lets players drink to each other."""
    page = begin(visit("Ben", javascript=False), hall, "vertebrae", "Something that happens by itself")
    page.get_by_label("Whenever").select_option(label="a player joins")
    put(page, "/do", "give items")
    page.locator(".gap[name$=':/do/0/grant']").select_option(label="Handy Pack")
    page.get_by_role("button", name="Preview").last.click()
    expect(page.locator("#difference")).to_contain_text("Whenever a player joins")
    submit(page, "Welcome")

    page = begin(visit("Ada").by_buttons(), hall, "inventory", "Something that players can do")
    page.get_by_label("What players can do").fill("Drink to somebody")
    press(page, 'put entry /with {"player"')
    page.locator("#entry-form").get_by_label("Name", exact=True).last.fill("guest")
    put(page, "/do", "hand items over")
    page.locator(".gap[name$=':/do/0/transfer']").select_option(label="Vertebra")
    page.locator(".gap[name$=':/do/0/from']").select_option(label="you")
    put(page, "/do/0/to", "“guest”")
    submit(page, "Toasts")

    for number in (1, 2):
        code = Proposal.objects.get(cycle__slug=hall, number=number).code
        for name in ("Ada", "Ben"):
            act(hall, name, "vote", proposal=code, vote="for")
    for _ in range(2):
        act(hall, "Ada", "advance-clock", to_next_phase=True)
    act(hall, "Dora", "join")
    assert has(hall, "Dora", "Handy Pack") == 1
    before = has(hall, "Dora", "Vertebra")
    page = visit("Ada").go(f"/c/{hall}/")
    page.locator("#can .doing", has_text="Drink to somebody").click()
    page.get_by_label("Guest").select_option("Dora")
    page.get_by_role("main").get_by_role("button", name="Drink to somebody").click()
    expect(page.locator("#messages")).to_contain_text("You")
    assert has(hall, "Dora", "Vertebra") == before + 1


def test_a_proposal_is_drafted_from_its_words(visit: Visit, hall: str) -> None:
    """A subrule and a price, by one button; the difference says what they come to."""
    page = visit("Ada").by_buttons().go(f"/c/{hall}/proposals/compose/")
    page.get_by_label("Text").fill(WORDS)
    page.get_by_role("button", name="Turn these words into changes").click()
    expect(page.locator(".changes li")).to_have_count(2, timeout=TIME)
    expect(page.locator("#difference")).to_contain_text("Anybody may nap.")
    expect(page.locator("#difference")).to_contain_text("15 Vertebrae")
    submit(page, "Naps and packs")
    amendments = Proposal.objects.get(cycle__slug=hall).amendments
    assert [each["value"] for each in amendments if each["op"] == "replace"] == [15]


def test_what_was_unfolded_stays_unfolded(visit: Visit, hall: str) -> None:
    """A condition of a ban stands in two folds; a step in the form had closed both over it."""
    page = begin(visit("Ben"), hall, "vertebrae", "Something that is forbidden")
    page.locator(".more-inputs > summary").click()
    page.locator("summary", has_text="Only if").last.click()
    page.get_by_role("button", name="Use buttons instead of blocks").first.click()
    expect(page.get_by_role("button", name="a condition …").first).to_be_visible(timeout=TIME)
    put(page, "/if", "the opposite")
    expect(page.get_by_role("button", name="a condition …").first).to_be_visible(timeout=TIME)
