"""What differences show of a cycle: what is public of items, values, players, games, proposals, votes and law."""

import hashlib
from collections import Counter

from nomic.clauses.models import KeptValue
from nomic.clauses.value_kinds import as_texts
from nomic.clauses.values import from_columns
from nomic.correcting.showing import Facts
from nomic.court.office import judge_of
from nomic.cycles.digest import canonical
from nomic.cycles.models import Cycle, Entry
from nomic.inventory.models import Balance, Card
from nomic.law.sections import registered
from nomic.players.models import Player
from nomic.proposals.models import Proposal, Vote
from nomic.tables.models import Match, MatchStep

MOST_CARDS = 5_000


def the_cycle(cycle: Cycle) -> dict[str, str]:
    """The phase, who has won, who is the Judge."""
    ended = f"ended: {cycle.winner} won" if cycle.ended_at else "running"
    return {
        "The cycle": ended,
        "Phase": f"{cycle.phase}, {cycle.phase_title}, until {cycle.phase_ends_at:%A %d %B, %H:%M} UTC",
        "The Judge": judge_of(cycle) or "nobody",
    }


def players(cycle: Cycle) -> dict[str, str]:
    """Who plays, and who is reputable."""
    rows = Player.objects.filter(cycle=cycle).order_by("name")
    return {row.name: _standing(row) for row in rows}


def _standing(row: Player) -> str:
    if row.left_at is not None:
        return "has left"
    return "reputable" if row.is_reputable else "plays, not reputable"


def items(cycle: Cycle) -> dict[str, str]:
    """How many of each item everybody has."""
    rows = Balance.objects.filter(cycle=cycle, amount__gt=0).order_by("holder", "item")
    return {f"{holder}: {item}": str(amount) for holder, item, amount in rows.values_list("holder", "item", "amount")}


def cards(cycle: Cycle) -> dict[str, str]:
    """Whose each card is, and what happened to it."""
    rows = Card.objects.filter(cycle=cycle).exclude(holder="").order_by("holder", "species", "code")[:MOST_CARDS]
    return {f"{row.species} ({row.code})": _of_card(row) for row in rows}


def _of_card(row: Card) -> str:
    with_ = f", {', '.join(row.modifier_names)}" if row.modifiers else ""
    own = hashlib.sha256(
        canonical([row.own_values, row.own_suits, row.own_colours, row.own_types, row.own_only]).encode()
    ).hexdigest()[:6]
    changed = f", changed ({own})" if any((row.own_values, row.own_suits, row.own_colours, row.own_types)) else ""
    return f"of {row.holder}{with_}{changed}"


def values(cycle: Cycle) -> dict[str, str]:
    """What rules keep; of secrets nothing, whether the law has them still or not."""
    rows = KeptValue.objects.filter(cycle=cycle, hidden=False).order_by("name", "holder")
    return {
        f"{row.name}{f' of {row.holder}' if row.holder else ''}": ", ".join(
            as_texts(from_columns(row.number, row.members))
        )
        for row in rows
    }


def matches(cycle: Cycle) -> dict[str, str]:
    """How each game stands, and how far it is."""
    steps = Counter(MatchStep.objects.filter(match__cycle=cycle).values_list("match__code", flat=True))
    rows = Match.objects.filter(cycle=cycle).order_by("opened_seq", "place")
    return {f"{row.title} ({row.code})": f"{row.status}, {steps[row.code]} moves and other steps" for row in rows}


def proposals(cycle: Cycle) -> dict[str, str]:
    """How each proposal stands."""
    rows = Proposal.objects.filter(cycle=cycle).order_by("number")
    return {
        f"Proposal {row.number}, “{row.title}”": f"{row.get_status_display()}, until {row.ends_at:%A %d %B, %H:%M} UTC"
        for row in rows
    }


def votes(cycle: Cycle) -> dict[str, str]:
    """Who has voted what on which proposal."""
    rows = Vote.objects.filter(proposal__cycle=cycle).order_by("proposal__number", "name")
    return {
        f"{name} on proposal {number}": vote
        for number, name, vote in rows.values_list("proposal__number", "name", "vote")
    }


def law(cycle: Cycle) -> dict[str, str]:
    """Each part of the law, as a short digest of what it says: that it differs is to be seen, and where."""
    document = cycle.law.document
    titles = registered()
    said = {
        titles[name].title if name in titles else name: hashlib.sha256(canonical(part).encode()).hexdigest()[:12]
        for name, part in document.items()
        if name != "rules"
    }
    rules = {
        f"Rule “{rule['title']}” ({name})": hashlib.sha256(canonical(rule).encode()).hexdigest()[:12]
        for name, rule in document.get("rules", {}).items()
    }
    return {"Revision in force": str(cycle.revision), **said, **rules}


def acts(cycle: Cycle) -> dict[str, str]:
    """Every entry of the journal, by its id, with what it says: those that only one has are otherwise."""
    rows = Entry.objects.filter(cycle=cycle).order_by("seq").values_list("key", "actor", "action", "words")
    return {f"{actor or 'The clock'}: {action} ({key[:8]})": " ".join(words) for key, actor, action, words in rows}


SHOWN: tuple[tuple[str, Facts], ...] = (
    ("The cycle", the_cycle),
    ("Players", players),
    ("Items", items),
    ("Cards", cards),
    ("What the rules keep", values),
    ("Games", matches),
    ("Proposals", proposals),
    ("Votes", votes),
    ("Law", law),
    ("Entries of the journal", acts),
)
