"""How to play, in short, for the main page. All of it follows from the law in force."""

from dataclasses import dataclass

from nomic.clauses.proposal_classes import classes_of
from nomic.clauses.views.proposal_classes import voting_in_words
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.actions.registry import actions_of
from nomic.cycles.domain.calendar import PhaseStep, phase_steps
from nomic.matches.games_in_force import has_games

MAX_ACTS = 60
MAX_CLASSES = 20
OTHER_CHANNELS = ("admin", "corrections", "practice", "system")  # whose actions are not for players


@dataclass(frozen=True, slots=True)
class TitledSentence:
    """An action of players, or a class of proposals: its title, and a sentence about it."""

    title: str
    sentence: str


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """The phases of a round, the classes of proposals, and the actions of players.

    `more_acts` is the number of actions left out.
    """

    phases: list[PhaseStep]
    classes: list[TitledSentence]
    acts: list[TitledSentence]
    more_acts: int


def how_to_play(ctx: ReadContext) -> HowToPlay:
    """Return how to play under the law in force."""
    law = ctx.law
    others = OTHER_CHANNELS if has_games(law) else (*OTHER_CHANNELS, "games")
    acts = [
        TitledSentence(action.title, _first_sentence(action.summary))
        for action in actions_of(ctx)
        if not action.is_admin and action.channel not in others
    ]
    classes = [
        TitledSentence(each.title, " ".join(voting_in_words(each.clause, law))) for each in classes_of(law).values()
    ]
    return HowToPlay(
        phase_steps(law, ctx.cycle.phase_kind), classes[:MAX_CLASSES], acts[:MAX_ACTS], max(0, len(acts) - MAX_ACTS)
    )


def _first_sentence(summary: str) -> str:
    first, dot, _ = summary.partition(". ")
    return first + dot.rstrip()
