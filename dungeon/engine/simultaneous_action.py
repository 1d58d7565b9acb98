"""One simultaneous action of all players (R66). Each player's outcome is independent of the others."""

from collections import Counter
from collections.abc import Sequence

from dungeon.engine.action_outcomes import WAIT, Landing, landings
from dungeon.engine.mutable_state import MutableState
from dungeon.engine.parsed_law import draw_weighted
from dungeon.engine.state import Act, Explorer, Frame, PlanStep, Spot
from nomic.effects.prose.english_grammar import listed

NOTHING = PlanStep(WAIT)
EMPTY = "Nothing"  # the name of a find without coins in the usual law


def act_all(draft: MutableState, number: int) -> Frame:
    """Perform everybody's action with this number, and return it as a frame.

    A level that several players reach is created once. Levels are created in the order of their dungeons.
    """
    landed = [(each, _landing(draft, each, number)) for each in draft.explorers.values() if each.status == "in"]
    made = _make_levels(draft, [landing for _, landing in landed])
    acts = [_land(draft, explorer, _step(explorer, number), landing, number) for explorer, landing in landed]
    return Frame(tuple(act for act in acts if act.how != "waited"), made=made)


def _step(explorer: Explorer, number: int) -> PlanStep:
    """Return the player's planned step for the action with this number, or `NOTHING` beyond the plan."""
    plan = explorer.plan or ()
    return plan[number - 1] if number <= len(plan) else NOTHING


def _landing(draft: MutableState, explorer: Explorer, number: int) -> Landing:
    """Return the outcome of an action; there is exactly one, because players stand on levels that exist."""
    return next(landings(draft.land, explorer.at, _step(explorer, number)))


def _make_levels(draft: MutableState, landed: list[Landing]) -> tuple[tuple[int, int], ...]:
    """Create the levels to which players fall, if necessary (R68)."""
    needed = {(each.end.dungeon, each.end.level) for each in landed if each.how == "fell" and each.end is not None}
    missing = sorted(place for place in needed if draft.land.level(*place) is None)
    for dungeon, level in missing:
        draft.add_level(dungeon)
        draft.emit("level-made", f"Level {level} of dungeon {dungeon} is found.", dungeon=dungeon, level=level)
    return tuple(missing)


def _land(draft: MutableState, explorer: Explorer, step: PlanStep, landing: Landing, number: int) -> Act:
    """Move a player to the destination of their action, and apply the consequences there."""
    loot, coins = _what_follows(draft, explorer, landing, number)
    moved = draft.put(draft.explorers[explorer.player], at=landing.end)
    path = _path(explorer.at, landing)
    return Act(moved.player, step.do, landing.how, path, loot, coins)


def _path(start: Spot | None, landing: Landing) -> tuple[Spot | None, ...]:
    """Return the path from the first to the last spot. Repeated spots are left out."""
    path: list[Spot | None] = [start]
    for spot in (*landing.way, landing.end):
        if spot != path[-1]:
            path.append(spot)
    return tuple(path)


def _what_follows(
    draft: MutableState, explorer: Explorer, landing: Landing, number: int
) -> tuple[tuple[str, ...], int]:
    """Return the loot, and the number of coins found, lost or stored."""
    match landing:
        case Landing("looted", Spot() as chest):
            return _loot(draft, explorer, chest, number)
        case Landing("escaped"):
            return (), _escape(draft, explorer)
        case Landing("caught", Spot(), way):
            enemy = draft.land.faces(way[-1])[0].enemy
            return (), catch_player(draft, explorer, enemy)
        case Landing("fell", Spot() as end):
            player, level = explorer.player, end.level
            draft.emit("fell", f"{player} falls to level {level} of dungeon {end.dungeon}.", player=player, level=level)
        case Landing("climbed", Spot() as end):
            player, level = explorer.player, end.level
            draft.emit("climbed", f"{player} climbs to level {level}.", player=player, level=level)
        case Landing("entered", Spot() as end):
            player = explorer.player
            draft.emit("entered", f"{player} enters dungeon {end.dungeon}.", player=player, dungeon=end.dungeon)
    return (), 0


def _loot(draft: MutableState, explorer: Explorer, chest: Spot, number: int) -> tuple[tuple[str, ...], int]:
    """Draw loot for every player who steps onto a chest (R67)."""
    player, rules = explorer.player, draft.rules
    found = [
        draw_weighted(
            rules.loot, chest.level, draft.chance, f"action {number}, loot {place}: {player}", "what is found"
        )
        for place in range(1, rules.chest_loot + 1)
    ]
    names, gained = tuple(loot.name for loot in found), sum(loot.coins for loot in found)
    draft.put(explorer, pocket=explorer.pocket + gained)
    text = f"{player} loots {_a(draft.kind(chest).name)} and finds {found_in_words(names)}."
    draft.emit("looted", text, player=player, loot=list(names), coins=gained)
    return names, gained


def _escape(draft: MutableState, explorer: Explorer) -> int:
    """Move the coins from the pocket to the store, and return their number (R69)."""
    player, stored = explorer.player, explorer.pocket
    draft.put(explorer, pocket=0, store=explorer.store + stored)
    if explorer.at is not None:
        draft.note_escape(player, explorer.at.dungeon)
    draft.emit("escaped", f"{player} escapes and stores {coins_in_words(stored)}.", player=player, coins=stored)
    return stored


def catch_player(draft: MutableState, explorer: Explorer, enemy: str) -> int:
    """Destroy the coins that a caught player carries, and return their number (R70). The caller moves the player."""
    player, lost = explorer.player, explorer.pocket
    draft.put(explorer, pocket=0)
    text = f"{player} is caught by {_a(enemy)} and loses {coins_in_words(lost)}."
    draft.emit("caught", text, player=player, enemy=enemy, coins=lost)
    return lost


def coins_in_words(count: int) -> str:
    """Return a count of coins as text: "1 coin", "2 coins"."""
    return {0: "nothing", 1: "1 coin"}.get(count, f"{count} coins")


def found_in_words(names: Sequence[str]) -> str:
    """Return what a chest held in words: its coins as one sum, then all else by name. Empty finds are left out."""
    amounts = [int(number) for number, _, unit in (name.partition(" ") for name in names) if _is_coins(number, unit)]
    others = Counter(name for name in names if name != EMPTY and not _is_coins(*name.split(" ", 1)))
    found = [coins_in_words(sum(amounts))] * bool(amounts)
    found += [name if count == 1 else f"{name} ({count} times)" for name, count in others.items()]
    return listed(found) or "nothing"


def _is_coins(number: str, unit: str = "") -> bool:
    return number.isascii() and number.isdecimal() and unit in ("coin", "coins")


def _a(name: str) -> str:
    """Return a name with its indefinite article."""
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"
