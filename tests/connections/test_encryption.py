"""Secrets in the database: of use to whoever has SECRET_KEY, and to nobody else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nomic.connections.encryption import SecretLost, decrypt, encrypt
from nomic.connections.mail_server import MailServer, mail_server, set_mail_server
from nomic.connections.models import Connection
from nomic.connections.publishing_account import set_wiki_account, wiki_account
from nomic.connections.store import clear_cache, remove_connection

SERVER = MailServer("smtp.example.org", 587, "starttls", "nomic", "word-1", "nomic@example.org")


@given(st.text(max_size=500).filter(lambda text: "\ud800" not in text and text.isprintable()))
def test_every_password_comes_back(secret: str) -> None:
    """Whatever its letters; what is stored does not contain it, and is never the same twice."""
    stored = encrypt(secret)
    assert decrypt(stored) == secret
    assert stored != encrypt(secret)
    assert len(secret) < 4 or secret not in stored


def test_another_key_reads_nothing(settings: Any) -> None:
    """A former key does, if it is named; so a key can be replaced."""
    stored, before = encrypt("word-1"), settings.SECRET_KEY
    settings.SECRET_KEY = "another"
    with pytest.raises(SecretLost):
        decrypt(stored)
    settings.SECRET_KEY_FALLBACKS = [before]
    assert decrypt(stored) == "word-1"
    with pytest.raises(SecretLost):
        decrypt(stored[:-9] + "AAAAAAAA=")


def test_the_row_replaces_the_settings_until_it_is_removed(db: None, settings: Any) -> None:
    """All of them: no password of the machine is sent to a server that was set by form."""
    settings.WIKI_URL, settings.WIKI_USER, settings.WIKI_PASSWORD = "https://old.example/", "Old", "old-word"
    assert wiki_account().url == "https://old.example/"
    set_wiki_account("https://new.example/", "New", "")
    found = wiki_account()
    assert (found.url, found.user, found.password, found.is_by_form) == ("https://new.example/", "New", "", True)
    assert remove_connection("wiki")
    assert wiki_account().password == "old-word"
    assert not remove_connection("wiki")


def test_a_changed_key_loses_the_password_alone(db: None, settings: Any) -> None:
    """The rest is known, and it says that the password has to be typed again."""
    set_mail_server(SERVER)
    assert mail_server().password == "word-1"
    settings.SECRET_KEY = "another"
    clear_cache()
    found = mail_server()
    assert (found.host, found.user, found.password, found.is_lost) == ("smtp.example.org", "nomic", "", True)


def test_no_copy_of_it_shows_the_password(db: None) -> None:
    """Neither the row nor what is printed of it by accident."""
    set_mail_server(SERVER)
    set_wiki_account("https://new.example/", "New", "word-1")
    rows = f"{list(Connection.objects.values())}{mail_server()}{wiki_account()}{SERVER}"
    assert "word-1" not in rows
    assert "smtp.example.org" in rows
