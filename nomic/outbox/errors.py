"""How sending can fail, and what is to be done about it. Reasons are for people: they name no secret and no address."""


class DeliveryError(Exception):
    """Something was not sent, or not asked; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Retryable(DeliveryError):
    """The other side takes nothing now; not before so many `seconds`, where it says how many."""

    def __init__(self, reason: str, seconds: float = 0) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Rejected(DeliveryError):
    """This one thing is not taken as it is, however often it is sent."""


class Fatal(DeliveryError):
    """Nothing is taken any more until a person has looked: the address, or our account, is refused as a whole."""
