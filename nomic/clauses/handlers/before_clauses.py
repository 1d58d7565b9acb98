"""Clauses with `before`, which run before an action is carried out, in the entry of the act.

They run after the action's preconditions were checked. If the action is then refused, their effects are rolled back.
They cannot draw, ask questions or read secrets, because otherwise the actor could see dice and try again, or learn a
secret from a refusal. If such a clause fails, the act is repeated without it, and the entry gives the reason. So a
clause can prevent an act only by taking away something that the act needs.
"""

from collections.abc import Iterator

import structlog

from nomic.clauses.clause_index import action_event_named, clauses_of, event_kind_of
from nomic.clauses.handlers.triggers import count_failure, forget_failures, is_met, resting_clauses
from nomic.clauses.runtime.run_effects import carry_out, effect_of
from nomic.clauses.schema.clause_models import WhenClause
from nomic.clauses.schema.placed_clause import Placed
from nomic.clauses.schema.value_kinds import Secrets
from nomic.clauses.store.values import changes_of
from nomic.clauses.vocabulary.action_events import WHO
from nomic.clauses.vocabulary.event_scopes import EventKind
from nomic.clauses.vocabulary.unvalidated_arguments import arguments_given
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.domain.exceptions import Refusal
from nomic.cycles.journal.failures import AWAY, MISSED, BeforeFailed
from nomic.cycles.work_budget import in_separate_budget
from nomic.effects.checking.cost import draws
from nomic.effects.language.node_traversal import Piece, walk
from nomic.effects.language.nodes.base import Effect, Scope
from nomic.effects.language.operations.governance.amending import AmendsLaw
from nomic.effects.language.parser import read_condition, read_effect
from nomic.effects.language.world import Names
from nomic.law.document.sections import Flaw
from nomic.players.lookup import player_or_none

MAX_BEFORE = 20  # clauses that run before one act, the first in reading order
MAX_MISSED = 3  # failures after which no more clauses run before the act
BEFORE_STEPS = 40_000  # for all clauses before one act together

logger = structlog.get_logger(__name__)


def act_before(act: ActionContext) -> None:
    """Run the `before` clauses of this act. Raises BeforeFailed if one of them fails."""
    listening = clauses_of(act.law).before.get(act.action.name)
    if not listening or not act.cycle.is_running:
        return
    event, player = action_event_named(act.law, act.action.name), player_or_none(act)
    if event is None or player is None:
        return
    acting = [placed for placed in listening if _is_awake(act, placed)][:MAX_BEFORE]
    missed: dict[str, str] = act.known(MISSED)
    names: Names = {WHO: (player.name,), **arguments_given(act, event)}
    for placed in acting:
        if placed.key in missed:
            act.message(f"The rule “{placed.title}” should have acted before this, but failed: {missed[placed.key]}")
            count_failure(act, placed.key, missed[placed.key])
        elif len(missed) < MAX_MISSED:
            with in_separate_budget(act, BEFORE_STEPS // len(acting)):
                _run(act, placed, names)


def _is_awake(act: ActionContext, placed: Placed[WhenClause]) -> bool:
    in_phase = not placed.clause.in_ or act.cycle.phase_kind in placed.clause.in_
    return in_phase and placed.key not in resting_clauses(act)


def _run(act: ActionContext, placed: Placed[WhenClause], names: Names) -> None:
    occasion = event_kind_of(act.law, placed.clause)
    if occasion is None:
        return
    try:
        _perform(act, placed, occasion, names)
    except AWAY:
        raise
    except Refusal as refused:
        raise BeforeFailed(placed.key, refused.detail) from refused
    except BeforeFailed:
        raise
    except Exception as error:
        logger.exception("clause_failed_before_act", cycle=act.cycle.slug, clause=placed.key)
        raise BeforeFailed(placed.key, f"Something went wrong in the program ({type(error).__name__}).") from error
    forget_failures(act, placed.key)


def _perform(act: ActionContext, placed: Placed[WhenClause], occasion: EventKind, names: Names) -> None:
    besides: list[str] = []
    if not is_met(act, placed, occasion, names, besides.append):
        return
    hall = carry_out(act, placed, effect_of(act.law, placed, placed.clause.do, occasion.scope), names)
    if act.drew:
        raise BeforeFailed(placed.key, "It rolls dice or reads a secret before an action that could still be refused.")
    results = hall.results()
    if results:
        act.message(f"First, by the rule “{placed.title}”:")
    for sentence in dict.fromkeys([*results, *besides]):
        act.message(sentence)
    changes_of(act).note_said()


# ── flaws


def before_flaws(path: str, clause: WhenClause, scope: Scope, rolled_for: int, asks: bool) -> Iterator[Flaw]:
    """Yield the flaws of a `before` clause's effect: it must not draw, ask questions or change the law.

    A random card counts as a draw from `rolled_for` collections. `asks` is whether the effect contains a question.
    """
    effect = read_effect(clause.do, scope)
    if asks:
        yield Flaw(f"{path}/before", "nobody can be asked anything before an act")
    elif any(isinstance(node, AmendsLaw) for _, node in walk(effect)):
        yield Flaw(
            f"{path}/before",
            "what a rule does before an action cannot change the law, because the action falls under that law",
        )
    elif _draws(effect, rolled_for):
        yield Flaw(
            f"{path}/before",
            "what a rule does before an action cannot draw anything at random, since the action may still be refused",
        )


def _draws(effect: Effect, rolled_for: int) -> bool:
    return draws(effect, rolled_for) > 0 or any(node.pool_met() or node.is_by_chance() for _, node in walk(effect))


def secrets_disclosed(path: str, clause: WhenClause, scope: Scope, secrets: Secrets) -> Iterator[Flaw]:
    """Yield a flaw for each secret that the effect of a `before` clause reads, because a refusal would disclose it."""
    pieces: list[tuple[str, Piece]] = [(f"{path}/do", read_effect(clause.do, scope))]
    if clause.if_ is not None:
        pieces.append((f"{path}/if", read_condition(clause.if_, scope)))
    for where, piece in pieces:
        for below, node in walk(piece):
            secret = secrets.get(node.value_read()) or secrets.get(node.value_changed())
            if secret is not None:
                yield Flaw(f"{where}{below}", f"{secret.value} is secret: whether the act is refused would reveal it")
