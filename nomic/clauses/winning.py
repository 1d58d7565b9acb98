"""Ways to win: judged after every entry that can have changed who has won."""

from nomic.clauses.facts import have_changed
from nomic.clauses.hall import several
from nomic.clauses.halls import hall_seen
from nomic.clauses.law import clauses_of
from nomic.clauses.running import condition_of
from nomic.clauses.values import changes_so_far
from nomic.cycles.events import LawChanged, PhaseBegan
from nomic.cycles.moment import Act
from nomic.cycles.phases import declare_winner
from nomic.effects.language import scopes
from nomic.effects.running.run import Run, TooLong
from nomic.inventory.ledger import changed_holdings
from nomic.players.events import Joined, Left


def judge(act: Act) -> None:
    """R56: whoever a rule says has won ends the cycle; where it must be one alone and is several, nobody wins yet."""
    victories = clauses_of(act.law).victories
    if not victories or not act.cycle.is_running or not _can_matter(act):
        return
    for placed in victories:
        hall = hall_seen(act)
        condition = condition_of(act.law, placed, placed.clause.wins, scopes.WHO_WINS)
        run = Run(hall, "", placed.title)
        try:
            players = hall.players("players")
            with run.standing:
                won = [player for player in players if condition.value(run, {"it": (player,)})]
        except TooLong:
            act.says(f"Who wins by the rule “{placed.title}” is not found: that would take too long.")
            continue
        if len(won) > 1 and placed.clause.alone:
            act.says(f"By the rule “{placed.title}” {several(won)} would win, but only one can: nobody wins yet.")
        elif won:
            declare_winner(act, several(won), f"By the rule “{placed.title}”.", placed.title)
            return


def _can_matter(act: Act) -> bool:
    """Whether the act changed anything that a condition on players looks at; with a phase, who is active (R8)."""
    values = changes_so_far(act)
    changed = have_changed(act) or changed_holdings(act) or (values is not None and values.changed)
    return bool(changed or any(act.told(kind) for kind in (LawChanged, PhaseBegan, Joined, Left)))
