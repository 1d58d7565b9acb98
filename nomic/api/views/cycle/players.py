"""Players and their possessions."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, TypeVar

from django.db.models import Count
from django.http import Http404
from pydantic import Field, StringConstraints
from rest_framework.request import Request

from nomic.accounts.looks.lookup import PLAIN, Look, looks_of
from nomic.api.query_parameters import Paged
from nomic.api.read_view import ApiView, next_page, reads
from nomic.api.response_model import Shape
from nomic.api.rule_values import RuleLater, RuleValue, value_models
from nomic.api.views.play.actions import actor_of
from nomic.clauses.views.deferred_effects import later_of_player
from nomic.clauses.views.values import beside_names, values_of_players
from nomic.court.search import beside_face
from nomic.cycles.actions.context import ReadContext
from nomic.cycles.models import Cycle
from nomic.inventory.card_views import face_of
from nomic.inventory.law_section import items_of
from nomic.inventory.models import Balance, Card
from nomic.players.models import Player
from nomic.players.url_converter import PlayerNames

NAME = f"^{PlayerNames.regex}$"
PlayerName = Annotated[str, StringConstraints(pattern=NAME)]


class PlayerStanding(Shape):
    """A player and their standing. Under R8, a player without an act in the previous phase is `inactive`."""

    name: str
    joined_at: datetime
    joined_phase: int
    left_at: datetime | None
    reputable: bool = Field(validation_alias="is_reputable")
    reputable_since: datetime | None
    inactive: bool
    beside: list[str] = Field(description="values shown beside the name, such as a title")
    display_name: str = Field(description="the display name, shown next to the name; empty if they have chosen none")
    picture: str = Field(description="the chosen emblem and colour, such as cat-blue; empty if drawn from the name")


class PlayerSummary(PlayerStanding):
    """A player and their possessions: balances by item, and the number of cards."""

    items: dict[str, int]
    cards: int


class PlayerPage(Shape):
    """The current players, by name."""

    items: list[PlayerSummary]
    next: str | None


class Holding(Shape):
    """An amount of an item."""

    item: str
    plural: str
    kind: str | None = Field(description="the kind of item; null if it is no longer in the law")
    symbol: str | None
    amount: int


class CardModifier(Shape):
    """A modifier on a card: its effect, and its stored data."""

    name: str
    text: str
    remembers: str


class CardDetail(Shape):
    """A card under the rules: values, suits, colours and types of its species, and those of the card itself.

    `values_in_words` describes all values. If the set is infinite, `values_from` is the smallest value of its infinite
    part.
    """

    code: str
    species: str
    values: list[int]
    values_from: int | None
    values_in_words: str
    suits: list[str]
    colours: list[str]
    types: list[str]
    modifiers: list[CardModifier]
    text: str
    made_by: int = Field(description="the number of the entry that made it")
    rulings: list[int] = Field(
        description="the numbers of valid rulings that name the card's species or one of its modifiers"
    )


class Inventory(Shape):
    """Everything that a player owns."""

    player: PlayerStanding
    items: list[Holding]
    values: list[RuleValue] = Field(description="values that rules store for the player")
    later: list[RuleLater] = Field(description="scheduled effects of rules that name the player")
    cards: list[CardDetail]


class PlayersQuery(Paged):
    after: PlayerName | None = Field(default=None, description="the name after which the page begins")


Standing = TypeVar("Standing", bound=PlayerStanding)


def standing_of(
    player: Player,
    cycle: Cycle,
    beside: Mapping[str, list[str]],
    looks: Mapping[str, Look],
    shape: type[Standing],
    **fields: object,
) -> Standing:
    """Convert a player to this shape, with their standing in the current phase.

    `beside` holds the texts that rules show beside names, and `looks` what people have chosen for their appearance.
    """
    look = looks.get(player.name, PLAIN)
    return shape.from_object(
        player,
        inactive=player.is_playing and player.is_inactive(cycle.phase),
        beside=beside.get(player.name, []),
        display_name=look.display_name,
        picture=look.picture,
        **fields,
    )


def card_detail(ctx: ReadContext, card: Card) -> CardDetail:
    """Return a card under the law in force, with the rulings that name it."""
    face = face_of(ctx.law, card)
    return CardDetail.from_object(
        face,
        code=card.code,
        species=card.species,
        values=face.value_set,
        values_in_words=face.values,
        made_by=card.made_by,
        rulings=[each.ruling for each in beside_face(ctx, face)],
    )


class PlayersView(ApiView):
    @reads(PlayerPage, name="players_list", summary="List the players", tag="players", query=PlayersQuery)
    def get(self, request: Request, cycle: Cycle, query: PlayersQuery) -> PlayerPage:
        """Return the current players, sorted by name, with their standing, items and number of cards."""
        found = Player.objects.filter(cycle=cycle, left_at=None)
        if query.after is not None:
            found = found.filter(name__gt=query.after)
        shown, more = query.page(found.order_by("name"))
        names = [player.name for player in shown]
        items: dict[str, dict[str, int]] = {name: {} for name in names}
        held = Balance.objects.filter(cycle=cycle, holder__in=names, amount__gt=0).order_by("item")
        for holder, item, amount in held.values_list("holder", "item", "amount"):
            items[holder][item] = amount
        cards = dict(
            Card.objects.filter(cycle=cycle, holder__in=names)
            .order_by()
            .values_list("holder")
            .annotate(number=Count("pk"))
        )
        beside, looks = beside_names(cycle, names), looks_of(names)
        return PlayerPage(
            items=[
                standing_of(
                    player,
                    cycle,
                    beside,
                    looks,
                    PlayerSummary,
                    items=items[player.name],
                    cards=cards.get(player.name, 0),
                )
                for player in shown
            ],
            next=next_page(request, after=names[-1]) if more else None,
        )


class InventoryView(ApiView):
    @reads(
        Inventory,
        name="inventory",
        summary="See what a player owns",
        tag="players",
        personal=True,
        parts={"name": {"type": "string", "pattern": NAME}},
    )
    def get(self, request: Request, cycle: Cycle, query: object, name: str) -> Inventory:
        """Balances in the law's order, and cards with their effective values, suits, colours, types and modifiers."""
        player = Player.objects.filter(cycle=cycle, name=name).first()
        if player is None:
            raise Http404(f"There is no player '{name}' in this cycle.")
        ctx = ReadContext(cycle, actor_of(request), cycle.now())
        viewer = ctx.actor.name
        values = values_of_players(cycle, [name], viewer)[name] if player.is_playing else []
        items = items_of(cycle.law)
        held = dict(
            Balance.objects.filter(cycle=cycle, holder=name, amount__gt=0).order_by().values_list("item", "amount")
        )
        # Items that the law no longer has come last.
        order = sorted(held, key=lambda item: (item not in items, items[item].place if item in items else 0, item))
        cards = Card.objects.filter(cycle=cycle, holder=name).order_by("made_by", "code")
        return Inventory(
            player=standing_of(player, cycle, beside_names(cycle, [name]), looks_of([name]), PlayerStanding),
            items=[
                Holding(
                    item=item,
                    plural=items[item].plural if item in items else item,
                    kind=items[item].kind if item in items else None,
                    symbol=items[item].symbol if item in items else None,
                    amount=held[item],
                )
                for item in order
            ],
            values=value_models(values),
            later=later_of_player(cycle, name),
            cards=[card_detail(ctx, card) for card in cards],
        )
