"""The verdict on the site's health as metrics for Prometheus."""

from collections.abc import Iterator

from prometheus_client import REGISTRY
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from nomic.config.health import services
from nomic.office.concerns import concern_kinds
from nomic.office.health.verdict import verdict


class OfficeCollector:
    """Collector that computes the metrics when Prometheus requests them."""

    def describe(self) -> list[Metric]:
        """Return no metrics, so that registering the collector sends no query."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Yield a gauge of whether the site is healthy, and one for the number of concerns of each kind."""
        found = verdict(services())
        yield GaugeMetricFamily("nomic_all_right", "1 if nothing is wrong, else 0", value=int(found.is_all_right))
        things = GaugeMetricFamily("nomic_office_things", "things that are wrong or wait for staff", labels=["kind"])
        counts = {each.kind.name: len(each.things) for each in (*found.wrong, *found.waiting)}
        for kind in concern_kinds():
            things.add_metric([kind.name], counts.get(kind.name, 0))
        yield things


REGISTRY.register(OfficeCollector())
