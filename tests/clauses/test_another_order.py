"""Rules that act while the law, the players and the clock go on in another order than expected."""

import pytest

from nomic.clauses.models import Failures, KeptValue, ValueChange
from nomic.clauses.views.values import values_of_players
from nomic.cycles.commands.perform import perform
from nomic.law.document.sections import Law, flaws_of
from nomic.law.labels.explanations import entry_explanation
from nomic.proposals.models import Proposal
from tests.clauses.conftest import TOLLS, Clauses, OpenWith, acts_of_rules, enact, other_clauses, with_clauses
from tests.clauses.test_shown import html, person
from tests.clauses.test_triggers import COUNT, when
from tests.support.hall import Hall, OpenCycle, cycle_16
from tests.support.signed_in import browser_of

GAIN = {"grant": "Vertebra", "to": {"players": "players"}}
LONGER_WALK = TOLLS | {"walk": TOLLS["walk"] | {"with": {"steps": {"is": "number"}}}}


# ── actions and the law


@pytest.mark.parametrize("clauses", [LONGER_WALK, {}], ids=["amended", "repealed"])
def test_what_was_sent_twice_is_answered_again_whatever_the_law_is_now(tolls: Hall, clauses: Clauses) -> None:
    """With the entry that there is: nothing is asked that was not asked then."""
    first = perform(tolls.slug, tolls.actor("ada"), "tolls_walk", {}, idempotency_key="once")
    enact(tolls, other_clauses(clauses))
    second = perform(tolls.slug, tolls.actor("ada"), "tolls_walk", {}, idempotency_key="once")
    assert (second.is_repeated, second.entry) == (True, first.entry)


def enact_without_settling(hall: Hall, clauses: Clauses) -> None:
    """The vote is over, and nobody has looked at the cycle since."""
    code = hall.propose("ada", other_clauses(clauses))
    hall.vote(code, ada="for", bob="for", eve="for")
    hall.pass_on(Proposal.objects.get(cycle=hall.pk, code=code).ends_at)


def test_an_action_can_be_done_from_the_instant_of_its_vote(open_with: OpenWith) -> None:
    """Though whoever does it is the first to ask since."""
    hall = open_with({})
    enact_without_settling(hall, TOLLS)
    hall.do("bob", "tolls_walk")


def test_arguments_are_those_of_the_law_from_the_instant_of_its_vote(tolls: Hall) -> None:
    """Old ones are refused, new ones taken."""
    enact_without_settling(tolls, LONGER_WALK)
    tolls.do("bob", "tolls_walk", steps=3)
    tolls.bad("eve", "tolls_walk", "steps")


@pytest.mark.parametrize("name", ["copy", "as_json", "model_dump", "schema", "register", "csrfmiddlewaretoken"])
def test_an_argument_takes_no_name_that_the_program_needs(name: str) -> None:
    """Refused before anybody votes."""
    clause = {"action": "A", "with": {name: {"is": "number"}}, "do": [GAIN]}
    flaws = flaws_of(with_clauses(cycle_16(), {"a": clause}))
    assert [flaw.path for flaw in flaws] == [f"/rules/tolls/clauses/a/with/{name}"]


@pytest.mark.parametrize("name", ["class", "from", "key", "who", "base_fields", "is_valid", "action", "args", "place"])
def test_any_other_name_of_an_argument_does(open_with: OpenWith, name: str) -> None:
    """By a form, too."""
    give = {"grant": "Vertebra", "to": "$me", "n": f"${name}"}
    hall = open_with({"a": {"action": "A", "with": {name: {"is": "number"}}, "do": [give]}})
    before = hall.has("ada", "Vertebra")
    perform(hall.slug, hall.actor("ada"), "tolls_a", {name: 3})
    html(hall, "act/tolls_a/", "ada")
    client = browser_of(person("ada"))
    assert client.post(f"/c/{hall.slug}/act/tolls_a/", {name: "4"}).status_code == 302
    assert hall.has("ada", "Vertebra") == before + 7


def test_the_longest_names_fit(open_cycle: OpenCycle) -> None:
    """Of a rule and a clause: in the journal, on every page, in a replay."""
    rule, name = "r" * 80, "x" * 30
    hall = open_cycle(with_clauses(cycle_16(), {name: {"action": "A", "do": [GAIN]}, "y": when("joined", GAIN)}, rule))
    hall.join("ada", "bob")
    hall.do("ada", f"{rule}_{name}")
    hall.is_sound()
    for page in ("", "journal/", "ruleset/", "players/ada/", f"act/{rule}_{name}/"):
        html(hall, page, "ada")


def test_a_draft_that_cannot_be_law_is_explained_as_far_as_it_can_be() -> None:
    """Its page says what is wrong with the rest."""
    clauses: Clauses = {
        "a": {"nothing": 1},
        "b": {"value": 3},
        "c": {"forbid": "nope", "because": "No"},
        "d": {"action": "A", "do": [{"bogus": 1}]},
        "e": TOLLS["well"],
    }
    law = Law(with_clauses(cycle_16(), clauses))
    assert entry_explanation(law, "rules", "tolls") == (
        "There is a number called the Well. It starts at 0 and is never below 0.",
    )


# ── what happens by itself


@pytest.mark.parametrize("event", ["clause-failed", "cycle-ended", "act-failed"])
def test_nothing_listens_for_what_nothing_follows(event: str) -> None:
    """Refused, since it would silently do nothing."""
    (flaw,) = flaws_of(with_clauses(cycle_16(), {"a": when(event, GAIN)}))
    assert flaw.path == "/rules/tolls/clauses/a/when"


def test_R5_whoever_has_left_gets_nothing(open_with: OpenWith) -> None:
    """Neither items nor values, though the event names them."""
    gifts = ({"grant": "Vertebra", "to": "$player", "n": 5}, {"raise": "Lamps lit", "by": 1, "of": "$player"})
    hall = open_with({"lamps": TOLLS["lamps"], "farewell": when("left", *gifts)})
    hall.do("ada", "leave")
    assert hall.has("ada", "Vertebra") == 0
    assert not KeptValue.objects.filter(cycle=hall.pk).exists()
    assert acts_of_rules(hall)[-1].words == ["By the rule “Tolls” nothing changes."]
    hall.is_sound()


def test_what_breaks_is_tried_three_times_and_rests(open_with: OpenWith, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake of the program is tried again every hour, but not for ever."""
    hall = open_with(COUNT | {"grow": when("phase-began", {"raise": "Count", "by": 1})})

    def broken(*args: object) -> None:
        raise ValueError("broken")

    with monkeypatch.context() as patch:
        patch.setattr("nomic.clauses.runtime.world.acting_world.Hall.keep", broken)
        for _ in range(5):
            hall.to(hall.cycle.phase_ends_at)
    entries = acts_of_rules(hall)
    assert [entry.failure is not None for entry in entries] == [True, True, True, False]
    assert entries[-1].words == ["The rule “Tolls” is suspended until it is amended."]
    assert Failures.objects.get(cycle=hall.pk).times == 3
    hall.is_sound()


def test_a_clause_that_its_own_repeal_would_wake_is_gone(open_with: OpenWith) -> None:
    """The law that is in force then decides who listens."""
    hall = open_with(COUNT | {"on": when("law-changed", {"raise": "Count", "by": 1})})
    enact(hall, other_clauses(COUNT | {"on": when("law-changed", {"raise": "Count", "by": 10})}))
    assert KeptValue.objects.get(cycle=hall.pk).number == 10
    enact(hall, other_clauses({}))
    assert len(acts_of_rules(hall)) == 1
    hall.is_sound()


# ── values


def test_all_who_stand_where_a_value_starts_stay_together(open_with: OpenWith) -> None:
    """Whoever came back to it and whoever never left it, wherever it starts now."""
    lamps, up, down = (
        TOLLS["lamps"],
        {"action": "Up", "do": [{"raise": "Lamps lit", "by": 1, "of": "$me"}]},
        {"action": "Down", "do": [{"raise": "Lamps lit", "by": -1, "of": "$me"}]},
    )
    hall = open_with({"lamps": lamps, "up": up, "down": down})
    for action in ("tolls_up", "tolls_down"):
        hall.do("ada", action)
    hall.do("eve", "tolls_up")
    enact(hall, other_clauses({"lamps": lamps | {"starts": 2}, "up": up, "down": down}))
    shown = values_of_players(hall.cycle, ["ada", "bob", "eve"])
    assert [shown[name][-1].number for name in ("ada", "bob", "eve")] == [2, 2, 1]
    hall.is_sound()


def test_what_one_law_ends_and_bounds_stands_in_one_order(open_with: OpenWith) -> None:
    """Each change of an entry has a place of its own."""
    hall = open_with(TOLLS)
    hall.do("ada", "tolls_walk")
    enact(hall, other_clauses({"well": TOLLS["well"] | {"most": 1}}))
    changes = ValueChange.objects.filter(entry__action="close-voting").order_by("place")
    assert list(changes.values_list("place", "name", "after")) == [(0, "Lamps lit", None), (1, "The Well", 1)]
    hall.is_sound()


def test_whoever_comes_back_begins_anew(tolls: Hall) -> None:
    """R5: a value ends with leaving."""
    tolls.do("ada", "tolls_walk")
    tolls.do("ada", "leave")
    tolls.clock.wait(days=7)
    tolls.do("ada", "join")
    assert values_of_players(tolls.cycle, ["ada"])["ada"][-1].number == 0
    tolls.is_sound()
