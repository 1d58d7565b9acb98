"""The clauses that an office expands to, without its election: its holder, other ways to fill it, and removal."""

from typing import Any

from nomic.clauses.offices.expanded_names import Names
from nomic.clauses.schema.clause_models import AmountJson

Json = dict[str, Any]


def all_of(*conditions: Json | None) -> Json:
    """Return the conjunction of the conditions that are not None."""
    found = [condition for condition in conditions if condition is not None]
    return found[0] if len(found) == 1 else {"all": found}


def appoint_to_seats(names: Names, to: Any) -> list[Json]:
    """Return the operations that appoint players to all seats of the office for a new term."""
    if names.is_of_host:
        return [{"appoint": to, "office": names.office}]
    until: Json = {}
    if names.clause.until is not None:
        said = names.clause.until.said
        until = {"until": said.get("at", said)}
    removal = [] if names.clause.removed_by is None else [{"reset": names.removal, "of": to}]
    since = {"set": names.since, "to": {"phase": "number"}}
    return [{"set": names.office, "to": to, **until}, since, *removal]


def take(names: Names, player: str) -> list[Json]:
    """Return the operations that remove a player from the office."""
    if names.is_of_host:
        return [{"vacate": names.office}]
    return [{"strike": player, "from": names.office}]


def holder_clauses(names: Names, slug: str) -> dict[str, Json]:
    """Return, by name, the clauses that store the holder and let holders resign.

    `slug` is the suffix of the action's name. Empty for an office of the host, whose holder is stored by the host.
    """
    if names.is_of_host:
        return {}
    one = names.clause.seats == 1
    found: dict[str, Json] = {"holder": {"value": names.office, "is": "player" if one else "players"}}
    found["since"] = {"value": names.since}
    if names.clause.resigns:
        found["resign"] = {
            "action": f"Resign as {names.office}",
            "called": f"resign-{slug}",
            "says": f"Give up the office of {names.office}.",
            "who": names.is_mine,
            "do": take(names, "$me"),
        }
    return found


def other_ways(names: Names, slug: str) -> dict[str, Json]:
    """Return, by name, the clauses that fill the office without election: by lot, by purchase, by handing it over."""
    ways, found = names.clause.filled_by, {}
    vacant = {"not": names.is_filled}
    if ways.lot is not None:
        among: Json = (
            {"players": "players"}
            if ways.lot.among is None
            else {
                "players": "players",
                "where": ways.lot.among,
            }
        )
        drawn = [
            {"let": "drawn", "be": {"sample": names.clause.seats, "from": among}},
            {
                "if": {"some": "$drawn"},
                "then": [{"announce": f"{names.office}: $drawn."}, *appoint_to_seats(names, "$drawn")],
            },
        ]
        found["lot"] = {"when": ways.lot.at, "if": all_of(vacant, {"some": among}), "do": drawn}
    if ways.price:
        found["buy"] = {
            "action": f"Become {names.office}",
            "called": f"buy-{slug}",
            "who": vacant,
            "costs": ways.price,
            "do": appoint_to_seats(names, "$me"),
        }
    if ways.handed_over:
        found["hand-over"] = {
            "action": f"Hand over the office {names.office}",
            "called": f"hand-over-{slug}",
            "says": f"Another player becomes {names.office} in your place.",
            "who": names.is_mine,
            "with": {"heir": {"is": "player", "says": "who has the office after you"}},
            "do": appoint_to_seats(names, "$heir"),
        }
    return found


def removal_clauses(names: Names, slug: str) -> dict[str, Json]:
    """Return the clauses that let players jointly remove a holder. Empty if the office does not allow removal."""
    needed = names.clause.removed_by
    if needed is None:
        return {}
    return _removal_of_host(names, needed, slug) if names.is_of_host else _removal_by_law(names, needed, slug)


def _removal_in_words(names: Names, needed: AmountJson) -> str:
    """Return a sentence on asking for a removal.

    A computed number of players is left to the rule's own sentences.
    """
    many = "enough" if not isinstance(needed, int) else str(needed)
    if needed == 1:
        return f"Remove {names.the_holder} from office."
    return f"Ask for {names.the_holder} to be removed. If {many} players ask for it, the holder loses the office."


def _removal_by_law(names: Names, needed: AmountJson, slug: str) -> dict[str, Json]:
    """Return the clauses for removing a holder. For each holder they store a list of the players who agree."""
    holder = {"is": "player", "says": "who holds the office", "or_self": True}
    of_those = {**holder, "where": {"member": "$it", "of": names.the_holders}}
    assents = {"players_in": names.removal, "of": "$holder"}
    return {
        "removal": {"value": names.removal, "of": "player", "is": "players"},
        "remove": {
            "action": f"Ask for the removal of {names.the_holder}",
            "called": f"remove-{slug}",
            "says": _removal_in_words(names, needed),
            "who": names.is_filled,
            "with": {"holder": of_those},
            "do": [
                {"enter": "$me", "in": names.removal, "of": "$holder"},
                {
                    "if": {"is": [{"count": assents}, "at_least", needed]},
                    "then": [*take(names, "$holder"), {"reset": names.removal, "of": "$holder"}],
                },
            ],
        },
        "keep": {
            "action": f"Stop asking for the removal of {names.the_holder}",
            "called": f"keep-{slug}",
            "says": f"You no longer ask for {names.the_holder} to be removed.",
            "who": {"member": "$me", "of": {"players_in": names.removal, "of": names.the_holders}},
            "with": {
                "holder": {**holder, "where": {"member": "$me", "of": {"players_in": names.removal, "of": "$it"}}}
            },
            "do": [{"strike": "$me", "from": names.removal, "of": "$holder"}],
        },
    }


def _removal_of_host(names: Names, needed: AmountJson, slug: str) -> dict[str, Json]:
    """Return the clauses for removing the holder of a host's office, who need not be a player (R100)."""
    assents = {"players_in": names.removal}
    return {
        "removal": {"value": names.removal, "is": "players"},
        "remove": {
            "action": f"Ask for the removal of {names.the_holder}",
            "called": f"remove-{slug}",
            "says": _removal_in_words(names, needed),
            "who": names.is_filled,
            "do": [
                {"enter": "$me", "in": names.removal},
                {
                    "if": {"is": [{"count": assents}, "at_least", needed]},
                    "then": [*take(names, "$me"), {"reset": names.removal}],
                },
            ],
        },
        "keep": {
            "action": f"Stop asking for the removal of {names.the_holder}",
            "called": f"keep-{slug}",
            "says": f"You no longer ask for {names.the_holder} to be removed.",
            "who": {"member": "$me", "of": assents},
            "do": [{"strike": "$me", "from": names.removal}],
        },
        # Assents are to the removal of one holder. Everybody who comes into office begins without any.
        "newcomer": {"when": names.event, "if": {"some": assents}, "do": [{"reset": names.removal}]},
    }
