import pytest
from django.db import DatabaseError, connection


@pytest.mark.django_db
def test_a_working_process_says_so(client):
    """The address that load balancers ask answers 200, and is never cached."""
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"database": "answers"}
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_a_process_without_its_database_says_so(client, monkeypatch):
    """503, not 500: the process is well, and what it needs is not there."""

    def refuse(*arguments, **options):
        raise DatabaseError("the server closed the connection")

    monkeypatch.setattr(connection, "cursor", refuse)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json() == {"database": "does not answer"}


def test_only_reading_is_answered(client):
    """Nothing can be sent there."""
    assert client.post("/healthz").status_code == 405
