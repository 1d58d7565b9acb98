"""The results of a playtest, as text and as data."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from nomic.playtest.client.session import Json
from nomic.playtest.feature_coverage import WANTED, count_features, missing_features
from nomic.playtest.run import Season

PATHS = {
    "proposals": "proposals/",
    "trades": "trades/",
    "requests": "court/requests/",
    "corrections": "corrections/",
}
MAX_REFUSALS = 20
MAX_OFFERED_BUT_REFUSED = 20
MAX_PAGES = 40


@dataclass(frozen=True)
class Report:
    """The results of a playtest.

    `flaws` are violated invariants; `held` lists each player's amount of an item, by day.
    """

    law: str
    title: str
    seed: str
    days: int
    seconds: float
    requests: int
    entries: int
    head: str
    revision: int
    winner: str | None
    nearest: tuple[str, str, int, int] | None  # to victory: player, thing, amount, required amount
    flaws: list[str]
    characters: dict[str, str]
    items: list[str]
    held: dict[str, dict[str, list[int]]]  # item: player: day by day
    acts: dict[str, int]
    proposals: list[dict[str, Any]]
    matches: list[dict[str, Any]]
    refusals: list[dict[str, Any]]
    offered_but_refused: list[str]
    seen: dict[str, int]
    missing: list[str]
    judges: list[tuple[int, str]]  # with the day of taking office

    def as_data(self) -> Json:
        """Return the report as JSON data."""
        return asdict(self)


def report(season: Season, flaws: list[str], seconds: float) -> Report:
    """Return the results of a playtest that took `seconds` and violated the invariants `flaws`.

    The world must be in force.
    """
    book, cycle = season.book, season.keeper.read("")
    law = season.keeper.read("law/").get("document", {})
    items = _items(season, law)
    pages = {name: list(_all(season, path)) for name, path in PATHS.items()}
    pages["matches"] = list(_all(season, "/matches/", cycle=season.slug))
    seen = count_features(season, pages)
    return Report(
        law=season.plan.law,
        title=cycle["title"],
        seed=season.plan.seed,
        days=season.days,
        seconds=round(seconds, 1),
        requests=book.requests,
        entries=cycle["seq"],
        head=cycle["head"],
        revision=cycle["revision"],
        winner=cycle["winner"],
        nearest=season.nearest(),
        flaws=flaws,
        characters={player.caller.name: player.character.description for player in season.players},
        items=items,
        held={item: _held(season, item) for item in items},
        acts=dict(Counter(action for _, action in book.accepted.values()).most_common()),
        proposals=[{key: each[key] for key in ("number", "title", "author", "status")} for each in pages["proposals"]],
        matches=[_match(each) for each in pages["matches"]],
        refusals=[
            {"action": action, "code": code, "times": times, "words": book.words[action, code][:300]}
            for (action, code), times in book.refusals.most_common(MAX_REFUSALS)
        ],
        offered_but_refused=book.offered_but_refused[:MAX_OFFERED_BUT_REFUSED],
        seen={WANTED[name].description: times for name, times in seen.items()},
        missing=missing_features(seen),
        judges=season.elected,
    )


def _all(season: Season, path: str, **query: Any) -> Iterator[Json]:
    page = season.keeper.read(path, **query)
    for _ in range(MAX_PAGES):
        yield from page.get("items", ())
        if not page.get("next"):
            return
        page = season.keeper.follow(page["next"])


def _match(match: Json) -> Json:
    began, ended = match["started_at"], match["ended_at"]
    days = None
    if began and ended:
        days = round((datetime.fromisoformat(ended) - datetime.fromisoformat(began)).total_seconds() / 86_400, 1)
    result = match["result"] or {"ending": "going on", "winners": []}
    return {
        "game": match["game_title"],
        "kind": match["kind"],
        "players": [seat["player"] for seat in match["seats"]],
        "steps": match["version"],
        "days": days,
        "ending": result["ending"],
        "winners": result["winners"],
    }


def _items(season: Season, law: Json) -> list[str]:
    """Return the two most interesting items: first winning items, then the most frequent ones."""
    total: Counter[str] = Counter()
    for sample in season.samples:
        for holdings in sample.holdings.values():
            total.update({item: amount for item, amount in holdings.items() if item != "cards"})
    winning = list(_stocks([rule.get("clauses") for rule in law.get("rules", {}).values()]))
    listed = [*(item for item in dict.fromkeys(winning) if item in total), *(item for item, _ in total.most_common())]
    return list(dict.fromkeys(listed))[:2]


def _stocks(value: Any, within: bool = False) -> Iterator[str]:
    if isinstance(value, dict):
        if within and isinstance(value.get("stock"), str):
            yield value["stock"]
        for key, each in value.items():
            yield from _stocks(each, within or key == "wins")
    elif isinstance(value, list):
        for each in value:
            yield from _stocks(each, within)


def _held(season: Season, item: str) -> dict[str, list[int]]:
    """Return each player's amount of an item, day by day. Players who do not play have 0."""
    return {
        player.caller.name: [sample.holdings.get(player.caller.name, {}).get(item, 0) for sample in season.samples]
        for player in season.players
    }


# ── as text


def in_words(made: Report, picture: str = "") -> str:
    """Format the report as Markdown; `picture` is the URL of its picture."""
    return "\n".join(
        [*_beginning(made, picture), *_had(made), *_players(made), *_proposals(made), *_matches(made), *_refusals(made)]
    )


def _beginning(made: Report, picture: str) -> list[str]:
    end = f"{made.winner} won on day {made.days}." if made.winner else f"Nobody had won after {made.days} days."
    if made.nearest is not None and not made.winner:
        name, thing, much, enough = made.nearest
        end += f" {name} had most of what wins: {thing} {much}, of {enough}."
    sound = "Everything held at the end: the journal replays to the same state, items add up, draws can be checked, "
    sound += "the wiki says what the state is, and no act is missing that was accepted."
    return [
        f"# A season: {made.title}",
        "",
        f"{end} {made.entries:,} entries of the journal by {made.requests:,} requests in {made.seconds:,} seconds of "
        f"computing; {made.revision} revisions of the law. Seed {made.seed}; head `{made.head[:16]}…`.",
        "",
        *([f"![The season in pictures]({picture})", ""] if picture else []),
        *(["What does **not** hold:", "", *(f"- {flaw}" for flaw in made.flaws)] if made.flaws else [sound]),
        "",
    ]


def _had(made: Report) -> list[str]:
    """Describe which of the law's features occurred, and which did not."""
    lines = ["## What it had", "", ", ".join(f"{times} {says}" for says, times in made.seen.items()) + ".", ""]
    if made.missing:
        lines += [f"It **lacks** {', '.join(made.missing)}, although the law has that.", ""]
    if made.judges:
        lines += ["The Judge: " + ", ".join(f"{name} from day {day} on" for day, name in made.judges) + ".", ""]
    return lines


def _players(made: Report) -> list[str]:
    head = f"| who | {' | '.join(made.items)} |"
    rows = [
        f"| {name}, who {says} | {' | '.join(str(made.held[item][name][-1]) for item in made.items)} |"
        for name, says in made.characters.items()
    ]
    acts = ", ".join(f"{count} × {action}" for action, count in made.acts.items())
    return ["## Players", "", head, "|---" * (1 + len(made.items)) + "|", *rows, "", f"What they did: {acts}.", ""]


def _proposals(made: Report) -> list[str]:
    rows = [f"| {each['number']} | {each['title']} | {each['author']} | {each['status']} |" for each in made.proposals]
    if not rows:
        return ["## Proposals", "", "None.", ""]
    return ["## Proposals", "", "| | | by | |", "|---|---|---|---|", *reversed(rows), ""]


def _matches(made: Report) -> list[str]:
    """Describe each kind of match: the number, the endings, the lengths."""
    kinds: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for each in made.matches:
        kinds.setdefault((each["game"], each["kind"]), []).append(each)
    rows = []
    for (game, kind), found in kinds.items():
        endings = ", ".join(f"{count} {ending}" for ending, count in Counter(m["ending"] for m in found).items())
        longest = max(found, key=lambda match: match["steps"])
        days = _middle([match["days"] for match in found if match["days"] is not None])
        rows.append(f"| {game} ({kind}) | {len(found)} | {endings} | {longest['steps']} | {days} |")
    if not rows:
        return []
    return ["## Matches", "", "| | | endings | most steps | days |", "|---|---|---|---|---|", *rows, ""]


def _middle(numbers: Sequence[float]) -> str:
    return f"{sorted(numbers)[len(numbers) // 2]:g}" if numbers else "–"


def _refusals(made: Report) -> list[str]:
    rows = [
        f"| {each['action']} | {each['times']} | {each['words'].replace('|', '/')[:160]} |" for each in made.refusals
    ]
    refused = ["## What was refused", "", "| | times | in words, once |", "|---|---|---|", *rows, ""] if rows else []
    if made.offered_but_refused:
        refused += ["Offered, tried, and refused:", "", *(f"- {each[:200]}" for each in made.offered_but_refused), ""]
    return refused
