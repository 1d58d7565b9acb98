"""The dungeons as wikitext for their wiki page: a table per level, drawn with cells alone, and the players."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dungeon.engine.plans import hex_in_words
from dungeon.engine.player_view import SeenHex, SeenLevel, SeenPlayer, View
from dungeon.engine.state import Spot, Terrain
from dungeon.explain.tables import WORKS_AS
from nomic.law.document.sections import Law
from nomic.wiki.wikitext.templating import render_wikitext
from nomic.wikitext.escape import Wikitext, attribute

Whereabouts = dict[Spot, list[tuple[int, str]]]  # players by number and name

MAX_BYTES = 1_000_000  # for all maps, to leave room for players and the log on the page
WIDEST = len("9, 10")  # the longest text that fits a hex on one line
MAX_NAMES = 6
ENEMY = "☠"
# Both text and background are set, so that a hex is readable in light and dark mode.
LOOKS: Mapping[Terrain, tuple[str, str]] = {
    "blank": ("·", "background:#ebe7db;color:#222"),
    "wall": ("■", "background:#56524c;color:#8d8880"),
    "water": ("≈", "background:#a9d1ea;color:#123"),
    "chest": ("◆", "background:#f4d06f;color:#321"),
    "pit": ("↓", "background:#1c1a1e;color:#fff"),
    "rope": ("↑", "background:#cbe7b6;color:#132"),
}


@dataclass(frozen=True, slots=True)
class LegendLine:
    """A kind of hex: its look on the map, its name, and its effect."""

    look: Wikitext
    name: str
    does: str


@dataclass(frozen=True, slots=True)
class LevelPart:
    """A level: its map, and its enemies in words. Without room for the map, its hexes are listed by kind."""

    title: str
    map: Wikitext
    enemies: str
    hexes: str


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player: the number by which the maps show them, their place and their coins."""

    number: int
    name: str
    where: str
    pocket: int
    store: int
    plan: str


def draw_board(law: Law, view: View) -> Wikitext:
    """Render every level, a legend, and all players.

    If that exceeds the size of a page, as many levels are drawn as fit, those with players first.
    """
    there = _there(view.players)
    maps = _maps(view, there)
    context = {
        "period": view.period,
        "winner": view.winner or "",
        "new_dungeon": "" if view.winner else _new_dungeon(view),
        "legend": _legend(view),
        "levels": [_level(number, level, maps) for number, level in _levels(view)],
        "players": [_player(number, player) for number, player in enumerate(view.players, 1)],
    }
    return render_wikitext("match_dungeon.wiki", context)


def _levels(view: View) -> list[tuple[int, SeenLevel]]:
    """Return all levels, each with the number of its dungeon."""
    return [(dungeon.number, level) for dungeon in view.dungeons for level in dungeon.levels]


def _maps(view: View, there: Whereabouts) -> dict[tuple[int, int], Wikitext]:
    """Return the maps that fit, by dungeon and level."""
    occupied = {(spot.dungeon, spot.level) for spot in there}
    room, maps = MAX_BYTES, {}
    for dungeon, level in sorted(_levels(view), key=lambda each: (each[0], each[1].number) not in occupied):
        drawn = _map(dungeon, level, there)
        room -= len(drawn.encode())
        if room < 0:
            break
        maps[dungeon, level.number] = drawn
    return maps


def _there(players: Sequence[SeenPlayer]) -> Whereabouts:
    """Return the players by hex, each with number and name."""
    found: Whereabouts = defaultdict(list)
    for number, player in enumerate(players, 1):
        if player.at is not None:
            found[player.at].append((number, player.player))
    return found


def _new_dungeon(view: View) -> str:
    if view.can_make_dungeon:
        return "Any player can make a new dungeon now."
    return f"No new dungeon can be made yet: {view.no_dungeon_because}"


def _legend(view: View) -> list[LegendLine]:
    """Return the kinds of hexes on any level, by name."""
    kinds = {each.name: each.terrain for _, level in _levels(view) for each in level.hexes}
    return [LegendLine(_look(terrain), name, WORKS_AS[terrain]) for name, terrain in sorted(kinds.items())]


def _look(terrain: Terrain) -> Wikitext:
    sign, style = LOOKS[terrain]
    return Wikitext(f'style="{style};text-align:center" | {sign}')


def _level(dungeon: int, level: SeenLevel, maps: Mapping[tuple[int, int], Wikitext]) -> LevelPart:
    drawn = maps.get((dungeon, level.number), Wikitext(""))
    counts = Counter(each.name for each in level.hexes)
    kinds = ", ".join(f"{count} × {name}" for name, count in sorted(counts.items()))
    return LevelPart(f"Dungeon {dungeon}, level {level.number}", drawn, _enemies(level), "" if drawn else kinds)


def _enemies(level: SeenLevel) -> str:
    """Describe the places of enemies, by name."""
    places: dict[str, list[str]] = defaultdict(list)
    for enemy in level.enemies:
        places[enemy.name].append(hex_in_words(enemy.hex))
    return "; ".join(f"{name} at {', '.join(found)}" for name, found in sorted(places.items()))


def _map(dungeon: int, level: SeenLevel, there: Whereabouts) -> Wikitext:
    """Render a level as a table. A hex is two columns wide, and each row is shifted by one column against the next."""
    enemies = {enemy.hex: enemy.name for enemy in level.enemies}
    rows: dict[int, list[str]] = defaultdict(list)
    for each in level.hexes:
        players = there.get(Spot(dungeon, level.number, each.q, each.r), [])
        rows[each.r].append(_cell(each, enemies.get((each.q, each.r), ""), players))
    width = 1.5 * (4 * level.radius + 2)
    lines = [f'{{| style="table-layout:fixed;width:{width:g}em;border-spacing:2px;text-align:center;line-height:2.2em"']
    for r in sorted(rows):
        lines += ["|-", *_gap(abs(r)), *rows[r], *_gap(abs(r))]
    return Wikitext("\n".join([*lines, "|}"]))


def _gap(columns: int) -> list[str]:
    """Return the filler beside a narrower row."""
    return [f'| colspan="{columns}" |'] if columns else []


def _cell(each: SeenHex, enemy: str, players: Sequence[tuple[int, str]]) -> str:
    """Render a hex by its kind or its players, with a tooltip."""
    sign, style = LOOKS[each.terrain]
    names = [name for _, name in players]
    words = "; ".join(part for part in (f"{hex_in_words((each.q, each.r))} {each.name}", enemy, _named(names)) if part)
    shown = " ".join(part for part in (ENEMY if enemy else "", _numbered(players)) if part) or sign
    return f'| colspan="2" style="{style}" title="{attribute(words)}" | {shown}'


def _named(names: Sequence[str]) -> str:
    more = len(names) - MAX_NAMES
    return ", ".join(names[:MAX_NAMES]) + (f" and {more} more" if more > 0 else "")


def _numbered(players: Sequence[tuple[int, str]]) -> str:
    """Format players by their numbers, or by their count if a hex has no room for the numbers."""
    numbers = ", ".join(str(number) for number, _ in players)
    return f"<b>{numbers if len(numbers) <= WIDEST else f'{len(players)}×'}</b>" if players else ""


def _player(number: int, player: SeenPlayer) -> PlayerLine:
    at = player.at
    where = f"dungeon {at.dungeon}, level {at.level}, {hex_in_words(at.hex)}" if at else "outside"
    plan = "has one" if player.has_plan else "none yet"
    return PlayerLine(number, player.player, where, player.pocket, player.store, plan)
