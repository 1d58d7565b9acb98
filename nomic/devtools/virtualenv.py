"""The virtual environment in .venv, installed from a lock file when the lock file has changed."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def python_of(environment: Path) -> Path:
    return environment / "bin" / "python"


def works(environment: Path) -> bool:
    """False where there is none yet, or its Python has been removed from the machine since."""
    try:
        asked = subprocess.run([python_of(environment), "-m", "pip", "--version"], capture_output=True)
    except OSError:
        return False
    return asked.returncode == 0


def make(environment: Path) -> None:
    """A fresh virtual environment; ends the program where this Python cannot make one."""
    print(f"Making a virtual environment in {environment.name} …", flush=True)
    # A command of its own, so that what it says where ensurepip is missing can be shown.
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", environment],
        capture_output=True,
        text=True,
        errors="replace",
    )
    if made.returncode:
        sys.exit(
            f"{made.stdout}{made.stderr}\nPython cannot make virtual environments here. "
            "On Debian and Ubuntu: apt-get install python3-venv"
        )


def ensure(lock: str, environment: Path = ROOT / ".venv") -> Path:
    """The environment's Python, with everything installed that the lock file names.

    What was installed is remembered by the lock's hash, so that nothing is asked of pip when nothing changed.
    Ends the program where pip fails; pip has then said why.
    """
    python = python_of(environment)
    lock_file = ROOT / lock
    stamp = environment / f"installed-{lock}.sha256"
    digest = hashlib.sha256(lock_file.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == digest and python.exists():
        return python
    if not works(environment):
        make(environment)
    print(f"Installing what {lock} names (only when it has changed; about a minute) …", flush=True)
    # -qq: what fails is still said; warnings about how this machine reaches its packages are not ours.
    pip: list[str | Path] = [
        python,
        "-m",
        "pip",
        "install",
        "-qq",
        "--disable-pip-version-check",
        "--no-input",
    ]
    # pip takes packages on PYTHONPATH for installed, and refuses PIP_USER inside an environment.
    environ = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PIP_USER")}
    if subprocess.run([*pip, "--require-hashes", "-r", lock_file], env=environ).returncode:
        sys.exit(f"pip could not install what {lock} names; see above.")
    stamp.write_text(digest)
    return python
