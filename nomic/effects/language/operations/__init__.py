from nomic.effects.language.operations import (
    again,
    cards,
    choosing,
    everybody,
    flow,
    items,
    kept,
    later,
    meeting,
    offices,
    past,
)

__all__ = ["again", "cards", "choosing", "everybody", "flow", "items", "kept", "later", "meeting", "offices", "past"]
