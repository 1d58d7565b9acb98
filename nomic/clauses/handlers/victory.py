"""Victory: checks the ways to win after every entry that may have changed the result."""

from nomic.clauses.clause_index import clauses_of
from nomic.clauses.runtime.condition_reads import Reads, reads
from nomic.clauses.runtime.run_effects import condition_of
from nomic.clauses.runtime.trigger_chains import judging_steps
from nomic.clauses.runtime.world.proposals import DECLARED
from nomic.clauses.runtime.world.recording_world import names_in_words
from nomic.clauses.runtime.world.world_for_law import hall_seen
from nomic.clauses.vocabulary.player_facts import mark_as_done
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.schedule.phases import declare_winner
from nomic.cycles.work_budget import separate_budget
from nomic.effects.language import scopes
from nomic.effects.language.nodes.base import Condition
from nomic.effects.running.interpreter import TooLong
from nomic.inventory.ledger import expect_everybody
from nomic.law.document.sections import Law


def end_if_won(act: ActionContext) -> None:
    """End the cycle if an effect or a way to win has produced a winner (R56).

    An effect with `win` takes precedence over all ways to win. If a way to win requires a single winner and several
    players qualify, nobody wins yet.
    """
    victories = clauses_of(act.law).victories
    declared: tuple[tuple[str, ...], str] | None = act.known(DECLARED)
    if not (victories or declared) or not act.cycle.is_running:
        return
    if declared is not None:
        winners, title = declared
        declare_winner(act, names_in_words(list(winners)), f"By the rule “{title}”.", title)
        return
    steps = separate_budget(act, judging_steps(act))
    mark_as_done(act)
    for placed in victories:
        condition = condition_of(act.law, placed, placed.clause.wins, scopes.WHO_WINS)
        if not _reads(act.law, placed.key, condition).can_be_another(act):
            continue
        hall = hall_seen(act)
        hall.work = steps
        run = hall.run("", placed.title)
        try:
            players = hall.players("players")
            expect_everybody(act)
            with run.loop_cache:
                won = [player for player in players if condition.value(run, {"it": (player,)})]
        except TooLong:
            act.message(f"It takes too long to work out who wins by the rule “{placed.title}”.")
            continue
        if len(won) > 1 and placed.clause.alone:
            act.message(
                f"By the rule “{placed.title}” {names_in_words(won)} would win, but only one can: nobody wins yet."
            )
        elif won:
            declare_winner(act, names_in_words(won), f"By the rule “{placed.title}”.", placed.title)
            return


def _reads(law: Law, key: str, condition: Condition) -> Reads:
    """Return the read set of a way to win, computed once per law. `key` is the key of its clause."""
    return law.once(("reads", key), lambda: reads(condition))
