"""The price that a caller has seen for an act: the most that the act may cost.

Pages send it with their forms, programs in a header. It is not an argument, and the journal does not have it: an
accepted act is performed again at whatever price follows from a corrected past.
"""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from nomic.cycles.domain.exceptions import BadArguments

HEADER = "Price-At-Most"
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
    """Read a price that somebody has seen, by item, from JSON such as `{"Coin": 4}`. None stands for none.

    Raises BadArguments if it is malformed.
    """
    if text is None:
        return None
    try:
        if len(text) <= MAX_LENGTH:
            return _price.validate_json(text)
    except ValidationError:
        pass
    raise BadArguments.on(HEADER, 'the most that you pay, by item, such as {"Coin": 4}')
