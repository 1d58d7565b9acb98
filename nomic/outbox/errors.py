"""Delivery errors, and the reaction to each. Reasons are for people: they contain no secret and no address."""


class DeliveryError(Exception):
    """Something could not be sent or requested; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Retryable(DeliveryError):
    """The other side accepts nothing at present.

    Retry after `seconds` at the earliest, if the other side gave a number.
    """

    def __init__(self, reason: str, seconds: float = 0) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Rejected(DeliveryError):
    """This item is rejected, however often it is sent."""


class Fatal(DeliveryError):
    """Nothing is accepted until a person intervenes.

    The other side refuses the address or our account.
    """
