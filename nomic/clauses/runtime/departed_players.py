"""Removes players who have left from the values of names, so that effects ignore them (R5)."""

from collections.abc import Collection, Mapping

from nomic.effects.language.nodes.packed_choices import CHOSEN_IN, packed, unpacked
from nomic.effects.language.nodes.values import as_members
from nomic.effects.language.world import Members, Names, Value


def names_without(gone: Collection[str], names: Mapping[str, Value], scope: Mapping[str, str]) -> Names:
    """Return the names with the players in `gone` removed from their values. `scope` holds the kind of each name."""
    left: Names = dict(names)
    for name, value in names.items():
        kind = scope.get(name)
        if kind == "players":
            left[name] = members_without(gone, as_members(value))
        elif kind in CHOSEN_IN:
            choices = [each for each in unpacked(as_members(value)) if each.player not in gone]
            if kind == "players by player":
                choices = [each._replace(chosen=members_without(gone, each.chosen)) for each in choices]
            left[name] = packed(choices)
    return left


def members_without(gone: Collection[str], players: Members) -> Members:
    """Return the players who are not in `gone`."""
    return tuple(player for player in players if player not in gone)
