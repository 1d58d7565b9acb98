"""How often Python looks for rings of objects that nobody holds any more.

It counts what is made, and by its own measure looks through all that is there again and again: some hundred thousand
objects of laws, models and templates, for a tenth of a second in which no thread goes on. Hardly anything here makes
rings. But a request is in one, with what was sent in it, up to a megabyte: so what was made lately is looked through
after some fifty of them, and all that came since the beginning now and then.
"""

import gc

GC_GEN0 = 2_000  # objects more than before, until those made lately are looked through
GC_GEN1 = 10  # such looks, until those that came through one are too
GC_GEN2 = 20  # and such looks until all is, but for what is there for good


def collect_rarely() -> None:
    """Have rings be looked for rarely in this process, and what is there by now be taken to stay for good."""
    gc.freeze()
    gc.set_threshold(GC_GEN0, GC_GEN1, GC_GEN2)
