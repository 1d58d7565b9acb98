"""A person's achievements in all real cycles. Practice cycles and guests are not counted."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from nomic.accounts.lookalikes import folded_name
from nomic.accounts.models import Person
from nomic.accounts.name_rules import tidy_name
from nomic.court.models import Ruling
from nomic.cycles.models import Cycle, Status
from nomic.cycles.schedule.settle import cycles_now
from nomic.cycles.visibility import readable
from nomic.law.rules.tree import rules_of
from nomic.matches.models import MatchSeat, MatchStatus
from nomic.players.models import Player
from nomic.proposals.models import Proposal, ProposalStatus
from nomic.recaps.how_it_ended import winners_of
from nomic.web.people.finished_cycles import REAL, Title, summaries, title_of, titles_of

MAX_CYCLES = 50  # listed, the newest
MAX_PROPOSALS = 10  # listed, the newest
MAX_LAWS = 100  # enacted proposals of running cycles that are looked through


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The numbers of matches of a game that a person has finished and won."""

    game: str
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A person's achievements. `fates` counts their proposals by outcome, `rulings` their rulings.

    `names` are the person's name and the names of accounts merged into theirs. `titles` are from finished cycles, the
    newest cycle first.
    """

    name: str
    person: Person | None
    names: Sequence[str]
    players: Sequence[Player]
    won: Sequence[Cycle]
    played: Sequence[GameRecord]
    fates: Sequence[tuple[str, int]]
    proposals: Sequence[Proposal]
    laws: Sequence[tuple[Proposal, str, str]]
    rulings: int
    overturned: int
    titles: Sequence[tuple[Cycle, Title]]

    @property
    def playing(self) -> list[Player]:
        """The person's current players in running cycles."""
        return [row for row in self.players if row.left_at is None and row.cycle.is_running]


def has_profile(person: Person) -> bool:
    """Return whether a person has a profile: they have played in a public real cycle."""
    in_real = {f"cycle__{key}": value for key, value in REAL.items()}
    return Player.objects.filter(readable("cycle__"), name__in=person.names(), **in_real).exists()


def profile_of(typed: str) -> Profile | None:
    """Return the profile for a typed name, or None unless the person has played in a real cycle.

    Their cycles are settled first (R2). The name of a merged account leads to the profile of the remaining account.
    """
    person = _person_named(typed)
    name = tidy_name(typed) if person is None else person.get_username()
    names = [name] if person is None else person.names()
    _settle_cycles(names)
    seen = readable("cycle__")
    in_real = {f"cycle__{key}": value for key, value in REAL.items()}
    players = list(
        Player.objects.filter(seen, name__in=names, **in_real)
        .select_related("cycle")
        .order_by("-joined_at", "-pk")[:MAX_CYCLES]
    )
    if not players:
        return None
    proposals = Proposal.objects.filter(seen, author__in=names, **in_real)
    newest = proposals.order_by("-submitted_at", "-pk")
    fates = dict(proposals.order_by().values_list("status").annotate(count=Count("pk")))
    ruled = Ruling.objects.filter(seen, judge__in=names, **in_real).order_by()
    rulings = dict(ruled.values_list("status").annotate(count=Count("pk")))
    return Profile(
        name=name,
        person=person,
        names=names,
        players=players,
        won=[row.cycle for row in players if row.name in winners_of(row.cycle.winner, row.name)],
        played=_played(names),
        fates=[(label, fates[status]) for status, label in ProposalStatus.choices if status in fates],
        proposals=list(newest.select_related("cycle").defer("text")[:MAX_PROPOSALS]),
        laws=_laws(proposals),
        rulings=sum(rulings.values()),
        overturned=sum(rulings.values()) - rulings.get("stands", 0),
        titles=_titles(players),
    )


def _person_named(typed: str) -> Person | None:
    """Return the account with a typed name, or the one into which it was merged. None if there is none."""
    named = Person.objects.filter(folded=folded_name(tidy_name(typed)), is_guest=False)
    person = named.select_related("merged_into").first()
    return person and (person.merged_into or person)


def _settle_cycles(names: Sequence[str]) -> None:
    """Settle the newest running cycles in which somebody with one of these names plays or has played."""
    played = Player.objects.filter(name__in=names).values("cycle")
    running = Cycle.objects.filter(readable(), status=Status.RUNNING, pk__in=played, **REAL)
    cycles_now(running.order_by("-pk")[:MAX_CYCLES])


def _titles(players: Sequence[Player]) -> list[tuple[Cycle, Title]]:
    """Return the titles that a person has earned in their ended cycles, each with the cycle."""
    ended = [row for row in players if row.cycle.status == Status.ENDED]
    found = summaries([row.cycle for row in ended])
    return [(row.cycle, title) for row in ended for title in titles_of(found[row.cycle_id]) if row.name in title.names]


def _played(names: Sequence[str]) -> list[GameRecord]:
    """Return the games that a person has played to the end, under any of their names. Sends one query."""
    won = Q()
    for name in names:
        # Databases keep a name in JSON with or without escapes.
        listed = Q(match__result__winners__icontains=json.dumps(name)) | Q(
            match__result__winners__icontains=f'"{name}"'
        )
        won |= Q(player=name) & listed
    in_real = {f"match__cycle__{key}": value for key, value in REAL.items()}
    seats = MatchSeat.objects.filter(
        readable("match__cycle__"), player__in=names, match__status=MatchStatus.OVER, **in_real
    ).exclude(status="invited")
    rows = seats.order_by().values("match__game").annotate(matches=Count("pk"), wins=Count("pk", filter=won))
    found = [GameRecord(title_of(row["match__game"]), row["matches"], row["wins"]) for row in rows]
    return sorted(found, key=lambda each: (-each.matches, each.game))


def _laws(proposals: QuerySet[Proposal]) -> list[tuple[Proposal, str, str]]:
    """Return the rules in force that a person's proposals have added, each with its proposal, id and title."""
    rows = proposals.filter(status=ProposalStatus.ENACTED, cycle__status=Status.RUNNING)
    rows = rows.select_related("cycle").defer("text").order_by("-decided_at", "-pk")[:MAX_LAWS]
    by_cycle: dict[int, list[Proposal]] = defaultdict(list)
    for row in rows:
        by_cycle[row.cycle_id].append(row)
    found = []
    for enacted in by_cycle.values():
        titles = {rule: each.title for rule, each in rules_of(enacted[0].cycle.law).items()}
        for row in enacted:
            found += [(row, rule, titles.pop(rule)) for rule in _added(row) if rule in titles]
    return found


def _added(row: Proposal) -> list[str]:
    """Return the ids of the rules that a proposal adds."""
    paths = [each.get("path", "").split("/") for each in row.amendments if each.get("op") == "add"]
    return [parts[2] for parts in paths if len(parts) == 3 and parts[1] == "rules"]
