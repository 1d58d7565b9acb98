"""The number of examples per property test: a third in an ordinary run, all in a thorough one."""

import os

THOROUGH = os.environ.get("THOROUGH", "").lower() in ("1", "true", "yes")


def examples(count: int) -> int:
    """How many of `count` examples this run tries: all with THOROUGH=1, as `./test --thorough` sets it."""
    return count if THOROUGH else max(count // 3, 1)
