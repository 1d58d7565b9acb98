"""Addresses of the office."""

from django.urls import path

from nomic.office.views import cycles, home, people

app_name = "office"

urlpatterns = [
    path("", home.office, name="home"),
    path("cycles/", cycles.cycles, name="cycles"),
    path("people/", people.people, name="people"),
    path("people/<str:name>/", people.person, name="person"),
]
