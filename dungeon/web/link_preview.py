"""The board of Dungeon in pictures of links: the level with the most players, without anybody's plan."""

from collections import defaultdict

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from dungeon.engine.hexes import Hex
from dungeon.engine.player_view import SeenLevel, View
from dungeon.web.hex_geometry import centre_of, side_by_side, view_box
from dungeon.web.map import initials
from nomic.web.sharing.transliteration import in_known_letters

LETTERS = 2  # in a pawn


def link_preview(view: View) -> SafeString:
    """Return a level as SVG: the one with the most players, or the deepest of those with equally many."""
    people: dict[tuple[int, int], dict[Hex, list[str]]] = defaultdict(lambda: defaultdict(list))
    for each in view.players:
        if each.at is not None:
            people[each.at.dungeon, each.at.level][each.at.hex].append(each.player)
    floors = [(dungeon.number, level.number) for dungeon in view.dungeons for level in dungeon.levels]
    if not floors:
        return SafeString()
    fullest = max(floors, key=lambda floor: (sum(map(len, people[floor].values())), floor[1], -floor[0]))
    level = view.level(*fullest)
    context = {
        "view_box": view_box(level.radius),
        "tiles": [(*centre_of((each.q, each.r)), each.terrain) for each in level.hexes],
        "enemies": _enemies(level),
        "pawns": [pawn for at, names in people[fullest].items() for pawn in _pawns(at, names)],
    }
    return render_to_string("dungeon/link_preview.svg", context)


def _enemies(level: SeenLevel) -> list[tuple[float, float, str]]:
    """Return the centre and the initial of each enemy."""
    return [(*centre_of((enemy.q, enemy.r)), _letters(enemy.name[:1])) for enemy in level.enemies]


def _pawns(at: Hex, names: list[str]) -> list[tuple[float, float, str]]:
    """Return the players on a hex: each with their initials, or their number if they do not fit."""
    x, y = centre_of(at)
    slots = side_by_side(len(names))
    if not slots:
        return [(x, y, str(len(names)))]
    return [(x + right, y + down, _letters(initials(name))) for name, (right, down) in zip(names, slots, strict=True)]


def _letters(text: str) -> str:
    return in_known_letters(text)[:LETTERS]
