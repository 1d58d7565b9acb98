"""URL configuration of the office."""

from django.urls import path

from nomic.office.views import connections, corrections, cycle, cycles, home, outage, people, staff_log, view_as

app_name = "office"

urlpatterns = [
    path("", home.office, name="home"),
    path("cycles/", cycles.cycles, name="cycles"),
    path("cycles/<slug:slug>/", cycle.cycle, name="cycle"),
    path("cycles/<slug:slug>/corrections/", corrections.corrections, name="corrections"),
    path("connections/", connections.connections, name="connections"),
    path("log/", staff_log.log, name="log"),
    path("outage/", outage.outage, name="outage"),
    path("view-as/stop/", view_as.stop_viewing, name="stop-viewing"),
    path("people/", people.people, name="people"),
    path("people/<str:name>/", people.person, name="person"),
]
