"""Addresses of the office."""

from django.urls import path

from nomic.office.views import home, people

app_name = "office"

urlpatterns = [
    path("", home.office, name="home"),
    path("people/", people.people, name="people"),
    path("people/<str:name>/", people.person, name="person"),
]
