"""A typical week of a cycle, in one or two sentences made from the law in force."""

from nomic.clauses.proposal_classes import ProposalClass, classes_of
from nomic.clauses.views.proposal_classes import lasting
from nomic.cycles.domain.calendar import DAYS, HOURS_OF_A_WEEK, Calendar, calendar_of
from nomic.effects.prose.english_grammar import listed
from nomic.law.document.sections import Law
from nomic.law.labels.value_labels import in_unit

MAX_PHASES = 4  # that are named; of more, only their number
HOURS_OF_A_DAY = 24


def week_in_words(law: Law) -> tuple[str, ...]:
    """Return sentences about the calendar and how long votes last."""
    found = [_round(calendar_of(law))]
    default = next((each for each in classes_of(law).values() if each.clause.default), None)
    if default is not None:
        found.append(votes_in_words(law, default))
    return tuple(found)


def votes_in_words(law: Law, usual: ProposalClass) -> str:
    """Return a sentence about votes on proposals of the usual class, and whether other classes take another time."""
    lasts = usual.clause.lasts
    what = "a proposal" if all(each.clause.lasts == lasts for each in classes_of(law).values()) else "most proposals"
    passes = "it passes" if what == "a proposal" else "one passes"
    return f"You can vote on {what} {lasting(lasts, law)}; if {passes}, the rules change at once."


def _round(calendar: Calendar) -> str:
    """Return a sentence about a round of the calendar.

    For example: "Each week begins on Monday with “Rest Phase”; then comes “Battle Phase” on Thursday.".
    """
    hours, phases = calendar.length_hours, calendar.phases
    if len(phases) == 1:
        return f"A new phase begins every {in_unit(hours, 'hours')}."
    each = "Each week" if hours == HOURS_OF_A_WEEK else f"Every {in_unit(hours, 'hours')}"
    if len(phases) > MAX_PHASES:
        return f"{each}, the game goes through {len(phases)} phases, from “{phases[0].title}” to “{phases[-1].title}”."
    if hours == HOURS_OF_A_WEEK:
        later = [f"“{phase.title}” on {_day(phase.starts_at_hour)}" for phase in phases[1:]]
        verb = "comes" if len(later) == 1 else "come"
        return f"{each} begins on Monday with “{phases[0].title}”; then {verb} {listed(later)}."
    ends = [*(phase.starts_at_hour for phase in phases[1:]), hours]
    parts = [
        f"“{phase.title}” ({in_unit(end - phase.starts_at_hour, 'hours')})"
        for phase, end in zip(phases, ends, strict=True)
    ]
    return f"{each}, the game goes through {listed(parts)}."


def _day(hour: int) -> str:
    """Return an hour of the week as a day: "Thursday", or "Thursday at 12:00"."""
    day, time = divmod(hour, HOURS_OF_A_DAY)
    return f"{DAYS[day]} at {time:02}:00" if time else DAYS[day]
