"""Interpretations of the games' rules: the rulings that error messages and pages cite by number."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from nomic.law.rules.rulings import topics


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    """Show all rulings, each with its number as anchor."""
    return render(request, "web/rulings.html", {"topics": topics()})
