"""What happens to the court."""

from nomic.cycles.events import Event


class JudgeNamed(Event, frozen=True, tag="judge"):
    """Somebody is the Judge now; nobody, where `name` is empty."""

    name: str
