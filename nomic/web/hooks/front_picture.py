"""Registry of the picture on the front page: a match that was played ahead of time, as newcomers watch it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class FrontPicture:
    """The picture: a template with the function that makes its context, and its own style sheets and scripts.

    The template is rendered for every visitor who is not logged in, so `draw` must not read the database.
    """

    template: str
    draw: Callable[[], dict[str, Any]]
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


_pictures: list[FrontPicture] = []


def set_front_picture(picture: FrontPicture | None) -> None:
    """Register a game's picture, if it has one. There is one front page: the last game with a picture has it."""
    if picture is not None:
        _pictures[:] = [picture]


def front_picture() -> FrontPicture | None:
    """Return the picture of the front page, or None if no game has one."""
    return _pictures[0] if _pictures else None
