"""The virtual environment in .venv, installed again from a lock file when the lock file has changed."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def python_of(environment: Path) -> Path:
    return environment / "bin" / "python"


def works(environment: Path) -> bool:
    """Return whether the virtual environment exists, and its interpreter and pip run."""
    try:
        asked = subprocess.run([python_of(environment), "-m", "pip", "--version"], capture_output=True)
    except OSError:
        return False
    return asked.returncode == 0


def make(environment: Path) -> None:
    """Create a new virtual environment. Exits if this Python cannot create one."""
    print(f"Making a virtual environment in {environment.name} …", flush=True)
    # A separate command, so that its message about a missing ensurepip can be shown.
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
    """Return the environment's Python, after installing everything from the lock file.

    The lock file's hash is stored, so that pip is not called if nothing has changed. Exits if pip fails; pip has then
    printed the reason.
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
    # -qq: errors are still printed, but not warnings about how this machine reaches its packages.
    pip: list[str | Path] = [
        python,
        "-m",
        "pip",
        "install",
        "-qq",
        "--disable-pip-version-check",
        "--no-input",
    ]
    # pip treats packages on PYTHONPATH as installed, and refuses PIP_USER inside an environment.
    environ = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PIP_USER")}
    if subprocess.run([*pip, "--require-hashes", "-r", lock_file], env=environ).returncode:
        sys.exit(f"pip could not install what {lock} names; see above.")
    stamp.write_text(digest)
    return python
