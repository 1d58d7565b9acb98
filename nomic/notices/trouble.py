"""How sending can fail. The reasons are ours: nothing that the other side said, and no address, is in them."""


class Trouble(Exception):
    """A message was not sent; `reason` says why, for people."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class TryLater(Trouble):
    """It may go well another time; not before so many seconds, where the other side says how many."""

    def __init__(self, reason: str, seconds: float | None = None) -> None:
        super().__init__(reason)
        self.seconds = seconds


class DeliveryRefused(Trouble):
    """This message will never be taken."""


class Stopped(Trouble):
    """Nothing will be taken at this address any more."""
