"""URLs of the hall's own pages, below a cycle's."""

from django.urls import path

from exoptosis.web import pages

app_name = "exoptosis"

urlpatterns = [path("croupier/", pages.croupier, name="croupier")]
