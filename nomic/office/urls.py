"""Addresses of the office."""

from django.urls import path

from nomic.office.views import home

app_name = "office"

urlpatterns = [
    path("", home.office, name="home"),
]
