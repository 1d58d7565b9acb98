"""What people, bots and the wiki see of clauses."""

import json

from django.test import Client

from nomic.accounts.models import Person
from nomic.cycles.rule_implementations import all_carried_out
from nomic.law.document.sections import flaws_of
from nomic.law.labels.explanations import entry_explanation
from nomic.law.rules.tree import rules_of
from nomic.wiki.models import PageKind
from nomic.wiki.pages.render import render_page
from tests.clauses.conftest import TOLLS, OpenWith, other_clauses, with_clauses
from tests.support.hall import Hall, cycle_16
from tests.support.signed_in import browser_of
from tests.wiki.test_pages import page_of


def person(name: str) -> Person:
    return Person.objects.get(username=name)


def html(hall: Hall, path: str, name: str = "") -> str:
    client = Client()
    if name:
        client.force_login(person(name))
    response = client.get(f"/c/{hall.slug}/{path}")
    assert response.status_code == 200
    return response.content.decode()


def test_a_rule_reads_out_what_it_does(tolls: Hall) -> None:
    """In sentences made from its clauses, by their places and names."""
    assert entry_explanation(tolls.cycle.law, "rules", "tolls") == (
        "Each player has a number called “Lamps lit”. It starts at 0 and stays between 0 and 3.",
        "There is a number called the Well. It starts at 0 and is never below 0.",
        "Whenever a phase begins, each player gains Vertebrae equal to the number of their Lamps lit.",
        "“Walk the long corridor”: You may do this once per phase, and only if you have at least 2 Vertebrae. Pay 2 "
        "Vertebrae. The Well increases by 2. Your Lamps lit increase by 1.",
    )


def test_the_sentences_stand_beneath_the_words(tolls: Hall) -> None:
    """On the page of the ruleset, folded, and nothing beneath rules of words alone."""
    page = html(tolls, "ruleset/")
    doing = [rule for rule in all_carried_out(tolls.cycle.law) if rule.exactly]
    assert page.count("<summary>Exactly") == len(doing) < len(rules_of(tolls.cycle.law))
    assert "There is a number called the Well. It starts at 0 and is never below 0." in page


def test_values_stand_in_the_hall_and_with_their_player(tolls: Hall) -> None:
    """The cycle's for everybody, one's own for whoever looks."""
    tolls.do("ada", "tolls_walk")
    hall = html(tolls, "", "ada")
    assert "What the rules keep track of" in hall
    assert "The Well" in hall
    assert "Lamps lit" in hall
    assert "<h3>For you</h3>" not in html(tolls, "")
    assert "Lamps lit" in html(tolls, "players/ada/")


def test_the_action_has_a_form_like_any_other(tolls: Hall) -> None:
    """And is done by it."""
    page = html(tolls, "act/tolls_walk/", "ada")
    assert "Walk the long corridor" in page
    client = browser_of(person("ada"))
    response = client.post(f"/c/{tolls.slug}/act/tolls_walk/")
    assert response.status_code == 302
    assert tolls.entries("tolls_walk")[0].actor == "ada"


def test_an_entry_shows_what_it_made_of_values(tolls: Hall) -> None:
    """Before and since, as what changed hands."""
    entry = tolls.do("ada", "tolls_walk")
    page = html(tolls, f"journal/{entry.seq}/")
    assert page.count('data-label="Since"') == 2
    assert '<td data-label="Of">ada</td><td data-label="Before">0</td><td data-label="Since">1</td>' in page
    assert 'data-label="Since"' not in html(tolls, "journal/1/")


def test_bots_read_and_act(tolls: Hall) -> None:
    """The law's clauses in sentences, values of the cycle and of players, and the action with its schema."""
    tolls.do("ada", "tolls_walk")
    root = f"/api/v1/cycles/{tolls.slug}/"

    def read(path: str) -> dict[str, object]:
        answer: dict[str, object] = json.loads(Client().get(root + path).content)
        return answer

    assert read("")["values"] == [{"name": "The Well", "rule": "tolls", "kind": "number", "number": 2}]
    (lit,) = [value for value in read("players/ada/inventory/")["values"] if value["rule"] == "tolls"]  # type: ignore[attr-defined]
    assert lit == {"name": "Lamps lit", "rule": "tolls", "kind": "number", "number": 1}
    rules = {rule["rule"]: rule for rule in read("law/")["clauses"]}  # type: ignore[attr-defined]
    assert (rules["tolls"]["title"], len(rules["tolls"]["says"])) == ("Tolls", 4)
    listed = {each["name"]: each for each in read("actions/")["items"]}  # type: ignore[attr-defined]
    assert listed["tolls_walk"]["rule"] == "Tolls"


def test_the_wiki_shows_sentences_and_values(tolls: Hall) -> None:
    """Beneath the rule's words, on the gamestate, and among what a player has."""
    tolls.do("ada", "tolls_walk")
    tolls.publish()

    def text(kind: PageKind) -> str:
        return str(render_page(page_of(tolls.cycle, kind)))

    ruleset = text(PageKind.RULESET)
    assert '<div class="mw-collapsible-content">\n* Whenever' in ruleset
    gamestate = text(PageKind.GAMESTATE)
    assert "* The Well: 2\n" in gamestate
    assert "! Lamps lit\n" in gamestate


def test_a_proposal_says_what_a_rule_did_and_will_do(open_with: OpenWith) -> None:
    """Sentence by sentence, before anybody votes."""
    hall = open_with({"well": TOLLS["well"]})
    hall.propose("ada", other_clauses({"well": TOLLS["well"] | {"starts": 5}}))
    page = html(hall, "proposals/1/")
    assert "There is a number called the Well. It starts at 5 (before: 0) and is never below 0." in page


def test_markup_in_the_words_of_clauses_stays_text(open_with: OpenWith) -> None:
    """On pages and on the wiki alike."""
    words = "<b>x</b> {{T}} [[A]] ==", "'''b'''"
    evil, value = " ".join(words), words[1]
    do = [{"raise": value, "by": 1}, {"announce": evil}]
    clauses = {
        "kept": {"value": value},
        "act": {"action": evil, "says": evil, "with": {"n": {"is": "number", "says": evil}}, "do": do},
        "ban": {"forbid": "gift", "because": evil},
    }
    assert flaws_of(with_clauses(cycle_16(), clauses)) == []
    hall = open_with(clauses)
    hall.do("ada", "tolls_act", n=3)
    for page in ("", "journal/", "ruleset/", "players/ada/", "act/tolls_act/", "act/gift/"):
        assert "<b>x" not in html(hall, page, "ada"), page
    hall.publish()
    for kind in (PageKind.RULESET, PageKind.GAMESTATE, PageKind.PLAYERS):
        text = str(render_page(page_of(hall.cycle, kind)))
        assert not [markup for markup in ("<b>x", "{{T}}", "[[A]]", value) if markup in text], text
