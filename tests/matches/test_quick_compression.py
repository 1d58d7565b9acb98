"""What is written of a match with every move is compressed in the quicker way, where the database has it."""

import pytest
from django.db import connection

from tests.support.lanterns_game import LanternsTable


@pytest.mark.django_db
def test_states_are_compressed_by_lz4_where_it_is_offered(playing: LanternsTable) -> None:
    """And are what they were: of a match as large as a battle."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT enumvals FROM pg_settings WHERE name = 'default_toast_compression'")
        offered = "lz4" in cursor.fetchone()[0]
        for state in (b"lantern " * 1000, bytes(range(256)) * 20):
            cursor.execute("UPDATE matches_match SET state = %s WHERE code = %s", [state, playing.code])
            cursor.execute(
                "SELECT pg_column_compression(state), state FROM matches_match WHERE code = %s", [playing.code]
            )
            how, found = cursor.fetchone()
            assert (how, bytes(found)) == ("lz4" if offered else "pglz", state)
