"""A match's cycle is asked for once in some seconds, by whoever moves."""

import pytest

from nomic.matches.hosting import cycle_of_match


class Site:
    """Matches by their codes, and how often one was asked for."""

    def __init__(self) -> None:
        self.slugs = {"k3m9": "hall"}
        self.asked: list[str] = []
        self.now = 1_000.0

    def slug_of_match(self, code: str) -> str | None:
        self.asked.append(code)
        return self.slugs.get(code)

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Site:
    site = Site()
    monkeypatch.setattr(cycle_of_match, "slug_of_match", site.slug_of_match)
    monkeypatch.setattr(cycle_of_match, "time", site)
    return site


def test_it_is_asked_once_until_its_time_is_over(site: Site) -> None:
    for _ in range(3):
        assert cycle_of_match.slug_for_move("k3m9") == "hall"
    assert site.asked == ["k3m9"]
    site.slugs["k3m9"] = "another"
    site.now += cycle_of_match.SECONDS
    assert cycle_of_match.slug_for_move("k3m9") == "another"


def test_a_match_that_comes_is_found_at_once(site: Site) -> None:
    assert cycle_of_match.slug_for_move("new") is None
    site.slugs["new"] = "hall"
    assert cycle_of_match.slug_for_move("new") == "hall"


def test_whoever_asks_for_a_million_codes_fills_no_memory(site: Site) -> None:
    site.slugs = {f"c{number}": "hall" for number in range(3 * cycle_of_match.MAX_COUNT)}
    for code in site.slugs:
        assert cycle_of_match.slug_for_move(code) == "hall"
        assert len(cycle_of_match._known) <= cycle_of_match.MAX_COUNT
