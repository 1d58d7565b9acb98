"""Statistics of simulated matches, as JSON data. Plain Python. All numbers are computed from the matches alone."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from nomic.law.schema.json_reader import Json
from nomic.matches.simulation.run import Played, Simulation

FORMAT = "nomic-simulation-1"
BINS = 20
MAX_SHOWN = 20  # matches listed that were not over after the maximum number of steps


def report(game: str, simulation: Simulation, matches: Sequence[Played]) -> dict[str, Json]:
    """Return all statistics of the simulated matches of a game as JSON data, with the simulation's parameters."""
    return {
        "format": FORMAT,
        "game": game,
        "law": simulation.law,
        "players": list(simulation.players),
        "matches": len(matches),
        "seed": simulation.seed,
        "bots": list(simulation.bots),
        "most_moves": simulation.most_moves,
        "endings": dict(sorted(Counter(match.ending for match in matches).items())),
        "wins": {
            "expected_share": _rounded(len(matches) / max(sum(len(match.bots) for match in matches), 1)),
            "by_place": _by_place(matches),
            "by_seat": _by_seat(matches),
            "by_bot": _by_bot(matches),
        },
        "moves": distribution([match.moves + match.expired for match in matches if match.ending != "capped"]),
        "turns": distribution([match.turns for match in matches if match.ending != "capped"]),
        "expired": sum(match.expired for match in matches),
        "pieces": _pieces(matches),
        "items": _items(matches),
        "stood_still": _stood_still(matches),
        "stalled": _stalled(matches),
    }


def distribution(numbers: Sequence[int]) -> dict[str, Json]:
    """Return count, minimum, quartiles, maximum, mean and a histogram.

    Without numbers, the result has only the count 0 and an empty histogram.
    """
    if not numbers:
        return {"count": 0, "ranges": []}
    ordered = sorted(numbers)
    last = len(ordered) - 1
    width = (ordered[-1] - ordered[0]) // BINS + 1
    counts = Counter((number - ordered[0]) // width for number in ordered)
    return {
        "count": len(ordered),
        "least": ordered[0],
        "quarter": ordered[last // 4],
        "median": ordered[last // 2],
        "three_quarters": ordered[3 * last // 4],
        "most": ordered[-1],
        "mean": _rounded(sum(ordered) / len(ordered)),
        "ranges": [
            {"from": ordered[0] + place * width, "to": ordered[0] + (place + 1) * width - 1, "count": counts[place]}
            for place in range(max(counts) + 1)
        ],
    }


def _share(won: int, of: int) -> dict[str, Json]:
    return {"of": of, "won": won, "share": _rounded(won / of) if of else None}


def _rounded(number: float) -> float:
    return round(number, 4)


def _by_place(matches: Iterable[Played]) -> list[Json]:
    """Return the share of victories for each place in the order of play, which is fixed when a match starts."""
    seen: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for match in matches:
        for place, player in enumerate(match.order, 1):
            seen[place] += 1
            won[place] += player in match.winners
    return [{"place": place, **_share(won[place], seen[place])} for place in sorted(seen)]


def _by_seat(matches: Iterable[Played]) -> list[Json]:
    """Return the share of victories for each seat, in the order of sitting down."""
    seen: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for match in matches:
        for seat, player in enumerate(match.bots, 1):
            seen[seat] += 1
            won[seat] += player in match.winners
    return [{"seat": seat, **_share(won[seat], seen[seat])} for seat in sorted(seen)]


def _by_bot(matches: Iterable[Played]) -> dict[str, Json]:
    seen: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for match in matches:
        for player, bot in match.bots.items():
            seen[bot] += 1
            won[bot] += player in match.winners
    return {bot: _share(won[bot], seen[bot]) for bot in sorted(seen)}


def _stood_still(matches: Iterable[Played]) -> dict[str, Json]:
    """Return the number of matches that came to a standstill, and their endings."""
    found = [match for match in matches if match.stood_still]
    return {"matches": len(found), "endings": dict(sorted(Counter(match.ending for match in found).items()))}


def _pieces(matches: Iterable[Played]) -> dict[str, Json]:
    """Return for each piece how often it was played, and how often its users won.

    A user is a player who played the piece, or had it from the start.
    """
    played: Counter[str] = Counter()
    users: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for match in matches:
        for use in match.uses:
            played[use.piece] += use.times if use.how == "played" else 0
            users[use.piece, use.how].append(use.player in match.winners)
    pieces = sorted({piece for piece, _ in users}, key=lambda piece: (-played[piece], piece))
    return {
        piece: {
            "played": played[piece],
            "players_who_played_it": _share(sum(users[piece, "played"]), len(users[piece, "played"])),
            "players_who_began_with_it": _share(sum(users[piece, "had"]), len(users[piece, "had"])),
        }
        for piece in pieces
    }


def _items(matches: Sequence[Played]) -> dict[str, Json]:
    """Return for each item the number made minus the number destroyed, in total and per match."""
    made: Mapping[str, list[int]] = {
        item: [match.made.get(item, 0) for match in matches]
        for item in sorted({item for match in matches for item in match.made})
    }
    return {
        item: {
            "total": sum(counts),
            "per_match": _rounded(sum(counts) / len(counts)),
            "least": min(counts),
            "most": max(counts),
        }
        for item, counts in made.items()
    }


def _stalled(matches: Iterable[Played]) -> dict[str, Json]:
    """Return the number of matches unfinished after the maximum number of steps, with the first positions."""
    stalled = [match for match in matches if match.standing is not None]
    return {
        "matches": len(stalled),
        "first": [{"match": match.number, **(match.standing or {})} for match in stalled[:MAX_SHOWN]],
    }
