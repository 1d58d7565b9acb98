"""The clauses that an election expands to: candidates, votes, and the count at its end."""

from typing import Any

from nomic.ballots.ballot import MAX_CHOICES
from nomic.clauses.offices.appointment_clauses import all_of, appoint_to_seats
from nomic.clauses.offices.expanded_names import Names
from nomic.clauses.offices.schema import RANKED, Election

Json = dict[str, Any]
EVERYBODY: Json = {"players": "players"}


def election_clauses(names: Names, election: Election, slug: str) -> dict[str, Json]:
    """Return the clauses of an election by their names within the office.

    `slug` is the suffix of the names of its actions.
    """
    return {**_values(names, election), **_candidacy(names, election, slug), "vote": _vote(names, election, slug)}


def _values(names: Names, election: Election) -> dict[str, Json]:
    seen = "all" if election.ballots == "open" else "owner"
    of_players: Json = {"of": "player", "is": "players"}
    found = {
        "running": {"value": names.running, "is": "flag"},
        "candidates": {"value": names.candidates, "is": "players"},
        "ballots": {"value": names.ballots, **of_players, "seen": seen},
        "record": {"value": names.record, "is": "names"},
    }
    if election.against:
        found["against"] = {"value": names.against, **of_players}
        found["unclear"] = {"value": names.unclear, **of_players}
    return found


def _candidacy(names: Names, election: Election, slug: str) -> dict[str, Json]:
    stands = {"member": "$me", "of": names.the_candidates}
    room = {"is": [MAX_CHOICES, "more_than", {"count": names.the_candidates}]}
    # Sealed ballots stay opened until the next election.
    clear = [{"reset": names.ballots, "of": EVERYBODY}] if election.ballots == "sealed" else []
    begin: Json = {
        "if": {"is": [{"value_of": names.running}, "equals", 0]},
        "then": [*clear, {"set": names.running, "to": 1}, _later(election.ends.said, _end(names, election))],
    }
    votes_for_me = [
        {"strike": "$me", "from": value, "of": EVERYBODY} for value in (names.ballots, *_besides(names, election))
    ]
    return {
        "stand": {
            "action": f"Stand for {names.office}",
            "called": f"stand-for-{slug}",
            "says": f"Become a candidate, so that others can vote for you as {names.office}.",
            "who": all_of(election.stand, {"not": stands}, room),
            "do": [begin, {"enter": "$me", "in": names.candidates}],
        },
        "withdraw": {
            "action": f"Stop standing for {names.office}",
            "called": f"stop-standing-for-{slug}",
            "says": f"You are no longer a candidate for {names.office}, and votes for you are dropped.",
            "who": stands,
            "do": [{"strike": "$me", "from": names.candidates}, *votes_for_me],
        },
    }


def _besides(names: Names, election: Election) -> list[str]:
    return [names.against, names.unclear] if election.against else []


def _later(when: dict[str, Any], do: list[Json]) -> Json:
    """Return the operation that runs steps when the election ends."""
    return {"at": when["at"], "do": do} if "at" in when else {"after": when, "do": do}


def _vote(names: Names, election: Election, slug: str) -> Json:
    """Return the action of voting.

    Players can change their vote until the end; an empty ballot withdraws it.
    """
    candidate: Json = {"or_self": True, "where": {"member": "$it", "of": names.the_candidates}, "place": 1}
    sealed = {} if election.ballots == "open" else {"sealed": True}
    action: Json = {
        "action": f"Vote for {names.office}",
        "called": f"vote-for-{slug}",
        "says": _voting_in_words(names, election),
        "is_act": False,
    }
    if election.against:
        ways = {"for": names.ballots, "against": names.against, "unclear": names.unclear}
        vote: Json = {"is": "name", "says": "your vote", "one_of": [*ways, "none"], "place": 2}
        candidates = {"candidate": {"is": "player", "says": "who stands", **candidate}, "vote": vote}
        return {**action, "with": candidates, "do": [_enter_or_strike(way, value) for way, value in ways.items()]}
    if election.counted == "plurality":
        said: Json = {"is": "player", "says": "who stands", **candidate, **sealed}
        return {**action, "with": {"candidate": said}, "do": [_set_ballot(names, "$candidate")]}
    some_stand = {"who": {"some": names.the_candidates}}
    listed: Json = {"is": "players", "least": 0, "most": MAX_CHOICES, **candidate, **sealed}
    if election.counted in RANKED:
        said = {**listed, "ranked": True, "says": "the candidates, your first choice first"}
        return {**action, **some_stand, "with": {"ranking": said}, "do": [_set_ballot(names, "$ranking")]}
    said = {**listed, "says": "the candidates whom you approve of"}
    return {**action, **some_stand, "with": {"approved": said}, "do": [_set_ballot(names, "$approved")]}


def _voting_in_words(names: Names, election: Election) -> str:
    """Return one or two sentences that explain how to vote."""
    if election.against:
        return f"Vote for or against a candidate for {names.office}."
    if election.counted == "plurality":
        how = f"Choose the candidate whom you want as {names.office}."
    elif election.counted in RANKED:
        how = f"Rank the candidates for {names.office}, the one you like best first."
    else:
        how = f"Choose every candidate for {names.office} you approve of."
    return how if election.ballots == "open" else f"{how} Nobody sees your vote until the election is over."


def _set_ballot(names: Names, to: str) -> Json:
    return {"set": names.ballots, "to": to, "of": "$me"}


def _enter_or_strike(way: str, value: str) -> Json:
    return {
        "if": {"is": ["$vote", "equals", way]},
        "then": [{"enter": "$candidate", "in": value, "of": "$me"}],
        "else": [{"strike": "$candidate", "from": value, "of": "$me"}],
    }


def _end(names: Names, election: Election) -> list[Json]:
    """Return the operations at the end of an election.

    They count the votes, give the office to the winners, and reset the election.
    """
    voters = EVERYBODY if election.votes is None else {**EVERYBODY, "where": election.votes}
    seats = {} if names.clause.seats == 1 else {"seats": names.clause.seats}
    count: Json = {
        "elect": "winners",
        "among": names.the_candidates,
        "by": voters,
        "ballots": {"players_in": names.ballots, "of": "$it"},
        "counted": election.counted,
        "ties": election.ties,
        "record": names.record,
        **seats,
    }
    if election.against:
        count["against"] = {"players_in": names.against, "of": "$it"}
    holds = f"The {names.office} is $winners." if names.clause.seats == 1 else f"{names.office}: $winners."
    found = {
        "if": {"some": "$winners"},
        "then": [{"announce": f"The election is over. {holds}"}, *appoint_to_seats(names, "$winners")],
        "else": [{"announce": f"The election is over. Nobody is elected {names.office}."}],
    }
    is_sealed = election.ballots == "sealed"
    reveal = [{"reveal": names.ballots}] if is_sealed else []
    votes = _besides(names, election) if is_sealed else [names.ballots, *_besides(names, election)]
    of_players = [{"reset": value, "of": EVERYBODY} for value in votes]
    done = [*reveal, count, found, {"reset": names.running}, {"reset": names.candidates}, *of_players]
    # If the office was repealed meanwhile, no election runs.
    return [{"if": {"is": [{"value_of": names.running}, "equals", 1]}, "then": done}]
