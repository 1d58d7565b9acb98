"""The wiki's front page, which lists all cycles. Its row belongs to one cycle, so that it is published like others."""

from django.conf import settings
from django.utils import timezone

from nomic.wiki.cycle_pages import free_title
from nomic.wiki.models import PUBLISHED, PageKind, WikiPage


def renew_front_page() -> bool:
    """Create the front page if it is missing, and mark it as stale if a main page was published after it.

    If the cycle that holds it is no longer published, another one takes it over. Return whether it is newly stale. It
    shows nothing that main pages do not show, so acts need not mark it, and cycles do not wait for each other.
    """
    if not settings.WIKI_FRONT_PAGE:
        return False
    mains = WikiPage.objects.filter(PUBLISHED, kind=PageKind.MAIN)
    front = WikiPage.objects.filter(kind=PageKind.FRONT).select_related("cycle").first()
    is_held = front is not None and mains.filter(cycle=front.cycle_id).exists()
    holder = None if is_held else mains.order_by("cycle__practice", "cycle__starts_at", "pk").first()
    now = timezone.now()
    if front is None:
        if holder is None:
            return False
        title = free_title(settings.WIKI_FRONT_PAGE)
        made_now = {"cycle_id": holder.cycle_id, "title": title, "stale_since": now}
        return WikiPage.objects.get_or_create(kind=PageKind.FRONT, defaults=made_now)[1]
    if holder is not None:
        WikiPage.objects.filter(pk=front.pk).update(cycle=holder.cycle_id)
    elif not is_held:
        return False
    if front.published_at is not None and not (
        holder is not None or mains.filter(published_at__gt=front.published_at).exists()
    ):
        return False
    free = WikiPage.objects.filter(pk=front.pk, stale_since=None, claimed_at=None)
    return bool(free.update(stale_since=now))
