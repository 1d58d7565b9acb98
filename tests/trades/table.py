"""Words for what happens at a table where people trade."""

from typing import Any

from nomic.trades.models import Trade
from tests.support.hall import Hall


def lots(**counts: int) -> dict[str, int]:
    """ "Chip=2" as arguments say it; an underscore stands for a space."""
    return {name.replace("_", " "): count for name, count in counts.items()}


def offer(hall: Hall, maker: str, to: str | None = None, /, **terms: Any) -> Trade:
    """Somebody offers a trade."""
    entry = hall.do(maker, "offer-trade", **({} if to is None else {"to": to}), **terms)
    return newest(hall, entry.events[0]["trade"])


def counter(hall: Hall, name: str, trade: Trade, /, **terms: Any) -> Trade:
    """Somebody answers with other terms; the trade as it is then, which may be another one."""
    entry = hall.do(name, "counter-trade", trade=trade.code, version=trade.version, **terms)
    return newest(hall, entry.events[0]["trade"])


def consent(hall: Hall, name: str, trade: Trade, /, **more: Any) -> Trade:
    """Somebody consents to the version that is in hand."""
    hall.do(name, "consent-trade", trade=trade.code, version=trade.version, **more)
    return newest(hall, trade.code)


def newest(hall: Hall, code: str) -> Trade:
    """A trade as the database has it."""
    return Trade.objects.get(cycle=hall.pk, code=code)
