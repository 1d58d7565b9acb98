"""The public facts that differences compare.

Each function maps what a fact is about, such as a card or a proposal, to its description.
"""

from collections import Counter
from datetime import datetime

from nomic.clauses.models import KeptValue
from nomic.clauses.schema.value_kinds import as_texts
from nomic.clauses.store.values import from_columns
from nomic.corrections.diff.public_diff import Facts
from nomic.court.models import Request, RequestStatus, Ruling
from nomic.court.office import judge_of
from nomic.cycles.actions.registry import action_title
from nomic.cycles.models import Cycle, Entry
from nomic.effects.language.nodes.item_holders import holder_in_words
from nomic.inventory.models import Balance, Card
from nomic.matches.models import Match, MatchStep
from nomic.players.models import Player
from nomic.proposals.models import NamedOptions, Proposal, Vote
from nomic.trades.models import Trade

MAX_CARDS = 5_000


def the_cycle(cycle: Cycle) -> dict[str, str]:
    """Return the phase, the winner and the Judge."""
    ended = f"ended: {cycle.winner} won" if cycle.ended_at else "running"
    return {
        "The cycle": ended,
        "Phase": f"{cycle.phase}, {cycle.phase_title}, until {cycle.phase_ends_at:%A %d %B, %H:%M} UTC",
        "The Judge": judge_of(cycle) or "nobody",
    }


def players(cycle: Cycle) -> dict[str, str]:
    """Return the players, and whether they are reputable."""
    rows = Player.objects.filter(cycle=cycle).order_by("name")
    return {row.name: _standing(row) for row in rows}


def _standing(row: Player) -> str:
    if row.left_at is not None:
        return "has left"
    return "reputable" if row.is_reputable else "plays, not reputable"


def items(cycle: Cycle) -> dict[str, str]:
    """Return the amounts of items, by holder and item."""
    rows = Balance.objects.filter(cycle=cycle, amount__gt=0).order_by("holder", "item")
    return {
        f"{holder_in_words(holder)}: {item}": str(amount)
        for holder, item, amount in rows.values_list("holder", "item", "amount")
    }


def cards(cycle: Cycle) -> dict[str, str]:
    """Describe the cards that are held: by whom, and how each differs from its species. Stops at MAX_CARDS."""
    rows = Card.objects.filter(cycle=cycle).exclude(holder="").order_by("holder", "species", "code")[:MAX_CARDS]
    return {f"{row.species} ({row.code})": _of_card(row) for row in rows}


def _of_card(row: Card) -> str:
    """Return who holds a card and how it differs from its species: "Ada has it. Suit besides its own: Diamonds"."""
    lines = [f"Modifiers: {', '.join(row.modifier_names)}"] if row.modifiers else []
    own = {"values": row.own_values, "suits": row.own_suits, "colours": row.own_colours, "types": row.own_types}
    for name, each in own.items():
        listed = ", ".join(map(str, each))
        if name in row.own_only:
            lines.append(f"{name.capitalize()}: only {listed}" if each else f"No {name}")
        elif each:
            lines.append(f"{name.capitalize() if len(each) > 1 else name[:-1].capitalize()} besides its own: {listed}")
    return ". ".join([f"{holder_in_words(row.holder)} has it", *lines])


def values(cycle: Cycle) -> dict[str, str]:
    """Return the public values stored by rules, including those that the law no longer declares."""
    rows = KeptValue.objects.filter(cycle=cycle, hidden=False).order_by("name", "holder", "key")
    return {str(row): ", ".join(as_texts(from_columns(row.number, row.members))) for row in rows}


def match_facts(cycle: Cycle) -> dict[str, str]:
    """Return the status and number of steps of each game."""
    steps = Counter(MatchStep.objects.filter(match__cycle=cycle).values_list("match__code", flat=True))
    rows = Match.objects.filter(cycle=cycle).order_by("opened_seq", "place")
    return {f"{row.title} ({row.code})": f"{row.status}, {steps[row.code]} moves and other steps" for row in rows}


def proposals(cycle: Cycle) -> dict[str, str]:
    """Return the status of each proposal."""
    rows = Proposal.objects.filter(cycle=cycle).order_by("number")
    return {f"Proposal {row.number}, “{row.title}”": f"{row.get_status_display()}{_until(row)}" for row in rows}


def _until(row: Proposal) -> str:
    return f", until {row.ends_at:%A %d %B, %H:%M} UTC" if row.is_pending else ""


def votes(cycle: Cycle) -> dict[str, str]:
    """Return each person's vote on each proposal, with the chosen options."""
    rows = Vote.objects.filter(proposal__cycle=cycle).order_by("proposal__number", "name")
    named = NamedOptions.objects.filter(proposal__cycle=cycle).values_list("proposal__number", "name", "options")
    options = {(number, name): f": {', '.join(chosen)}" for number, name, chosen in named}
    return {
        f"{name} on proposal {number}": f"{vote}{options.get((number, name), '')}"
        for number, name, vote in rows.values_list("proposal__number", "name", "vote")
    }


def trades(cycle: Cycle) -> dict[str, str]:
    """Return the status of each trade."""
    rows = Trade.objects.filter(cycle=cycle).order_by("number")
    return {
        f"Trade {row.number}, of {row.maker} with {row.other or 'anybody'}": f"{row.get_status_display()}, "
        f"version {row.version}, consent of {' and '.join(row.willing) or 'nobody'}"
        for row in rows
    }


def court(cycle: Cycle) -> dict[str, str]:
    """Return the status of each request, and the outcome of each ruling."""
    requests = Request.objects.filter(cycle=cycle).order_by("number").values_list("number", "title", "status")
    rulings = Ruling.objects.filter(cycle=cycle).order_by("number").select_related("request")
    asked = {f"Request {number}, “{title}”": RequestStatus(status).label for number, title, status in requests}
    return asked | {
        f"Ruling {row.number} on request {row.request.number}": f"{row.verdict or row.answer} "
        f"({row.get_status_display()})"
        for row in rulings
    }


def acts(cycle: Cycle, first: int, before: datetime | None = None) -> dict[str, str]:
    """Return the texts of journal entries by actor, action and id. Pages omit the id.

    Includes entries from number `first` on and, with `before`, only those before that instant.
    """
    late = Entry.objects.filter(cycle=cycle, seq__gte=first)
    if before is not None:
        late = late.filter(at__lt=before)
    rows = late.order_by("seq").values_list("key", "actor", "action", "words")
    return {
        f"{actor or 'By itself'}: {action_title(action, cycle.law)} ({key[:8]})": " ".join(words)
        for key, actor, action, words in rows
    }


SHOWN: tuple[tuple[str, Facts], ...] = (
    ("The cycle", the_cycle),
    ("Players", players),
    ("Items", items),
    ("Cards", cards),
    ("What the rules keep track of", values),
    ("Games", match_facts),
    ("Proposals", proposals),
    ("Votes", votes),
    ("Trades", trades),
    ("The court", court),
)
