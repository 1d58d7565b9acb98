"""The price shown to a caller before an act, which is the maximum that the act may cost.

Pages send the price with their forms, API clients in a header. It is not an argument and is not stored in the journal,
so a replay performs an accepted act at whatever price results in the corrected history.
"""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from nomic.cycles.domain.exceptions import BadArguments

HEADER = "Price-At-Most"  # published; elsewhere in the code it is `price_seen`
FIELD = "price-at-most"  # of forms; no argument of an action has a hyphen in its name
MAX_LENGTH = 8_000  # characters
MAX_ITEMS = 100
PriceSeen = Mapping[str, int]

_price: TypeAdapter[dict[str, int]] = TypeAdapter(
    Annotated[
        dict[str, Annotated[int, Field(strict=True, ge=0, le=10**9)]],
        Field(max_length=MAX_ITEMS),
    ]
)


def read_price_seen(text: str | None) -> PriceSeen | None:
    """Return a price by item from JSON such as `{"Coin": 4}`, or None if `text` is None.

    Raises BadArguments if the JSON is malformed or too long.
    """
    if text is None:
        return None
    try:
        if len(text) <= MAX_LENGTH:
            return _price.validate_json(text)
    except ValidationError:
        pass
    raise BadArguments.on(HEADER, 'the most that you pay, by item, such as {"Coin": 4}')
