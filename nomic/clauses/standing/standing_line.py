"""A standing in one line: "Chips 2 of 10, Cleo leads with 4"."""

from collections.abc import Sequence

from nomic.clauses.standing.ranking import Row, Standing
from nomic.effects.prose.english_grammar import listed

FEW = 2  # leaders who are named


def in_one_line(standing: Standing, viewer: str = "", *, is_over: bool = False) -> str:
    """Return a standing as one line: the viewer's progress, and who leads, or led if the cycle is over.

    Without numbers, return the rule's short sentence.
    """
    own = standing.row_of(viewer)
    numbers = [f"{name} {score}" for name, score in standing.of_cycle]
    if not standing.rows:
        return ", ".join(numbers) if numbers and not standing.secret else standing.brief
    scores = standing.rows[0].scores
    aimed_at = [place for place, score in enumerate(scores) if score.target is not None]
    counted = aimed_at or range(len(scores))  # besides a target, other numbers only break ties
    if own is not None:
        both = [(standing.columns[place].name, own.scores[place]) for place in counted]
        mine = [f"{name[:1].upper()}{name[1:]} {score}" for name, score in both]
    else:
        aims = [
            (("fewest " if column.least else "most ") if column.target is None else f"{column.target} ") + column.name
            for column in (standing.columns[place] for place in counted)
        ]
        mine = [f"Goal: {listed(aims)}"] if aims else []
    return ", ".join([*mine, *numbers, leading(standing.leaders, viewer, counted, is_over=is_over)])


def leading(leaders: Sequence[Row], viewer: str, counted: Sequence[int], *, is_over: bool = False) -> str:
    """Return who leads, or led if `is_over`, as text, with the amount if only one column counts.

    `counted` holds the indexes of the columns that count.
    """
    names = ["you" if row.player == viewer else row.player for row in leaders]
    names.sort(key=lambda name: name != "you")
    if not names:
        return "nobody led" if is_over else "nobody leads yet"
    who = f"{len(names)} players" if len(names) > FEW else listed(names)
    verb = "led" if is_over else "leads" if names[0] != "you" and len(names) == 1 else "lead"
    amount = f" with {leaders[0].scores[counted[0]].amount}" if len(counted) == 1 and names != ["you"] else ""
    return f"{who} {verb}{amount}"
