"""Registry of the picture on the front page: a match that was played in advance, shown to newcomers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class FrontPicture:
    """The front page's picture: a template, the function that returns its context, and its style sheets and scripts.

    The template is rendered for every anonymous visitor, so `draw` must not query the database.
    """

    template: str
    draw: Callable[[], dict[str, Any]]
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


_pictures: list[FrontPicture] = []


def set_front_picture(picture: FrontPicture | None) -> None:
    """Set the picture of the front page, replacing another game's. Does nothing for None."""
    if picture is not None:
        _pictures[:] = [picture]


def front_picture() -> FrontPicture | None:
    """Return the picture of the front page, or None if no game has one."""
    return _pictures[0] if _pictures else None
