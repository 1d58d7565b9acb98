"""What the README promises is held to what the code does."""

import re
from pathlib import Path

import pytest
from django.urls import resolve

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def test_it_is_read_in_a_few_minutes() -> None:
    """What is longer than this has a place in docs/."""
    assert len(README.splitlines()) <= 150


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\((?!http)([^)#]+)\)", README))))
def test_links_lead_somewhere(target: str) -> None:
    """Pictures, files and folders that the README points at are there."""
    assert (ROOT / target).exists()


@pytest.mark.parametrize("address", sorted(set(re.findall(r"`(/(?:api|healthz|admin)[^`]*)`", README))))
def test_addresses_lead_somewhere(address: str) -> None:
    """Addresses that the README gives are served."""
    assert resolve(address)
