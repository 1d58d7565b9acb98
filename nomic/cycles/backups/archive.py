"""The file of a backup: a zip of the database and of a manifest that says what it holds."""

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
    """A file is no backup, or a damaged one; the text is for the person at the terminal."""


class CycleThen(msgspec.Struct, frozen=True):
    """How far a cycle had got."""

    slug: str
    seq: int
    revision: int


class Manifest(msgspec.Struct, frozen=True):
    """What a backup holds, and the SHA-256 of its database by which damage is found."""

    format: str
    made_at: datetime
    vendor: str
    sha256: str
    cycles: list[CycleThen]
    migrations: list[tuple[str, str]]


def pack(target: Path, database: Path, vendor: str, contents: Contents) -> Manifest:
    """Write the backup, readable by its owner alone: it holds secret seeds. It is there whole or not at all.

    Raises FileExistsError: a backup never replaces another.
    """
    manifest = Manifest(
        format=FORMAT,
        made_at=datetime.now(UTC),
        vendor=vendor,
        sha256=_sha256(database),
        cycles=[CycleThen(*each) for each in contents.cycles],
        migrations=[(app, name) for app, name in contents.migrations],
    )
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")  # with mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
                archive.write(database, DATABASE)
            file.flush()
            os.fsync(file.fileno())
        os.link(name, target)  # unlike a rename it fails where there is one
    finally:
        os.unlink(name)
    return manifest


@contextmanager
def unpacked(source: Path) -> Iterator[tuple[Manifest, Path]]:
    """The manifest and, in a folder that is gone afterwards, the database. Raises BadBackup."""
    with tempfile.TemporaryDirectory(prefix="nomic-restore-") as folder:
        database = Path(folder) / DATABASE
        try:
            with zipfile.ZipFile(source) as archive:
                manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
                with archive.open(DATABASE) as packed, database.open("wb") as file:
                    shutil.copyfileobj(packed, file, PIECE)
        except (OSError, KeyError, zipfile.BadZipFile, msgspec.DecodeError) as error:
            raise BadBackup(f"{source} is no backup that could be read: {error}") from None
        if manifest.format != FORMAT:
            raise BadBackup(f"{source} is of the format {manifest.format[:40]!r}, and only {FORMAT!r} is known here")
        if _sha256(database) != manifest.sha256:
            raise BadBackup(f"{source} is damaged: its database is not the one that was packed")
        yield manifest, database


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
