"""The backup file: a zip with the database and a manifest of its contents."""

import hashlib
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from nomic.cycles.backups.backends import Contents

FORMAT = "nomic-backup-1"
MANIFEST, DATABASE = "manifest.json", "database"
PIECE = 1 << 20  # bytes


class BadBackup(Exception):
    """Raised if a file is not a backup, or is damaged. The message is for the terminal."""


class CyclePosition(msgspec.Struct, frozen=True):
    """A cycle at the time of the backup: its slug, the number of its newest entry and the revision of its law."""

    slug: str
    seq: int
    revision: int


class Manifest(msgspec.Struct, frozen=True):
    """The contents of a backup, and the SHA-256 of its database, which detects damage."""

    format: str
    made_at: datetime
    vendor: str
    sha256: str
    cycles: list[CyclePosition]
    migrations: list[tuple[str, str]]


def write_backup(target: Path, database: Path, vendor: str, contents: Contents) -> Manifest:
    """Write a backup of `database` to `target` atomically, readable by its owner only, because it contains seeds.

    Raises FileExistsError if the target exists, so that a backup never replaces another.
    """
    manifest = Manifest(
        format=FORMAT,
        made_at=datetime.now(UTC),
        vendor=vendor,
        sha256=_sha256(database),
        cycles=[CyclePosition(*each) for each in contents.cycles],
        migrations=[(app, name) for app, name in contents.migrations],
    )
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")  # created with mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
                archive.write(database, DATABASE)
            file.flush()
            os.fsync(file.fileno())
        os.link(name, target)  # Unlike a rename, this fails if the target exists.
    finally:
        os.unlink(name)
    return manifest


@contextmanager
def unpacked_backup(source: Path) -> Iterator[tuple[Manifest, Path]]:
    """Context manager: yields the manifest and the path of the extracted database, which is deleted on exit.

    Raises BadBackup if the file is damaged, or not a backup of a known format.
    """
    with tempfile.TemporaryDirectory(prefix="nomic-restore-") as folder:
        database = Path(folder) / DATABASE
        try:
            with zipfile.ZipFile(source) as archive:
                manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
                with archive.open(DATABASE) as packed, database.open("wb") as file:
                    shutil.copyfileobj(packed, file, PIECE)
        except (OSError, KeyError, zipfile.BadZipFile, msgspec.DecodeError) as error:
            raise BadBackup(f"{source} is not a readable backup: {error}") from None
        if manifest.format != FORMAT:
            raise BadBackup(f"{source} has the format {manifest.format[:40]!r}, but only {FORMAT!r} is supported")
        if _sha256(database) != manifest.sha256:
            raise BadBackup(f"{source} is damaged: its database is not the one that was packed")
        yield manifest, database


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
