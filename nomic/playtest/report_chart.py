"""The chart of a playtest: the holdings and acts of each player."""

from collections import Counter
from collections.abc import Sequence

from nomic.charts.svg_picture import MARGIN, WIDTH, Picture
from nomic.playtest.report import Report

ROW = 30
NAME = 90
BAR = 18
MAX_ROWS = 14
HALF = (WIDTH - 2 * MARGIN - 32) / 2
RIGHT = MARGIN + HALF + 32
LETTERS = 26


def draw_report(made: Report) -> str:
    """Render a playtest's report as an SVG document."""
    picture = Picture()
    title = f"A season of {made.title}"
    picture.text(MARGIN, 44, title, "title")
    end = f"{made.winner} wins" if made.winner else "nobody has won"
    summary = f"{made.days} days, {made.entries:,} entries, {made.revision} revisions of the law; {end}."
    picture.text(MARGIN, 66, summary, "soft")
    top = 100.0
    for x, item in zip((MARGIN, RIGHT), made.items, strict=False):
        _over_time(picture, x, top, made, item)
    top += 34 + ROW * len(made.characters) + 24
    left = _bars(picture, MARGIN, top, "What was done", list(made.acts.items())[:MAX_ROWS])
    left = _bars(picture, MARGIN, left + 24, "What it had", list(made.seen.items()))
    proposals = Counter(each["status"] for each in made.proposals).most_common()
    right = _bars(picture, RIGHT, top, "Proposals", proposals)
    endings = Counter(f"{each['kind']}: {each['ending']}" for each in made.matches).most_common(MAX_ROWS)
    if endings:
        right = _bars(picture, RIGHT, right + 24, "Matches", endings)
        lengths = [
            (f"{least}–{least + 9} steps", sum(least <= each["steps"] < least + 10 for each in made.matches))
            for least in range(0, max(each["steps"] for each in made.matches) + 1, 10)
        ]
        right = _bars(picture, RIGHT, right + 24, "How long matches were", lengths[:MAX_ROWS])
    return picture.svg(max(left, right) + MARGIN, title)


def _over_time(picture: Picture, x: float, top: float, made: Report, item: str) -> None:
    """Draw a small chart with a line for each player, on a common scale, with the final amounts."""
    picture.text(x, top, f"{item}: each player, day by day", "head")
    most = max((max(days) for days in made.held[item].values()), default=0) or 1
    wide = HALF - NAME - 50
    for row, (name, days) in enumerate(made.held[item].items()):
        base = top + 40 + ROW * row
        picture.text(x, base, name, *(["head"] if name == made.winner else []))
        picture.line(x + NAME, base + 3, x + NAME + wide, base + 3, "line")
        step = wide / max(len(days) - 1, 1)
        points = [(x + NAME + step * day, base + 2 - (ROW - 8) * had / most) for day, had in enumerate(days)]
        picture.path(points, f"{name}: {days[-1]} at the end, {max(days)} at most")
        picture.text(x + HALF, base, f"{days[-1]}", "number", "end")


def _bars(picture: Picture, x: float, top: float, title: str, rows: Sequence[tuple[str, int]]) -> float:
    """Draw horizontal bars from a common base line. Returns the y coordinate of their end."""
    picture.text(x, top, title, "head")
    most = max((count for _, count in rows), default=0) or 1
    words = 170
    for row, (name, count) in enumerate(rows):
        y = top + 14 + (BAR + 4) * row
        picture.text(x, y + 13, name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…")
        picture.bar(x + words, y, (HALF - words - 50) * count / most, BAR, f"{name}: {count}", "bar")
        picture.text(x + HALF, y + 13, f"{count:,}", "number", "end")
    if not rows:
        picture.text(x, top + 22, "None.", "soft")
    return top + 14 + (BAR + 4) * max(len(rows), 1)
