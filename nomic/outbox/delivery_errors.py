"""Delivery errors, and the reaction to each. Reasons are for people: they contain no secret and no address."""


class DeliveryError(Exception):
    """Raised when something cannot be sent or requested. `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Retryable(DeliveryError):
    """Raised when the other side accepts nothing at present.

    Retry after `seconds` at the earliest, if the other side gave a number.
    """

    def __init__(self, reason: str, seconds: float = 0) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Rejected(DeliveryError):
    """Raised when the other side will never accept this item."""


class Fatal(DeliveryError):
    """Raised when nothing is accepted until a person intervenes.

    The other side refuses the address or our account.
    """
