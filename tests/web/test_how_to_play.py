"""How to play now, made from the law in force, whichever it is."""

import re
from html import unescape

import pytest
from django.test import Client

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.standing.goals import goals_of
from nomic.cycles.creation import create_cycle
from nomic.cycles.law_section import Description
from nomic.cycles.models import Cycle
from nomic.devtools.texts.html import texts_of_html
from nomic.effects.language.nodes.values import Literal
from nomic.law.document.sections import Law
from nomic.law.document.templates import document_of, law_templates
from nomic.matches.games_in_force import has_games
from nomic.web.item_sources import ways_to_what_wins
from nomic.wiki.models import PageKind, WikiPage
from nomic.wiki.pages.render import render_page
from tests.clauses.conftest import enact
from tests.support.hall import Document, Hall, OpenCycle, bare_law, cast, clock, hall, open_cycle
from tests.support.signed_in import browser_of

__all__ = ["cast", "clock", "hall", "open_cycle"]
LAWS = sorted(law_templates())


THREE: Document = {"grant": "Chip", "n": 3}


def text_of(html: str) -> str:
    """The words of a page on one line."""
    return "\n".join(texts_of_html(html))


def page(slug: str = "hall") -> str:
    answer = Client().get(f"/c/{slug}/how-to-play/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_says_goal_time_acts_and_votes(cast: Hall) -> None:
    """Of Cycle 16: each claim with its rule."""
    said = text_of(page())
    assert "Own at least 10 Chips, and more than anybody else." in said
    assert "Rest Phase, 3 days now" in said
    assert "Battle Phase, 4 days" in said
    for act in ("Buy from the Croupier", "Declare for battle", "Submit a proposal"):
        assert act in said
    assert "Advance the clock" not in said
    assert "Standard" in said
    assert 'href="/c/hall/ruleset/#' in page()


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.django_db
def test_acts_are_folded_under_their_names(law: str) -> None:
    """A newcomer reads the names at once, each once, and no numbers of rulings."""
    create_cycle(law, slug="other", title="Other")
    html = page("other")
    folds = re.findall(r'<details class="fold"><summary>(.*?)</summary>(.*?)</details>', html, re.DOTALL)
    assert folds
    named: list[str] = []
    for summary, acts in folds:
        names = [unescape(name) for name in re.findall(r"<li><strong>(.*?)</strong>", acts)]
        assert ", ".join(names) in unescape(summary)
        named += names
    assert len(named) == len(set(named))
    assert re.search(r"\(R\d", text_of(html)) is None


def test_it_follows_the_law(cast: Hall) -> None:
    """A goal that is voted in, and another price."""
    enact(cast, {"op": "replace", "path": "/calendar/phases/0/title", "value": "Long Sleep"})
    assert "Long Sleep" in text_of(page())


def earned(slug: str = "hall") -> str:
    """The words of what brings players something, first of what brings what wins."""
    parts = re.findall(r'id="(?:goal|brought)-title".*?</section>', page(slug), re.DOTALL)
    return text_of("".join(f"<p>{part}</p>" for part in parts))


def to_win(slug: str = "hall") -> str:
    """The words of the first panel of the page, on how to win, on one line."""
    first = re.findall(r'<section class="panel".*?</section>', page(slug), re.DOTALL)[0]
    assert 'id="goal-title"' in first
    return " ".join(text_of(first).split())


@pytest.mark.parametrize(
    ("law", "ways", "not_there"),
    [
        ("cycle-16", ("the winner gains 1 Chip.", "Buy 1 Chip for 25 Vertebrae."), ("duel", "Knucklebones")),
        ("exoptwosis", ("On 3, the winner gains 2 Chips.", "Buy 1 Chip for 25 Vertebrae."), ("duel",)),
        ("knucklebones", ("When a game of Knucklebones is won, the winner gains 1 Bone.",), ()),
        ("ministry-of-lamps", ("How to get Light Light a lamp", "How to get flasks of Oil Harvest"), ("Pay 2 Coins",)),
        ("the-commons", ("How to get Renown", "Finish a quest", "most in the bank"), ("Gather", "Apples")),
        ("dungeon", ("51 coins",), ("How to get",)),
        ("tetromic", ("level 10",), ("How to get",)),
    ],
)
@pytest.mark.django_db
def test_it_begins_with_the_ways_to_what_wins(law: str, ways: tuple[str, ...], not_there: tuple[str, ...]) -> None:
    """From the law's way to win to every source of what it counts: rewards, offers with their price, and clauses."""
    create_cycle(law, slug="other", title="Other")
    said = to_win("other")
    for each in ways:
        assert each in said
    for each in not_there:
        assert each not in said


def test_the_ways_to_what_wins_follow_votes(cast: Hall) -> None:
    """Another price, a reward for duels, and none for battles any more."""
    enact(
        cast,
        {"op": "replace", "path": "/rules/rewards/body", "value": "Nothing."},
        {"op": "replace", "path": "/shop/offers/Chip/costs/Vertebra", "value": 31},
        {"op": "replace", "path": "/battles/rewards", "value": []},
        {"op": "replace", "path": "/duels/rewards", "value": [{"grant": "Chip", "n": 7, "to": "$winner"}]},
    )
    said = to_win()
    assert "Buy 1 Chip for 31 Vertebrae." in said
    assert "When a duel is won, the winner gains 7 Chips." in said
    assert "battle" not in said
    enact(cast, {"op": "remove", "path": "/shop/offers/Chip"})
    assert "Buy 1 Chip" not in to_win()


def test_an_offer_of_several_things_is_named(cast: Hall) -> None:
    """With all that one buys."""
    gives = [{"grant": "Chip", "n": 2, "to": "$me"}, {"grant": "Handy Pack", "n": 1, "to": "$me"}]
    enact(cast, {"op": "replace", "path": "/shop/offers/Chip/gives", "value": gives})
    assert "Buy “Chip” for 25 Vertebrae. Gain 2 Chips. Gain 1 Handy Pack." in to_win()


@pytest.mark.parametrize("law", LAWS)
def test_a_shipped_description_names_only_what_wins(law: str) -> None:
    """What it says to win has a reward that a way to win counts, and its number is that of the way to win."""
    document = Law(document_of(law))
    about = document.section("cycle", Description).summary.lower()
    ways = [way for each in ways_to_what_wins(document) for way in each.brought.ways]
    rewarded = {way.place.split("/")[1] for way in ways if way.place}
    for noun, section in (("battles", "battles"), ("duels", "duels"), ("games", "knucklebones")):
        assert not re.search(rf"\bwin {noun}\b", about) or section in rewarded
    numbers = {"five": 5, "ten": 10, "twelve": 12, "twenty": 20}
    said = {number for word, number in numbers.items() if re.search(rf"\b{word}\b(?! shelves)", about)}
    targets = [each.target for goal in goals_of(document) for each in goal.measures]
    assert said <= {target.source for target in targets if isinstance(target, Literal)}


def test_it_says_what_brings_what_one_pays_and_wins_with(cast: Hall) -> None:
    """Acts, what a win brings, and what happens by itself; of cards their names. All of it follows votes."""
    said = earned()
    for each in ("Burn a card", "Explore the Hall", "When a battle is won:", "the winner gains 1 Chip.", "Quantum"):
        assert each in said
    enact(
        cast,
        *({"op": "replace", "path": f"/rules/{rule}/body", "value": "Nothing."} for rule in ("actions", "rewards")),
        {"op": "remove", "path": "/rules/actions/clauses/burn"},
        {"op": "replace", "path": "/battles/rewards", "value": [{"grant": "Handy Pack", "n": 1, "to": "$winner"}]},
        {"op": "replace", "path": "/duels/rewards", "value": [{"grant": "Chip", "n": 7, "to": "$winner"}]},
        {"op": "remove", "path": "/cards/Quantum/hooks"},
    )
    said = earned()
    for each in ("Burn a card", "When a battle is won", "Quantum"):
        assert each not in said
    assert "When a duel is won, the winner gains 7 Chips." in said


@pytest.mark.parametrize(
    ("law", "brings", "not_brought"),
    [
        (
            "the-commons",
            ("Finish a quest", "Pennies", "Sell Apples"),
            "The chest of the house is filled",
        ),
        ("ministry-of-lamps", ("Light a lamp", "Wicks Buy a Wick", "Coins"), "goes out"),
        ("exoptwosis", ("When a battle is won, roll 1d3",), "Handy Pack"),
    ],
)
@pytest.mark.django_db
def test_it_says_what_brings_things_under_other_laws(law: str, brings: tuple[str, ...], not_brought: str) -> None:
    """Values that count for winning, too. What goes into a store of the game, and what is lost, is left out."""
    create_cycle(law, slug="other", title="Other")
    said = " ".join(earned("other").split())
    for each in brings:
        assert each in said
    assert not_brought not in said


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.django_db
def test_every_shipped_law_has_one(law: str) -> None:
    """With a goal, phases, something to do, and how votes pass."""
    create_cycle(law, slug="other", title="Other")
    html = page("other")
    said = text_of(html)
    assert "No rule says how to win" not in said
    cycle = Cycle.objects.get(slug="other")
    for action in clauses_of(cycle.law).actions.values():
        assert action.clause.action in said
    assert cycle.phase_title in said
    assert ("Make a move" in said) is has_games(cycle.law)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.django_db
def test_a_judge_and_games_are_named_only_where_the_law_has_them(law: str) -> None:
    """In the hall and on the wiki."""
    cycle = create_cycle(law, slug="other", title="Other", published=True)
    main, gamestate = (
        render_page(WikiPage.objects.get(cycle=cycle, kind=kind)) for kind in (PageKind.MAIN, PageKind.GAMESTATE)
    )
    hall = text_of(Client().get("/c/other/").content.decode())
    has_court = cycle.law.has("court")
    assert [" no Judge" in hall, "Judge: nobody." in gamestate, "the Judge, what they" in main] == [has_court] * 3
    assert [": none yet\n* " in main and "Other/Matches" in main] == [has_games(cycle.law)]
    assert ". ." not in gamestate


def sentences(slug: str = "hall") -> list[str]:
    """The goal and the sentences about a turn, each with its link."""
    (part,) = re.findall(r'id="turn-title".*?<ol[^>]*>\s*<li><strong>(.*?)</ol>', page(slug), re.DOTALL)
    goal = re.search(r'id="goal-title">.*?<p>(.*?)</p>', page(slug), re.DOTALL)
    return [*([goal[1]] if goal else []), *part.split("<li><strong>")]


@pytest.mark.parametrize(
    ("law", "parts"),
    [
        ("cycle-16", ("10 Chips", "“Explore the Hall” once per phase", "4 cards or more", "no card in hand")),
        ("exoptwosis", ("25 Chips", "winner of a battle", "4 cards or more", "no card in hand")),
        ("dungeon", ("51 coins", "3 actions in each period", "loot chests", "into your store")),
        ("knucklebones", ("5 Bones", "winner of a game", "Say who you want to play", "one of your 3 columns")),
        ("tetromic", ("level 10", "1 random piece", "free squares", "level 1 takes 1 point")),
        ("ministry-of-lamps", ("12 lamps", "“Harvest the garden” once per phase", "“Light a lamp”", "“Long Nights”")),
        ("the-commons", ("Renown", "“Gather” once per day", "“Finish a quest”", "“Assembly” on Friday")),
    ],
)
@pytest.mark.django_db
def test_a_turn_in_five_sentences(law: str, parts: tuple[str, ...]) -> None:
    """Of every law that ships: goal, gains, acts, the game and votes, each with a link to its rule."""
    create_cycle(law, slug="other", title="Other")
    said = sentences("other")
    for each, part in zip(said, (*parts, "until the end of the next phase"), strict=True):
        assert part in unescape(each)
        assert 'href="/c/other/ruleset/#' in each


def test_the_sentences_follow_the_law(cast: Hall) -> None:
    """Without battles the week takes their place; another hand and another limit are said at once."""
    enact(
        cast,
        {"op": "replace", "path": "/exoptosis/hand/at_least", "value": 7},
        {"op": "replace", "path": "/battles/cards_at_least", "value": 9},
        {"op": "replace", "path": "/rules/exploration/clauses/explore/limit/per", "value": "week"},
    )
    said = " ".join(sentences())
    assert "a hand of at least 7 cards" in said
    assert "with 9 cards or more" in said
    assert "once per week" in said


@pytest.mark.parametrize(
    ("do", "says"),
    [
        ([{"grant": "Chip", "n": 3, "to": {"players": "players"}}], "All gain Chips."),
        (
            [{"each": "them", "in": {"players": "players"}, "do": [{"grant": "Chip", "n": 3, "to": "$them"}]}],
            "All gain",
        ),
        ([{"grant": "Chip", "n": 3, "to": "cycle"}], "“Explore the Hall” once per phase, for free."),
    ],
)
def test_a_wage_that_is_voted_in_is_what_you_get(cast: Hall, do: list[Document], says: str) -> None:
    """Also if it is paid in a loop. What the cycle gets is nothing that you get."""
    clause = {"when": "phase-began", "says": "All gain Chips.", "do": do}
    enact(cast, {"op": "add", "path": "/rules/vertebrae/clauses/wage", "value": clause})
    assert says in sentences()[1]


def test_which_card_can_be_played_on_which_is_said_before_a_battle(cast: Hall) -> None:
    """As a list, and with the pairs of colours; it follows votes."""
    said = next(each for each in sentences() if each.startswith("A battle:"))
    assert "Red and Black; " in said
    assert "<li>This card is Special and shares a suit with the card beneath.</li>" in said
    enact(cast, {"op": "replace", "path": "/exoptosis/upon/any/0/within", "value": 7})
    assert "<li>A value of this card is within 7 of a value of the card beneath.</li>" in page()


def test_classes_of_proposals_say_what_they_are_for_and_cost(cast: Hall) -> None:
    said = " ".join(text_of(page()).split())
    assert "Exploration: Add a scenario to Exploration." in said
    assert "Exploration with a Gem Key: Add a Gem Key scenario." in said
    assert "Each costs 1 Keyed exploration permit." in said
    assert "2 votes against. You may submit one only if you are reputable." in said


def test_who_is_reputable_is_said_where_the_word_is(cast: Hall) -> None:
    """With the numbers of the law, and not under a law that has no use for it."""
    said = " ".join(text_of(page()).split())
    assert (
        "Reputable: You become reputable after 7 days as a player, at once if you join within 3 days of the cycle’s "
        "beginning or as soon as 2 reputable players declare you so."
    ) in said
    enact(cast, {"op": "replace", "path": "/membership/founders_within_hours", "value": 0})
    assert "at once if you join" not in text_of(page())
    enact(cast, {"op": "replace", "path": "/membership/reputable_after_hours", "value": 0})
    assert "You are reputable as soon as you join." in text_of(page())
    enact(
        cast,
        {"op": "replace", "path": "/rules/vertebrae/clauses/first-grant/says", "value": "A grant."},
        {"op": "remove", "path": "/rules/urgent-class-proposal/clauses/urgent/who"},
    )
    assert "You are reputable" not in text_of(page())


def test_a_law_with_nothing_has_five_sentences_too(open_cycle: OpenCycle) -> None:
    """It says what is missing, and links to the ruleset."""
    open_cycle(bare_law(), template="bare")
    said = sentences()
    assert "No rule says how to win yet; a vote can add one." in said[0]
    assert "You get nothing automatically" in said[1]
    assert "href=" in said[2]
    assert len(said) == 5


def test_a_law_without_a_goal_says_so(open_cycle: OpenCycle) -> None:
    open_cycle(bare_law(), template="bare")
    assert "No rule says how to win yet; a vote can add one." in text_of(page())


def test_a_passed_motion_the_bank_and_a_room_bring_something(open_cycle: OpenCycle) -> None:
    """In the Commons: what a class of proposals gives, what the house pays, and what is worked out."""
    open_cycle(document_of("the-commons"), slug="hall", template="the-commons")
    said = earned()
    for each in ("When it passes", "The house pays interest.", "Gather", "Open the treasury"):
        assert each in said.replace("\n", " ")
    for each in ("Pay into the bank", "Take out of the bank"):
        assert each not in said


@pytest.mark.parametrize("law", LAWS)
def test_acts_of_keepers_are_left_out_for_players(open_cycle: OpenCycle, law: str) -> None:
    """A correction is no way to play; taking back one's own act is."""
    open_cycle(document_of(law), slug="hall", template=law, joined=("ada",))
    said = text_of(page())
    for each in ("Correct the journal", "Change a correction", "Drop a correction", "Adopt a correction"):
        assert each not in said
    assert "Undo your act" in said
    assert ("Enact a proposal by hand" in said) == ("court" in document_of(law))


def test_what_one_can_do_now_is_a_link(cast: Hall) -> None:
    """Not joining, for who has joined; and nothing for who is not signed in."""
    acts = page_of_visitor("ada").partition('id="acts-title"')[2]
    assert '<strong><a href="/c/hall/act/submit-proposal/">' in acts
    assert "<strong>Fuse" in acts, "a form that one cannot send now has no link"
    assert "Join the game" not in acts
    assert "Join the game" in page().partition('id="acts-title"')[2]
    assert '<strong><a href="' not in page()


def test_moves_of_games_are_among_what_one_can_do(open_cycle: OpenCycle) -> None:
    """In the game's own sentences, and the goal is not said again."""
    open_cycle(document_of("tetromic"), template="tetromic", joined=["ada"])
    html = page_of_visitor("ada")
    acts = html.partition('id="acts-title"')[2]
    assert "Put a piece onto free squares of your board" in acts
    assert '<details class="fold" open><summary>At the table: Tetromic' in acts
    assert "/act/move/" not in acts
    (part,) = re.findall(r'id="turn-title".*?</section>', html, re.DOTALL)
    assert "The goal" not in part


def page_of_visitor(name: str) -> str:
    return browser_of(name).get("/c/hall/how-to-play/").content.decode()


def test_what_is_earned_is_said_once(cast: Hall) -> None:
    (part,) = re.findall(r'id="brought-title".*?</section>', page(), re.DOTALL)
    heads = re.findall(r"<h3>(.*?)</h3>", part)
    assert "Vertebrae" in heads
    assert len(heads) == len(set(heads))
