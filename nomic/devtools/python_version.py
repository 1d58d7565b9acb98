"""Finds a sufficiently new Python. Written so that an old Python 3 can still run it and print the message."""

import os
import shutil
import sys

OLDEST = (3, 11)
NEWER = ("python3.14", "python3.13", "python3.12", "python3.11")


def need_python():  # type: () -> None
    """Continue under a Python of at least OLDEST: this one, or the newest found; else exit with a clear message."""
    if sys.version_info >= OLDEST:
        return
    for name in reversed(NEWER):
        found = shutil.which(name)
        if found:
            os.execv(found, [found] + sys.argv)
    sys.exit(
        "This needs Python %d.%d or newer, and python3 here is %d.%d.\n" % (OLDEST + tuple(sys.version_info[:2]))
        + "On Debian 12 or Ubuntu 24.04: apt-get install python3 python3-venv"
    )
