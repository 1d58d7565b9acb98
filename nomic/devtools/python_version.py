"""Selection of a sufficiently new Python. An old Python 3 can also run this module and print its message."""

import os
import shutil
import sys

OLDEST = (3, 11)
NEWER = ("python3.14", "python3.13", "python3.12", "python3.11")


def need_python():  # type: () -> None
    """Continue under this Python if it is at least OLDEST, otherwise under the newest found.

    Exits with an error message if there is none.
    """
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
