"""The recorded duel on the front page, read from a file."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec.json import decode, encode

from exoptosis.engine.views.match_animation import ShownCard, ShownMatch, ShownStep
from nomic.inventory.card_views import Face, FaceModifier
from nomic.web.hooks.front_picture import FrontPicture

FILE = Path(__file__).with_name("front_match.json")  # written by `manage.py front_match`


@lru_cache(maxsize=1)
def front_match() -> ShownMatch:
    """Return the recorded duel, parsed once from the file."""
    return decode(FILE.read_bytes(), type=ShownMatch)


@lru_cache(maxsize=1)
def draw() -> dict[str, Any]:
    """Return the template context: the last position, and every act with the position after it."""
    match = front_match()
    faces = {card.id: _face(card) for card in match.cards}
    last = match.steps[-1]
    seats = [
        {"player": player, "bot": f"{player} bot 1", "hand": [faces[card] for card in hand]}
        for player, hand in zip(match.players, last.hands, strict=True)
    ]
    placed = {card for cards in (*last.hands, last.pile) for card in cards}
    return {
        "above": seats[0],
        "below": seats[1],
        "pile": [faces[card] for card in last.pile],
        "elsewhere": [face for card, face in faces.items() if card not in placed],
        "steps": [
            {"words": step.words, "text": step.text, "actor": step.actor, "places": _places(step)}
            for step in match.steps
        ],
        "last": last,
    }


def _places(step: ShownStep) -> str:
    """Return the cards of both hands and of the pile as JSON for the script."""
    return encode([*step.hands, step.pile]).decode()


def _face(card: ShownCard) -> Face:
    return Face(
        code=str(card.id),
        name=card.name,
        values=card.values,
        suits=card.suits,
        colours=card.colours,
        types=card.types,
        modifiers=tuple(FaceModifier(name) for name in card.modifiers),
        text=card.text,
    )


PICTURE = FrontPicture(
    "exoptosis/front_match.html", draw, styles=("css/front-match.css",), scripts=("js/front-match.js",)
)
