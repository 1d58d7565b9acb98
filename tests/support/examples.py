"""How many examples property tests try: a third of what they name in an ordinary run, all in a thorough one."""

import os

THOROUGH = os.environ.get("THOROUGH", "").lower() in ("1", "true", "yes")


def examples(count: int) -> int:
    """How many of `count` examples this run tries: all with THOROUGH=1, as `./test --thorough` sets it."""
    return count if THOROUGH else max(count // 3, 1)
