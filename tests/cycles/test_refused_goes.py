"""A refused act leaves nothing behind that only a search for rings would find."""

import gc
import weakref

from nomic.cycles.domain.exceptions import Refusal
from tests.support.hall import Hall


def test_what_was_refused_is_gone_at_once_with_all_that_was_sent(cast: Hall) -> None:
    left = []
    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            try:
                cast.do("ada", "open-pack", pack="Handy Pack")
            except Refusal as refusal:
                left.append(weakref.ref(refusal))
        alive = [each() for each in left if each() is not None]
    finally:
        gc.enable()
    assert len(left) == 3
    assert alive == []
