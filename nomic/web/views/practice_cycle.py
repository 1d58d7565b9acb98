"""The page on which a visitor opens a practice cycle."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from nomic.cycles.domain.exceptions import Refused
from nomic.cycles.practice_setup import open_practice_cycle
from nomic.law.document.templates import described_templates, law_templates
from nomic.web.forms.perform_once import form_key
from nomic.web.page_context import actor_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def open_practice(request: HttpRequest) -> HttpResponse:
    """Show the form that opens a practice cycle for the visitor, and perform it."""
    error = ""
    if request.method == "POST":
        template = request.POST.get("template", "")
        if template not in law_templates():
            error = "There is no such game."
        else:
            try:
                cycle = open_practice_cycle(template, actor_of(request), form_key(request))
            except Refused as refused:
                error = refused.detail
            else:
                return redirect("web:hall", slug=cycle.slug)
    context = {"laws": described_templates(), "error": error}
    return render(request, "web/practice.html", context, status=409 if error else 200)
