"""What all tests share: they leave no trace outside temporary folders and wait for no slow hash."""

import os
import tempfile
from pathlib import Path

import pytest


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings

    from nomic.config import celery_app

    # A real hash costs a third of a second, and tests make people by the hundred.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.WIKI_FOLDER = Path(tempfile.gettempdir()) / f"nomic-tests-{os.getpid()}" / "wiki"
    if "CELERY_BROKER_URL" not in os.environ:
        # Otherwise tasks would wait in the files of whoever plays in this folder.
        celery_app.conf.broker_url = "memory://"
