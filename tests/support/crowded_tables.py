"""Tables with many cards and long names, on which tests measure what a small screen shows."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from knucklebones.simulation.invariants import sample_dice
from nomic.law.document.templates import document_of
from nomic.matches.models import Match
from tests.support.battle_cycles import Battle
from tests.support.furnished_cycle import KEEPER, LONG, act, cycle_under
from tests.support.knucklebones_practice import PlayedGame

Json = Any
TWELVE = (
    *("5/Bound/Speedy/Stars Seal", "5/Hearts Insignia", "9", "Queen", "Joker", "King", "7 of Clocks/Torn"),
    *("Go to jail monopoly card/Deceitful/Holographic/Blue Coating", "Quantum", "Credit Card", "6", "Ace/Satanic"),
)
FOUR_MORE = ("2", "3", "Two", "10")
FEW_CARDS = ("Ace/Hearts Insignia", "5", "9", "Queen", "7")
OTHERS = (LONG, "Wilhelmina_WWWWWWWWWWWWWWWWWWW", "Cleo", "Dora", "Eve")
PIECES = 12
BLANKS = {"Blank": {"weight": 1, "is": "blank"}}
_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Scene:
    """A table before somebody whose turn it is. `steps` are pressed first, `needed` is what they act with, as CSS."""

    path: str
    viewer: str
    needed: tuple[str, ...]
    steps: tuple[str, ...] = field(default=())

    def begin(self, page: Page) -> None:
        """Press what leads to the scene. The page is open."""
        for step in self.steps:
            page.locator(step).first.click()
            page.wait_for_function("() => !document.querySelector('.htmx-request')")


def _slug() -> str:
    return f"crowded-{next(_numbers)}"


def _battle(*others: str) -> Battle:
    return Battle(_slug(), Ada=TWELVE + FOUR_MORE, **dict.fromkeys(others, FEW_CARDS))


def _hands_chosen(*others: str, chips: int = 0) -> Battle:
    battle = _battle(*others)
    for player in ("Ada", *others):
        if chips:
            act(battle.slug, KEEPER, "correct-grant", player=player, item="Chip", count=chips, reason="to bet")
    for seat in battle.state.seats:
        cards = battle.state.cards
        battle.move(seat.player, "hand", [card for card in seat.deck if cards[card].species not in FOUR_MORE])
    return battle


def _in_play(*others: str) -> Battle:
    battle = _hands_chosen(*others)
    for seat in battle.state.seats:
        battle.move(seat.player, "pass")
    return battle


def _round_played(*others: str) -> Battle:
    """Everybody has played a card, and it is for Ada to act."""
    battle = _in_play(*others)
    battle.play("Ada", "5")
    while (turn := battle.state.turn).player != "Ada":
        battle.play(turn.player, "5")
    return battle


def choosing_a_hand() -> Scene:
    """Sixteen cards to choose from, and none chosen yet."""
    return Scene(_battle(*OTHERS).path, "Ada", ("#go-on", ".deck label.pick >> nth=0"), ("#do-hand-1",))


def betting() -> Scene:
    """Somebody has raised; a hand of twelve, and chips to raise with."""
    battle = _hands_chosen(*OTHERS, chips=9)
    return Scene(battle.path, "Ada", ("#your-hand", ".moves button >> nth=0"))


def opening() -> Scene:
    """The first turn: a hand of twelve, of which few can be played."""
    return Scene(_in_play(*OTHERS).path, "Ada", ("#your-hand", "#your-hand .lit button >> nth=0"))


def playing() -> Scene:
    """A turn with a hand of twelve upon a pile, six at the table."""
    return Scene(_round_played(*OTHERS).path, "Ada", ("#your-hand", "#move-draw", "#your-hand .lit button >> nth=0"))


def owing() -> Scene:
    """A turn on which two draws are owed."""
    battle = _in_play(LONG)
    cards = battle.state.cards
    hearts = next(card for card in battle.seat("Ada").hand if cards[card].species == "5" and not cards[card].modifiers)
    battle.move("Ada", "play", card=hearts)
    battle.move(LONG, "play", card=battle.card(LONG, "Ace"))
    return Scene(battle.path, "Ada", ("#your-hand", ".moves button >> nth=0"))


def drawing() -> Scene:
    """A draw begun: what is asked, and the cards of the deck."""
    scene = owing()
    return Scene(scene.path, "Ada", ("#question-title", ".deck .lit .pick >> nth=0"), ("#do-pay-1",))


def _game(**law: Json) -> PlayedGame:
    """A game with a long name in which it is Ada's turn."""
    game = PlayedGame(_slug(), "Ada", LONG, **law)
    return game if game.mover == "Ada" else game.place(1)


def rolling() -> Scene:
    """A roll to come, and Dice to choose from."""
    game = PlayedGame(_slug(), "Wilhelmina_WWWWWWWWWWWWWWWWWWW", LONG, dice=sample_dice())
    return Scene(game.path, game.mover, (".handful button >> nth=0", ".handful button >> nth=-1"))


def placing() -> Scene:
    """A die rolled, three columns, dice that would be destroyed."""
    game = _game(faces=[6])
    game.place(1, 1)
    return Scene(game.path, game.mover, tuple(f"#place-{column}" for column in (1, 2, 3)))


def placing_widely() -> Scene:
    """Nine columns of nine."""
    game = _game(columns=9, rows=9, faces=[12])
    game.place(1, 1, 2, 1)
    return Scene(game.path, game.mover, ("#place-1",))


def _boards(gained: bool, **changes: Json) -> str:
    """Ada's board among others'; she has as many pieces as can be, of every kind."""
    slug = _slug()
    document = document_of("tetromic")
    document["tetromic"] |= {"least_gain": PIECES, **changes}
    cycle_under(document, "tetromic", slug, "Ada", *OTHERS)
    match = Match.objects.get(cycle__slug=slug)
    if gained:
        act(slug, "Ada", "move", match=match.code, move={"kind": "gain"})
    return f"/c/{slug}/matches/{match.code}/"


def gaining() -> Scene:
    """Pieces to gain."""
    return Scene(_boards(gained=False), "Ada", ("#gain", "#stage"))


def with_pieces() -> Scene:
    """Twelve pieces in hand."""
    return Scene(_boards(gained=True), "Ada", (".pieces", "[data-do=place]", "#stage"))


def holding() -> Scene:
    """One of twelve pieces held over the board."""
    needed = ("#stage", "[data-do=turn]", "[data-do=place]", "[data-do=leave]", "[data-readout]")
    return Scene(_boards(gained=True), "Ada", needed, ("[data-piece]",))


def _deep(**changes: Json) -> tuple[str, str]:
    slug = _slug()
    document = document_of("dungeon")
    document["dungeon"] |= changes
    cycle_under(document, "dungeon", slug, "Ada", *OTHERS)
    return slug, f"/c/{slug}/matches/{Match.objects.get(cycle__slug=slug).code}/"


def to_plan() -> Scene:
    """A period to plan."""
    _, path = _deep()
    return Scene(path, "Ada", ("#move-plan", "#map-1-1"))


def planning() -> Scene:
    """A plan begun: the six directions."""
    _, path = _deep()
    return Scene(path, "Ada", (".rose", "#leave-move"), ("#move-plan",))


def at_a_rope() -> Scene:
    """A plan in the making: what can be done where its first step leads."""
    _, path = _deep(pool={"Rope": {"weight": 1, "is": "rope"}})
    return Scene(path, "Ada", (".other-choices", "#step-back"), ("#move-plan", "#do-E"))


def planned() -> Scene:
    """A plan that is whole and can be sealed."""
    _, path = _deep(pool=BLANKS)
    return Scene(path, "Ada", ("#go-on", "#step-back", ".plan-steps"), ("#move-plan", "#do-E", "#do-E", "#do-E"))


def sealed() -> Scene:
    """A plan sealed, after a period that went."""
    slug, path = _deep(pool=BLANKS)
    code = path.rstrip("/").rpartition("/")[2]
    act(slug, "Ada", "move", match=code, move={"kind": "plan"}, answers=[["E"]] * 3)
    act(slug, "Ada", "advance-clock", minutes=24 * 60)
    act(slug, "Ada", "move", match=code, move={"kind": "plan"}, answers=[["W"], ["wait"], ["wait"]])
    return Scene(path, "Ada", ("#move-plan", "#move-withdraw"))


SCENES: dict[str, Callable[[], Scene]] = {
    scene.__name__: scene
    for scene in (
        *(choosing_a_hand, betting, opening, playing, owing, drawing),
        *(rolling, placing, placing_widely),
        *(gaining, with_pieces, holding),
        *(to_plan, planning, at_a_rope, planned, sealed),
    )
}
