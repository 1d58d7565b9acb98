"""Descriptions of common conditions for a proposal to pass, as a rulebook would put them."""

from typing import Any

_UNCLEAR = " (unclear votes count against)"


def counting_in_words(passes: Any, *, is_weighted: bool = False) -> str:
    """Return a common condition for passing as text, or "" for any other.

    An example is "it passes with more votes for than against (unclear votes count against)". `is_weighted` is whether
    votes can have weights.
    """
    parts = passes.get("all") if isinstance(passes, dict) and passes.keys() == {"all"} else None
    if isinstance(parts, list) and len(parts) == 2 and (turnout := _turnout(parts[1])):
        counted = counting_in_words(parts[0])
        return f"{counted}, and with {turnout}" if counted.startswith("it passes with ") else ""
    compared = passes.get("is") if isinstance(passes, dict) and passes.keys() == {"is"} else None
    if not isinstance(compared, list) or len(compared) != 3:
        return ""
    one, relation, other = compared
    if one == "$for" and relation in ("more_than", "at_least"):
        return _for_against(relation, other)
    if one == {"times": [2, "$for"]} and other == "$eligible" and relation in ("more_than", "at_least"):
        half = "more than half" if relation == "more_than" else "at least half"
        if is_weighted:
            return f"it passes if the number of votes for it is {half} the number of players whose votes would count"
        return f"it passes if {half} of all players who may vote are for it"
    if type(one) is int and one >= (relation == "more_than") and relation in ("at_least", "more_than"):
        return _few_against(one, relation, other)
    return ""


def _turnout(part: Any) -> str:
    """Return the required turnout as text, "at least 4 voters", or "" for another condition."""
    compared = part.get("is") if isinstance(part, dict) and part.keys() == {"is"} else None
    if not isinstance(compared, list) or len(compared) != 3 or compared[:2] != ["$voters", "at_least"]:
        return ""
    least = compared[2]
    return f"at least {least} voter{'' if least == 1 else 's'}" if type(least) is int and least > 0 else ""


def _for_against(relation: str, other: Any) -> str:
    lead = "more votes for than" if relation == "more_than" else "at least as many votes for as"
    if other == "$against":
        return f"it passes with {lead} against (unclear votes do not count)"
    if _are_both(other):
        return f"it passes with {lead} against{_UNCLEAR}"
    if type(other) is int:
        return f"it passes with {relation.replace('_', ' ')} {_votes(other)} for it"
    return ""


def _few_against(count: int, relation: str, other: Any) -> str:
    """Return the condition that few votes are against as text.

    The number is taken from the law, so that editing it in the sentence changes the law.
    """
    votes = f"fewer than {_votes(count)}" if relation == "more_than" and count > 1 else f"at most {_votes(count)}"
    if count == (relation == "more_than"):
        votes = "no votes"
    if _are_both(other):
        return f"it passes with {votes} against{_UNCLEAR}"
    return f"it passes with {votes} against (unclear votes do not count)" if other == "$against" else ""


def _votes(count: int) -> str:
    return f"{count} {'vote' if count == 1 else 'votes'}"


def _are_both(votes: Any) -> bool:
    parts = votes.get("sum") if isinstance(votes, dict) and votes.keys() == {"sum"} else None
    return isinstance(parts, list) and sorted(map(str, parts)) == ["$against", "$unclear"]
