"""What happens to the court."""

from typing import ClassVar

from nomic.cycles.events import Event


class JudgeNamed(Event, frozen=True, tag="judge"):
    """Somebody is the Judge now; nobody, where `name` is empty."""

    whenever: ClassVar[str] = "somebody else becomes the Judge, or nobody is"
    name: str
