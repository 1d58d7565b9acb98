"""Nouns for the names that clauses provide to their effects: arguments, and fields of events."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, get_origin, get_type_hints

from nomic.clauses.arguments.base import WHAT_WAS_CHOSEN
from nomic.clauses.schema.clause_models import ActionClause, WhenClause
from nomic.clauses.vocabulary.action_events import ActionEvent
from nomic.clauses.vocabulary.event_scopes import EventKind, event_kind_named
from nomic.effects.language import scopes
from nomic.effects.language.flaw import EffectFlaw
from nomic.effects.language.node_traversal import walk
from nomic.effects.language.nodes.base import Effect, Node, Scope
from nomic.effects.language.nodes.values import Ref
from nomic.effects.language.parser import read_condition, read_effect, read_number
from nomic.effects.prose.context import CHOSEN_PLAYER, SORTS, THEY, YOU, NameMeaning
from nomic.effects.prose.english_grammar import Noun, definite, plural_noun, quoted_name
from nomic.effects.prose.event_nouns import names_other_numbers, names_others
from nomic.effects.prose.values.references import AUTHOR

# Names of events that are not nouns.
OF_EVENTS: Mapping[str, Noun] = {
    "by": definite("the player who did it"),
    "partner": definite("the partner"),
    "winners": plural_noun("the winners"),
    "losers": plural_noun("the losers"),
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
    "staked_cards": plural_noun("the staked cards"),
    "match_kind": definite("the kind of match"),
    "move_kind": definite("the kind of move"),
    "opponents": plural_noun("the opponents"),
    "now": definite("its new amount"),
    "n": definite("the amount"),
    "moved": definite("the amount"),
    "first": definite("this is the first time"),
}
# Names that are not fields of the event but looked up (`register_details`). An event declares the nouns of its fields.
OF_DETAILS: Mapping[str, Mapping[str, Noun]] = {"match-over": {"players": plural_noun("the players of the match")}}
# Whose number an event's "number" is, by the beginning of its kind; that of other events is a proposal's.
NUMBER_OF = {"trade-": "the trade's number", "request-": "the request's number", "ruling": "the ruling's number"}
ABOUT_A_PLAYER = ("a player ", "an inactive player ")
THAT_PLAYER = definite("that player")
WHO_ACTED = definite("the player who acted")
BY_THE_AUTHOR = ("a proposal is submitted", "the author of a proposal edits it", "a proposal is withdrawn")
# The player that an event is about, where "that player" could be somebody else.
CLEARLY: Mapping[str, str] = {
    "battle-declared": "the player who declared",
    "became-reputable": "the newly reputable player",
    "bought": "the buyer",
    "card-destroyed": "the card's owner",
    "card-gained": "the player who gained it",
    "card-granted": "the card's owner",
    "card-lost": "the player who lost it",
    "confidence-voted": "the voter",
    "does": "the player who did it",
    "duel-accepted": "the player who accepted",
    "duel-declined": "the player who declined",
    "duel-requested": "the player who asked",
    "duel-withdrawn": "the player who asked",
    "inactive-acted": "the player who acted",
    "intention-declared": "the player who declared it",
    "intention-withdrawn": "the player who does not want to play",
    "item-gained": "the player who gained it",
    "item-lost": "the player who lost it",
    "joined": "the newcomer",
    "left": "the leaver",
    "outcome-met": "the player who drew it",
    "outfitted": "the player who took it",
    "pack-opened": "the player who opened it",
    "proposal-seconded": "the seconder",
    "question-answered": "the player who answered it",
    "standing-order-given": "the player who gave it",
    "standing-order-used": "the player who gave it",
    "standing-order-withdrawn": "the player who took it back",
    "trade-consent-taken-back": "the player who took it back",
    "trade-consented": "the player who consented",
    "trade-countered": "the player who changed it",
    "trade-expired": "the player who offered it",
    "trade-made": "the player who offered it",
    "trade-offered": "the player who offered it",
    "trade-void": "the player who offered it",
    "trade-withdrawn": "the player who withdrew or declined it",
    "value-moved": "the player whose number changed",
    "voted": "the voter",
}
# Who did an action, by its name, where "that player" could be somebody else.
CLEARLY_BY_ACTION: Mapping[str, str] = {
    "buy": "the buyer",
    "gift": "the giver",
    "burn-card": "the player who burned it",
    "open-pack": "the player who opened it",
    "submit-proposal": "the author",
    "vote": "the voter",
    "vote-on-ruling": "the voter",
    "leave": "the leaver",
    "join": "the newcomer",
}
THAT_NUMBER = definite("that number")
CHOSEN_NUMBER = definite("the number chosen")
NUMBER_YOU_CHOSE = definite("the number you chose")
THE_ONE_YOU_CHOSE = definite("the one you chose")
ARGUMENTS_APART: Mapping[str, Noun] = {
    "that player": definite("the player you chose"),
    "those players": plural_noun("the players you chose"),
}

# The player whose permission is checked is addressed.
THEM: Mapping[str, NameMeaning] = {"me": NameMeaning("player", noun=YOU)}
# A proposal of a class.
ABOUT_IT: Mapping[str, NameMeaning] = {"proposal": NameMeaning("proposal", noun=definite("the proposal"))}
SUBMITTER: Mapping[str, NameMeaning] = {**THEM, **ABOUT_IT}
CHOSEN: Mapping[str, NameMeaning] = {"chosen": NameMeaning("name", noun=definite("what was chosen"))}
AFTER_A_VOTE: Mapping[str, NameMeaning] = {
    **ABOUT_IT,
    **CHOSEN,
    **dict.fromkeys(("me", "author"), NameMeaning("player", noun=definite("the author", "the author's"))),
}
# The player who may have won.
WINNER: Mapping[str, NameMeaning] = {
    "it": NameMeaning("player", noun=THEY, apart=definite("the winner", "the winner's"))
}
VOTES: Mapping[str, str] = {
    "for": "the number of votes for it",
    "against": "the number of votes against it",
    "unclear": "the number of unclear votes",
    "voters": "the number of voters",
    "eligible": "the number of players whose votes would count",
}
COUNTED: Mapping[str, NameMeaning] = {
    **ABOUT_IT,
    "chosen": NameMeaning("name", noun=definite("what is chosen")),
    **{name: NameMeaning("number", noun=definite(words)) for name, words in VOTES.items()},
    "me": NameMeaning("player", noun=definite("its author", "its author's")),
}
VOTER: Mapping[str, NameMeaning] = {
    **ABOUT_IT,
    "it": NameMeaning("player", noun=definite("the voter", "the voter's")),
    "me": NameMeaning("player", noun=definite("its author", "its author's")),
}


def said_with(clause: ActionClause) -> Mapping[str, NameMeaning]:
    """Return the nouns of an action's arguments, in texts for the player who acts.

    Arguments with the same noun are distinguished by their names. "That player" becomes "the player you chose" if the
    action is about other players too. "That number" becomes "the number you chose" if another number is named before.
    """
    nouns = {name: argument.noun_of_value(name) for name, argument in clause.with_.items()}
    kinds = {name: argument.kind for name, argument in clause.with_.items()}
    numbers = [name for name in nouns if nouns[name] == THAT_NUMBER]
    players = {name for name in nouns if nouns[name].whole in ARGUMENTS_APART and kinds[name] == "players"}
    if not numbers and not players and WHAT_WAS_CHOSEN not in nouns.values():
        return _by_author(clause, nouns)
    scope: Scope = {**scopes.WHO_ACTS, **kinds}
    do = _read(read_effect, clause.do, scope)
    if players and names_others([do], {*(name for name in kinds if kinds[name] == "players"), "me"}):
        nouns |= {name: ARGUMENTS_APART[nouns[name].whole] for name in players}
    costs = [_read(read_number, cost, scope) for cost in clause.costs.values() if not isinstance(cost, int)]
    paid = [cost for cost in costs if uses_any(cost, kinds)]  # what does not use an argument is paid before
    if any(names_other_numbers([*paid, do], name) for name in numbers):
        nouns |= dict.fromkeys(numbers, NUMBER_YOU_CHOSE)
    said = _by_author(clause, nouns)
    return {
        name: replace(meant, noun=THE_ONE_YOU_CHOSE) if meant.noun == WHAT_WAS_CHOSEN else meant
        for name, meant in said.items()
    }


def uses_any(piece: Node | Effect, names: Collection[str]) -> bool:
    """Return whether `piece` refers to one of these names."""
    return any(isinstance(node, Ref) and node.name in names for _, node in walk(piece))


def _read(read: Callable[[Any, Scope], Node | Effect], raw: Any, scope: Scope) -> Node | Effect:
    """Return a parsed piece of a clause, or an empty effect if it is invalid. Flaws are reported elsewhere."""
    try:
        return read(raw, scope)
    except EffectFlaw:
        return ()


def _by_author(clause: ActionClause, nouns: Mapping[str, Noun]) -> Mapping[str, NameMeaning]:
    alike = [noun.whole for noun in nouns.values()]
    return {
        name: NameMeaning(
            SORTS[clause.with_[name].kind],
            noun=noun if alike.count(noun.whole) == 1 else _of_several(name, noun),
            by_author=True,
        )
        for name, noun in nouns.items()
    }


def given_at(occasion: EventKind, *, clearly: bool = False) -> Mapping[str, NameMeaning]:
    """Return the nouns of an event's names, for an action's event including the action's arguments.

    The event's player is "that player" or, with `clearly`, has an unambiguous noun: "the newcomer".
    """
    said = _said_at(occasion)
    event = occasion.event
    hints = get_type_hints(event)
    lists = occasion.lists if isinstance(occasion, ActionEvent) else frozenset()
    nouns = {
        name: _given(name, kind == "number", name in lists or get_origin(hints.get(name)) is list)
        for name, kind in occasion.scope.items()
        if kind != "truth" or name in OF_EVENTS
    }
    is_taken = "player" in occasion.scope or any(meant.noun == THAT_PLAYER for meant in said.values())
    if "number" in nouns:
        nouns["number"] = _number_of(occasion)
    nouns |= {name: _particular(words, get_origin(hints[name]) is not list) for name, words in event.called.items()}
    nouns |= {name: noun for name, noun in OF_DETAILS.get(occasion.kind, {}).items() if name in nouns}
    nouns["who"] = _who_acted(occasion, is_taken)
    given = {name: NameMeaning(SORTS[occasion.scope[name]], noun=each) for name, each in nouns.items()} | {
        name: said[name] for name in said.keys() & occasion.scope.keys()
    }
    return {name: _apart(meant, occasion) for name, meant in given.items()} if clearly else given


def _number_of(occasion: EventKind) -> Noun:
    """Return the noun for an event's number that names what it belongs to, so that it is unambiguous."""
    found = (words for begin, words in NUMBER_OF.items() if occasion.kind.startswith(begin))
    return definite(next(found, "the proposal's number"))


def _said_at(occasion: EventKind) -> Mapping[str, NameMeaning]:
    """Return the nouns of an action's arguments, for texts addressed to players who did not act."""
    clause = occasion.clause if isinstance(occasion, ActionEvent) else None
    if clause is None:
        return {}
    nouns = {name: argument.noun_of_value(name) for name, argument in clause.with_.items()}
    return _by_author(clause, {name: CHOSEN_NUMBER if noun == THAT_NUMBER else noun for name, noun in nouns.items()})


def _apart(meant: NameMeaning, occasion: EventKind) -> NameMeaning:
    if meant.noun != THAT_PLAYER:
        return meant
    clear = _who_did(occasion) or definite(CLEARLY.get(occasion.kind, "the player concerned"))
    return replace(meant, noun=CHOSEN_PLAYER if meant.by_author else clear)


def _who_did(occasion: EventKind) -> Noun | None:
    """Return the noun for a player who has done an action, or None for other events and actions."""
    said = CLEARLY_BY_ACTION.get(occasion.action) if isinstance(occasion, ActionEvent) else None
    return None if said is None else definite(said)


def _who_acted(occasion: EventKind, is_taken: bool) -> Noun:
    if occasion.whenever in BY_THE_AUTHOR:
        return AUTHOR
    if is_taken and (who_did := _who_did(occasion)) is not None:
        return who_did
    return WHO_ACTED if is_taken or not occasion.whenever.startswith(ABOUT_A_PLAYER) else THAT_PLAYER


def event_nouns_for(clause: WhenClause, occasion: EventKind) -> Mapping[str, NameMeaning]:
    """Return the nouns for the names that an event provides to a clause.

    If the clause is about other players too, the nouns cannot be mistaken for those players.
    """
    return given_at(occasion, clearly=is_about_others(clause, occasion.scope, _own(occasion)))


def given_to_condition(raw: Any, occasion: EventKind, names: Mapping[str, NameMeaning]) -> Mapping[str, NameMeaning]:
    """Return the nouns for a condition after "whenever …", where only the event's player is named so far.

    So "the player who lost it" becomes "that player" there, if the condition itself concerns nobody else.
    """
    own = _own(occasion)
    if raw is None or names_others([_read(read_condition, raw, occasion.scope)], own):
        return names
    plain = given_at(occasion)
    clear = given_at(occasion, clearly=True)
    long = {name for name, meant in clear.items() if name in own and meant.noun and " who " in meant.noun.whole}
    return {name: plain[name] if name in long and meant == clear[name] else meant for name, meant in names.items()}


def is_about_others(clause: WhenClause, scope: Scope, own: Collection[str]) -> bool:
    """Return whether a clause refers to players other than those bound to these names."""
    pieces = [_read(read_effect, clause.do, scope)]
    if clause.if_ is not None:
        pieces.append(_read(read_condition, clause.if_, scope))
    return names_others(pieces, own)


def _own(occasion: EventKind) -> set[str]:
    return {name for name, meant in given_at(occasion).items() if meant.noun == THAT_PLAYER} | {"me"}


def given_by(word: str, do: Effect = (), is_another_named: bool = False) -> Mapping[str, NameMeaning]:
    """Return the nouns of an event's names for steps deferred until the event. Empty if there is no such event.

    `word` names the event, and `do` are the steps. `is_another_named` means that other players were named before.
    """
    occasion = event_kind_named(word)
    if occasion is None:
        return {}
    return given_at(occasion, clearly=is_another_named or names_others([do], _own(occasion)))


def _given(name: str, is_number: bool, is_list: bool) -> Noun:
    words = name.replace("_", " ")
    lead = "the" if is_number else "those" if is_list else "that"
    return OF_EVENTS.get(name) or _particular(f"{lead} {words}", not is_list)


def _of_several(name: str, noun: Noun) -> Noun:
    """Return the noun for one of several arguments that would share a noun: "the player “from”"."""
    if noun == WHAT_WAS_CHOSEN:
        return definite(quoted_name(name))
    return _particular(f"the {noun.whole.partition(' ')[2]} “{name}”", noun.singular)


def _particular(whole: str, singular: bool) -> Noun:
    return definite(whole) if singular else plural_noun(whole)
