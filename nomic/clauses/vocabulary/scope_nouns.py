"""Nouns for the names that clauses provide to their effects: arguments and fields of events."""

from collections.abc import Mapping
from typing import get_origin, get_type_hints

from nomic.clauses.arguments.base import WHAT_WAS_CHOSEN
from nomic.clauses.events import QuestionLapsed
from nomic.clauses.schema.clause_models import ActionClause
from nomic.clauses.vocabulary.action_events import ActionEvent
from nomic.clauses.vocabulary.event_scopes import EventKind, event_kind_named
from nomic.cycles.domain.events import Event
from nomic.effects.prose.context import SORTS, THEY, YOU, Meant
from nomic.effects.prose.grammar import Noun, definite, several, spoken

# Names of events that are not nouns.
OF_EVENTS: Mapping[str, Noun] = {
    "by": definite("the player who did it"),
    "of": Noun("player concerned", "players concerned", "each player concerned"),
    "value": definite("the value"),
    "name": definite("the new holder"),
    "to": definite("that moment"),
    "how": definite("that way"),
    "before": definite("its old amount"),
    "paid": definite("the price paid"),
    "gained": definite("what was gained"),
    "gives": definite("what is given"),
    "wants": definite("what is wanted"),
    "stakes": definite("the stakes"),
    "now": definite("its new amount"),
    "number": definite("its number"),
    "n": definite("the amount"),
    "moved": definite("the amount"),
    "first": definite("this is the first time"),
}
OF_SOME_EVENTS: Mapping[type[Event], Mapping[str, Noun]] = {
    QuestionLapsed: {"players": several("the players who have not answered")},
}
ABOUT_A_PLAYER = ("a player ", "an inactive player ")
THAT_PLAYER = definite("that player")
WHO_ACTED = definite("the player who acted")
BY_THE_AUTHOR = ("a proposal is submitted", "the author of a proposal edits it", "a proposal is withdrawn")
AUTHOR = definite("that proposal's author")

# The player whose permission is checked is addressed.
THEM: Mapping[str, Meant] = {"me": Meant("player", noun=YOU)}
# A proposal of a class.
ABOUT_IT: Mapping[str, Meant] = {"proposal": Meant("proposal", noun=definite("the proposal"))}
SUBMITTER: Mapping[str, Meant] = {**THEM, **ABOUT_IT}
CHOSEN: Mapping[str, Meant] = {"chosen": Meant("name", noun=definite("what was chosen"))}
AFTER_A_VOTE: Mapping[str, Meant] = {
    **ABOUT_IT,
    **CHOSEN,
    **dict.fromkeys(("me", "author"), Meant("player", noun=definite("the author", "the author's"))),
}
# The player who may have won.
WINNER: Mapping[str, Meant] = {"it": Meant("player", noun=THEY, apart=definite("the winner", "the winner's"))}
VOTES: Mapping[str, str] = {
    "for": "the number of votes for it",
    "against": "the number of votes against it",
    "unclear": "the number of unclear votes",
    "voters": "the number of voters",
    "eligible": "the number of players whose votes would count",
}
COUNTED: Mapping[str, Meant] = {
    **ABOUT_IT,
    "chosen": Meant("name", noun=definite("what is chosen")),
    **{name: Meant("number", noun=definite(words)) for name, words in VOTES.items()},
    "me": Meant("player", noun=definite("its author", "its author's")),
}
VOTER: Mapping[str, Meant] = {
    **ABOUT_IT,
    "it": Meant("player", noun=definite("the voter", "the voter's")),
    "me": Meant("player", noun=definite("its author", "its author's")),
}


def said_with(clause: ActionClause) -> Mapping[str, Meant]:
    """Return the nouns of an action's arguments. Arguments with the same noun are distinguished by name."""
    nouns = {name: argument.called(name) for name, argument in clause.with_.items()}
    alike = [noun.whole for noun in nouns.values()]
    return {
        name: Meant(
            SORTS[clause.with_[name].kind],
            noun=noun if alike.count(noun.whole) == 1 else _of_several(name, noun),
            by_author=True,
        )
        for name, noun in nouns.items()
    }


def given_at(occasion: EventKind) -> Mapping[str, Meant]:
    """Return the nouns of an event's names or, for an action's event, of the action's arguments."""
    said = said_with(occasion.clause) if isinstance(occasion, ActionEvent) and occasion.clause is not None else {}
    hints = get_type_hints(occasion.event)
    nouns = {
        name: _given(name, kind == "number", get_origin(hints.get(name)) is list)
        for name, kind in occasion.scope.items()
        if kind != "truth" or name in OF_EVENTS
    }
    is_taken = "player" in occasion.scope or any(meant.noun == THAT_PLAYER for meant in said.values())
    nouns |= {name: noun for name, noun in OF_SOME_EVENTS.get(occasion.event, {}).items() if name in nouns}
    nouns["who"] = _who_acted(occasion, is_taken)
    return {name: Meant(SORTS[occasion.scope[name]], noun=each) for name, each in nouns.items()} | {
        name: said[name] for name in said.keys() & occasion.scope.keys()
    }


def _who_acted(occasion: EventKind, is_taken: bool) -> Noun:
    if occasion.whenever in BY_THE_AUTHOR:
        return AUTHOR
    return WHO_ACTED if is_taken or not occasion.whenever.startswith(ABOUT_A_PLAYER) else THAT_PLAYER


def given_by(word: str) -> Mapping[str, Meant]:
    """Return the nouns of the event with this name. Empty if there is no such event."""
    occasion = event_kind_named(word)
    return {} if occasion is None else given_at(occasion)


def _given(name: str, is_number: bool, is_list: bool) -> Noun:
    words = name.replace("_", " ")
    lead = "the" if is_number else "those" if is_list else "that"
    return OF_EVENTS.get(name) or _particular(f"{lead} {words}", not is_list)


def _of_several(name: str, noun: Noun) -> Noun:
    """Return the noun for one of several arguments that would be called the same: "the player “from”"."""
    if noun == WHAT_WAS_CHOSEN:
        return definite(spoken(name))
    return _particular(f"the {noun.whole.partition(' ')[2]} “{name}”", noun.singular)


def _particular(whole: str, singular: bool) -> Noun:
    return definite(whole) if singular else several(whole)
