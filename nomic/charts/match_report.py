"""The chart of a report of simulated matches.

Bars start at zero, and each chart has one colour. A dashed line shows the value expected if nothing mattered.
"""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from nomic.charts.svg_picture import MARGIN, WIDTH, Picture

GAP = 32
CHART = 170
ROW = 18
LINE = 68  # letters per line
MAX_STANDINGS = 4


def draw(report: Mapping[str, Any]) -> str:
    """Render a report of simulated matches as an SVG document."""
    picture = Picture()
    title = f"{report['matches']:,} matches of {_many(report['players'])} players under the law {report['law']}"
    picture.text(MARGIN, 44, title, "title")
    picture.text(MARGIN, 66, _summary(report), "soft")
    half = (WIDTH - 2 * MARGIN - GAP) / 2
    right = MARGIN + half + GAP
    top = 96.0
    wins = report["wins"]
    places = [(str(row["place"]), row["share"], row) for row in wins["by_place"]]
    bots = [(bot, row["share"], row) for bot, row in wins["by_bot"].items()]
    _shares(picture, MARGIN, top, half, "Matches won by place in the order of play", places, wins["expected_share"])
    _shares(picture, right, top, half, "Share of seats that won, by bot", bots, wins["expected_share"])
    top += CHART + 2 * GAP
    _histogram(picture, MARGIN, top, half, "Turns until the end", report["turns"])
    _histogram(picture, right, top, half, "Moves until the end", report["moves"])
    top += CHART + 2 * GAP
    left_end = _items(picture, MARGIN, top, half, report["items"])
    right_end = _stalled(picture, right, top, half, report)
    end = max(left_end, right_end)
    if report["pieces"]:
        end = _pieces(picture, end + GAP, report)
    return picture.svg(end + MARGIN, title)


def _summary(report: Mapping[str, Any]) -> str:
    endings = ", ".join(f"{count:,} {ending}" for ending, count in report["endings"].items())
    return f"{report['game']}; bots: {', '.join(report['bots'])}; seed {report['seed']}; {endings}"


def _many(players: Sequence[int]) -> str:
    return str(players[0]) if len(players) == 1 else f"{min(players)} to {max(players)}"


def _per_cent(share: float) -> str:
    return f"{100 * share:.1f}%"


Bars = Sequence[tuple[str, float | None, Mapping[str, Any]]]


def _shares(picture: Picture, x: float, y: float, width: float, title: str, bars: Bars, expected: float) -> None:
    """Draw shares of matches as vertical bars, with the expected share."""
    picture.text(x, y, title, "head")
    picture.text(x, y + 20, f"dashed: {_per_cent(expected)}, expected by chance alone", "soft", "number")
    bottom = y + CHART
    highest = max([expected, *(share or 0 for _, share, _ in bars)]) * 1.15
    room = CHART - 46
    step = min(width / max(len(bars), 1), 110)
    for place, (label, share, row) in enumerate(bars):
        height = room * (share or 0) / highest
        left = x + place * step + step * 0.15
        tooltip = f"{label}: {row['won']:,} of {row['of']:,}"
        picture.bar(left, bottom - height, step * 0.7, height, tooltip, "bar")
        middle = left + step * 0.35
        picture.text(middle, bottom - height - 5, _per_cent(share or 0), "middle", "number")
        picture.text(middle, bottom + 16, label, "middle", "soft")
    _base(picture, x, bottom, width)
    level = bottom - room * expected / highest
    picture.line(x, level, x + width, level, "expected")


def _base(picture: Picture, x: float, y: float, width: float) -> None:
    picture.line(x, y, x + width, y, "line")


def _histogram(picture: Picture, x: float, y: float, width: float, title: str, spread: Mapping[str, Any]) -> None:
    """Draw a histogram of the lengths of matches."""
    picture.text(x, y, title, "head")
    bottom = y + CHART
    _base(picture, x, bottom, width)
    if not spread["count"]:
        picture.text(x, bottom - 12, "No match was finished.", "soft")
        return
    quarters = f"middle half {spread['quarter']} to {spread['three_quarters']}"
    picture.text(x, y + 20, f"median {spread['median']}, {quarters}, maximum {spread['most']}", "soft", "number")
    ranges = spread["ranges"]
    highest = max(each["count"] for each in ranges)
    step, room = width / len(ranges), CHART - 52
    for place, each in enumerate(ranges):
        height = room * each["count"] / highest
        tooltip = f"{each['from']} to {each['to']}: {each['count']:,} matches"
        picture.bar(x + place * step + 1, bottom - height, step - 2, height, tooltip, "bar")
    picture.text(x, bottom + 16, str(ranges[0]["from"]), "soft", "number")
    picture.text(x + width, bottom + 16, str(ranges[-1]["to"]), "end", "soft", "number")


def _items(picture: Picture, x: float, y: float, width: float, items: Mapping[str, Any]) -> float:
    """Draw the average number of items made in a match. Returns the y coordinate of the drawing's lower end."""
    picture.text(x, y, "Items made in a match, less those destroyed", "head")
    highest = max([0.01, *(each["per_match"] for each in items.values())])
    label, numbers = 150, 120
    room = width - label - numbers
    for place, (item, each) in enumerate(items.items()):
        base = y + 24 + place * ROW
        picture.text(x, base, item)
        tooltip = f"{item}: {each['least']:,} to {each['most']:,} in a match"
        picture.bar(x + label, base - 10, room * each["per_match"] / highest, 11, tooltip, "bar")
        most = f"{each['per_match']:,.2f}, at most {each['most']:,}"
        picture.text(x + width, base, most, "end", "soft", "number")
    if not items:
        picture.text(x, y + 24, "None.", "soft")
    return y + 24 + max(len(items), 1) * ROW


def _stalled(picture: Picture, x: float, y: float, width: float, report: Mapping[str, Any]) -> float:
    """Draw the matches that did not end, and the positions of the first few of them.

    Returns the y coordinate of the drawing's lower end.
    """
    stalled = report["stalled"]
    picture.text(x, y, f"Unfinished after {report['most_moves']:,} moves: {stalled['matches']:,}", "head")
    lines = list(_standings(stalled["first"][:MAX_STANDINGS]))
    for place, line in enumerate(lines):
        picture.text(x, y + 24 + place * ROW, line, "soft", "number")
    return y + 24 + max(len(lines), 1) * ROW


def _standings(first: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for standing in first:
        facts = (f"{key} {_short(value)}" for key, value in standing.items() if key != "match")
        line = f"{standing['match']}: {', '.join(facts)}"
        for place, part in enumerate(wrap(line, LINE)):
            yield part if place == 0 else f"\u2003{part}"


def _short(value: object) -> str:
    return "/".join(str(each) for each in value) if isinstance(value, list) else str(value)


def _pieces(picture: Picture, y: float, report: Mapping[str, Any]) -> float:
    """Draw for every piece how often it was played, and how often its players won.

    The latter is drawn for the players who played it, and for the players who started with it. Returns the y coordinate
    of the drawing's lower end.
    """
    pieces, matches = report["pieces"], max(report["matches"], 1)
    expected = report["wins"]["expected_share"]
    played_at, share_at = MARGIN + 190, MARGIN + 520
    played_room, share_room = 250, WIDTH - MARGIN - share_at
    picture.text(MARGIN, y, "What was played", "head")
    picture.text(played_at, y, "times in a match", "soft")
    picture.text(share_at, y, "share that won, of those who", "soft")
    for at, words, kind in ((share_at + 198, "played it", "bar"), (share_at + 274, "began with it", "other")):
        picture.dot(at - 9, y - 4, words, kind)
        picture.text(at, y, words, "soft")
    most = max([0.01, *(each["played"] / matches for each in pieces.values())])
    shares = [each[who]["share"] or 0 for each in pieces.values() for who in WHO]
    highest = min(max([expected, *shares]) * 1.05, 1)
    end = y + 20 + len(pieces) * ROW
    level = share_at + share_room * expected / highest
    picture.line(level, y + 10, level, end - 6, "expected")
    for place, (piece, each) in enumerate(pieces.items()):
        base = y + 24 + place * ROW
        times = each["played"] / matches
        picture.line(MARGIN, base + 5, WIDTH - MARGIN, base + 5, "line")
        picture.text(MARGIN, base, piece)
        picture.bar(played_at, base - 10, played_room * times / most, 11, f"{piece}: {each['played']:,} times", "bar")
        picture.text(played_at + played_room * times / most + 6, base, f"{times:.2f}", "soft", "number")
        for who, kind in reversed(WHO.items()):
            fared = each[who]
            if fared["share"] is not None:
                tooltip = f"{piece}: {fared['won']:,} of {fared['of']:,} won"
                picture.dot(share_at + share_room * fared["share"] / highest, base - 4, tooltip, kind)
    picture.text(share_at, end + 8, "0%", "middle", "soft", "number")
    picture.text(level, end + 8, _per_cent(expected), "middle", "soft", "number")
    picture.text(share_at + share_room, end + 8, _per_cent(highest), "end", "soft", "number")
    return end + 16


WHO = {"players_who_played_it": "bar", "players_who_began_with_it": "other"}
