"""Co-authors: people whose suggestions an author has accepted.

They are credited, but for the law only the author counts.
"""

from typing import Annotated

from pydantic import Field, StringConstraints

from nomic import limits
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.domain.exceptions import BadArguments
from nomic.proposals.models import Suggestion

CoauthorName = Annotated[str, StringConstraints(min_length=1, max_length=30)]
Coauthors = Annotated[
    list[CoauthorName],
    Field(max_length=limits.COAUTHORS, description="people who sent you a suggestion for one of your proposals"),
]


def check_coauthors(ctx: ReadContext, names: list[str]) -> None:
    """Raise BadArguments unless each person has sent the actor a suggestion, so that nobody is credited unwillingly.

    This is checked only before an act; a replay accepts the names.
    """
    if not names:
        return
    if len(set(names)) < len(names) or ctx.actor.name in names:
        raise BadArguments.on("coauthors", "name each person once, and not yourself")
    sent = Suggestion.objects.filter(cycle=ctx.cycle, author=ctx.actor.name, name__in=names)
    strangers = sorted(set(names) - set(sent.values_list("name", flat=True)))
    if strangers:
        raise BadArguments.on("coauthors", f"{strangers[0]} has not sent you a suggestion")
