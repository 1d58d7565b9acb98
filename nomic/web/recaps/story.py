"""The story of an ended cycle: who won and how, how the standings developed, the laws passed, and titles.

It is computed from public data whenever it is read, so after a correction it follows the corrected journal.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nomic.clauses.standing.history import History, changes_of, history_of
from nomic.clauses.standing.ranking import Column, Row, Standing
from nomic.clauses.standing.standings_cache import standings_now
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Entry
from nomic.cycles.schedule.phase_names import phase_names
from nomic.effects.prose.english_grammar import listed
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.recaps.best_play import JOIN_EVENTS
from nomic.recaps.how_it_ended import end_of
from nomic.web.people.finished_cycles import Title, summary_of, titles_of

MAX_LAWS = 100  # the newest
MAX_MOVES = 5  # the largest
ON_PODIUM = 3
MAX_LEADS = 12  # changes of the lead, the newest
MAX_WAYS = 4  # ways to win with a chart
MAX_SENTENCES = 4  # of a decisive act


@dataclass(frozen=True, slots=True)
class DecisiveAct:
    """A decisive act, in the journal's words: the largest change, and the players for whom it was equally large."""

    entry: Entry
    players: tuple[str, ...]
    difference: int
    sentences: tuple[str, ...]

    @property
    def words(self) -> str:
        """The change as text: “gained 5”."""
        each = " each" if len(self.players) > 1 else ""
        return f"{'gained' if self.difference > 0 else 'lost'} {abs(self.difference)}{each}"


@dataclass(frozen=True, slots=True)
class StoryOfWay:
    """A way to win: its standing, its history over the phases, the changes of the lead, and the largest moves."""

    standing: Standing
    history: History
    leads: tuple[str, ...]
    moves: tuple[DecisiveAct, ...]

    @property
    def podium(self) -> tuple[Row, ...]:
        """The first places at the end."""
        return self.standing.rows[:ON_PODIUM]


@dataclass(frozen=True, slots=True)
class Story:
    """The story of an ended cycle. `rule` and `rule_at` are the title and id of the rule by which somebody won.

    `rule_at` is empty if the ruleset no longer has this rule. `end` is the entry that ended the cycle.
    """

    winners: tuple[str, ...]
    rule: str
    rule_at: str
    end: Entry | None
    ways: tuple[StoryOfWay, ...]
    laws: tuple[Proposal, ...]
    law_count: int
    titles: tuple[Title, ...]


def story_of(ctx: ReadContext) -> Story:
    """Return the story of an ended cycle: the ways to win over time, enacted proposals, and titles."""
    cycle = ctx.cycle
    end = end_of(cycle)
    summary = summary_of(cycle)
    enacted = Proposal.objects.filter(cycle=cycle, status=ProposalStatus.ENACTED).defer("text", "amendments")
    return Story(
        winners=end.winners,
        rule=end.rule,
        rule_at=end.rule_at,
        end=end.entry,
        ways=tuple(_ways(ctx)),
        laws=tuple(enacted.order_by("-decided_at", "-pk")[:MAX_LAWS]),
        law_count=sum(summary["passed"].values()),
        titles=tuple(titles_of(summary)),
    )


def _ways(ctx: ReadContext) -> Iterable[StoryOfWay]:
    for standing in standings_now(ctx)[:MAX_WAYS]:
        history = history_of(ctx, standing)
        if history is not None:
            column = next(each for each in standing.columns if each.name == history.name)
            yield StoryOfWay(
                standing,
                history,
                tuple(_leads(history, column, phase_names(ctx.cycle, history.phases))),
                tuple(_moves(ctx, standing)),
            )


def _leads(history: History, column: Column, names: Mapping[int, str]) -> list[str]:
    """Return sentences on the phases in which the lead changed. While all are equal, nobody leads."""
    found, before = list[str](), list[str]()
    for place, phase in enumerate(history.phases):
        leaders = _leaders({player: line[place] for player, line in history.players.items()}, column)
        if leaders and leaders != before:
            verb = ("takes" if len(leaders) == 1 else "share") + " the lead"
            found.append(f"{names[phase][:1].upper()}{names[phase][1:]}: {listed(leaders)} {verb}.")
        before = leaders or before
    return found[-MAX_LEADS:]


def _leaders(amounts: Mapping[str, int], column: Column) -> list[str]:
    """Return the leading players. Empty if all are equal."""
    best = (min if column.least else max)(amounts.values())
    leaders = sorted(player for player, amount in amounts.items() if amount == best)
    return leaders if len(leaders) < len(amounts) or len(amounts) == 1 else []


def _moves(ctx: ReadContext, standing: Standing) -> list[DecisiveAct]:
    """Return the largest changes of players' amounts, the earliest first, without initial endowments."""
    ranked = {row.player for row in standing.rows}
    by_act: dict[tuple[int, str], int] = defaultdict(int)
    for change in changes_of(ctx, standing):
        if change.player in ranked:
            by_act[change.seq, change.player] += change.difference
    together: dict[tuple[int, int], list[str]] = defaultdict(list)  # who got the same by one act
    for (seq, player), difference in sorted(by_act.items()):
        together[seq, difference].append(player)
    largest = sorted(together.items(), key=lambda item: (-abs(item[0][1]), item[0]))
    tried = [item for item in largest[: 4 * MAX_MOVES] if item[0][1]]
    rows = Entry.objects.filter(cycle=ctx.cycle, seq__in={seq for (seq, _), _ in tried})
    entries = {row.seq: row for row in rows if not _is_setup(row)}
    found = [
        DecisiveAct(entries[seq], tuple(players), difference, tuple(map(str, entries[seq].words[:MAX_SENTENCES])))
        for (seq, difference), players in tried
        if seq in entries
    ]
    return sorted(found[:MAX_MOVES], key=lambda move: (move.entry.seq, move.players))


def _is_setup(entry: Entry) -> bool:
    """Return whether an entry is about joining, or is a correction by an admin."""
    return entry.action.startswith("correct") or any(
        event.get("kind") in JOIN_EVENTS or "correction" in event for event in entry.events
    )
