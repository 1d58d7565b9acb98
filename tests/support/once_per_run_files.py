"""Makes costly files once per run, in whichever process needs them first. The other processes copy them."""

import fcntl
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

FOLDER = "NOMIC_TESTS_FOLDER"  # the environment's name of the folder that all processes of a run share


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """What `make` makes at the path that it is given: a file or a folder that stands for the whole run, to be copied.

    Raises KeyError outside of a run.
    """
    folder = Path(os.environ[FOLDER])
    made = folder / name
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            with tempfile.TemporaryDirectory(dir=folder) as making:
                make(Path(making, name))
                Path(making, name).rename(made)
    return made
