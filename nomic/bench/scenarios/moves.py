"""Benchmark of moves through HTTP: each client plays a battle in which two players draw in turn."""

from collections.abc import Iterator

from msgspec.structs import replace

from exoptosis.engine.cards.card import Original
from exoptosis.engine.external_event_types import Joined
from exoptosis.engine.game import Exoptosis
from exoptosis.engine.state import State
from exoptosis.law.cards import species_of
from nomic.accounts.models import Person
from nomic.accounts.tokens import issue_token
from nomic.bench.harness.fixtures import add_player, open_cycle
from nomic.bench.harness.load_client import Client, Request
from nomic.bench.harness.results import Figure
from nomic.bench.harness.servers import run_clients, web_servers
from nomic.bench.harness.sizes import Sizes
from nomic.bench.scenarios.acts import of_the_bare_view
from nomic.cycles.actions import registry as actions
from nomic.cycles.actions.context import ActionContext
from nomic.cycles.actions.registry import Action, Args
from nomic.cycles.commands.perform import perform
from nomic.cycles.domain.actor import Actor
from nomic.cycles.models import Cycle
from nomic.law.document.sections import Law
from nomic.matches.contract.external_events import Begun
from nomic.matches.hosting.lifecycle import open_match, send_external_event
from nomic.matches.models import Match

GAME = Exoptosis()
CARDS = 30  # for each player
IN_HAND = 4
SLUG = "moved"
WARM = 20
AIMED_CLIENTS = 10


class DealArgs(Args):
    """Arguments of the action `deal`: the players, and the number of cards for each."""

    players: list[str]
    cards: int


def plain_species(law: Law) -> str:
    """Return a species without effects that can be played first, so that moves only draw cards."""
    return next(
        name
        for name, species in sorted(species_of(law).items())
        if not (species.types or species.hooks.allows or species.hooks.demands or species.hooks.when_played)
    )


def deal(act: ActionContext, args: DealArgs) -> None:
    """Open a battle of plain cards."""
    match = open_match(act, GAME.name, "Measured", {"kind": "battle"}, gathering=True)
    species = plain_species(act.law)
    for player in args.players:
        cards = tuple(Original(f"{player}-{number}", species) for number in range(args.cards))
        send_external_event(act, match, Joined(player, cards))
    send_external_event(act, match, Begun())
    act.message("Cards are dealt.")


DEAL = Action(
    "bench-deal", "practice", "Deal", "Deal a battle to be measured.", "Bench", deal, DealArgs,
    summary_phrases=("a battle dealt to be measured", "{count} battles dealt to be measured"),
)  # fmt: skip


def measure(sizes: Sizes) -> Iterator[Figure]:
    """Yield figures for one client and for several. One process serves the cycle (`nomic/bench/scenarios/acts.py`)."""
    open_cycle(SLUG)
    players = {f"M{number}": add_player(SLUG, f"M{number}") for number in range(2 * max(sizes.moving_clients))}
    tokens = {player: issue_token(Person.objects.get(username=player), "bench")[1] for player in players}
    bare = dict(of_the_bare_view(sizes, sizes.moving_clients))
    with web_servers(sizes.web_workers) as servers:
        for clients in sizes.moving_clients:
            each = max(sizes.acts // clients, 1)
            senders = [list(players.items())[2 * number : 2 * number + 2] for number in range(clients)]
            run_clients(servers[0], [_client(dict(pair), tokens, WARM) for pair in senders])
            calls = run_clients(servers[0], [_client(dict(pair), tokens, each) for pair in senders])
            where = f"{clients} client{'s' * (clients > 1)}"
            one, aimed = clients == 1, clients == AIMED_CLIENTS
            yield Figure("moves", where, calls.per_second, "moves/s")
            rate = calls.per_second / bare[clients].per_second
            yield Figure("moves", f"{where}: of the bare view's", rate, "times", at_least=0.8 if aimed else None)
            yield Figure("moves", f"{where}: p50", calls.percentile(50), "ms", at_most=8 if one else None)
            yield Figure("moves", f"{where}: p95", calls.percentile(95), "ms")


def _client(players: dict[str, Actor], tokens: dict[str, str], count: int) -> Client:
    """Return a client that makes `count` draws for two players, in as many battles as are needed."""
    draws: list[tuple[str, Request]] = []
    while len(draws) < count:
        draws += battle(SLUG, players)
    return Client([replace(request, token=tokens[player]) for player, request in draws[:count]], count)


def battle(slug: str, players: dict[str, Actor], cards: int = CARDS) -> list[tuple[str, Request]]:
    """Return all draws that two players can make in turn in a new battle.

    Each draw is a pair of the player and the request.
    """
    actions.register_actions(DEAL)
    perform(slug, next(iter(players.values())), DEAL.name, {"players": list(players), "cards": cards})
    match = Match.objects.filter(cycle=Cycle.objects.get(slug=slug)).latest("pk")

    def move(player: str, kind: str, *answers: list[int], **fields: int) -> None:
        arguments = {"match": match.code, "move": {"kind": kind, **fields}, "answers": [*answers]}
        perform(slug, players[player], "move", arguments)

    for seat in state_of(match).seats:
        move(seat.player, "hand", list(seat.deck[:IN_HAND]))
    for player in players:
        move(player, "pass")
    state = state_of(match)
    first, second = state.order
    seats = {seat.player: seat for seat in state.seats}
    move(first, "play", card=seats[first].hand[0])
    path = f"/api/v1/matches/{match.code}/moves/"
    return [
        (player, Request("POST", path, {"move": {"kind": "draw"}, "answers": [[seats[player].deck[place]]]}))
        for place in range(cards - IN_HAND - 1)  # the last card would be drawn without a question
        for player in (second, first)
    ]


def state_of(match: Match) -> State:
    """Return the stored state of a match."""
    match.refresh_from_db(fields=["state"])
    return GAME.decode(bytes(match.state))
