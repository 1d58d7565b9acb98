"""Garbage collector thresholds for every process.

By default, Python regularly scans all objects, among them several hundred thousand of laws, models and templates. Such
a scan stops all threads for a tenth of a second, although hardly any code here makes reference cycles. Only requests
do, with bodies of up to a megabyte. So young objects are scanned after some fifty requests, and all objects created
since startup now and then.
"""

import gc

GC_GEN0 = 2_000  # Generation 0 is collected after this many net allocations.
GC_GEN1 = 10  # Generation 1 is collected after this many collections of generation 0.
GC_GEN2 = 20  # Generation 2, except frozen objects, is collected after this many collections of generation 1.


def collect_rarely() -> None:
    """Make garbage collection rare in this process, and freeze all objects that exist now."""
    gc.freeze()
    gc.set_threshold(GC_GEN0, GC_GEN1, GC_GEN2)
