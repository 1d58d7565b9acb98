"""The button that ends a view. A view begins on the page of a person."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from nomic.accounts.roles import Duty
from nomic.office.access import for_duty
from nomic.office.view_as.session_state import stop_view


@for_duty(Duty.LOOK)
@require_POST
def stop_viewing(request: HttpRequest) -> HttpResponse:
    """End the view of this session."""
    if stop_view(request):
        messages.success(request, "You see the site as yourself again.")
    return redirect("office:people")
