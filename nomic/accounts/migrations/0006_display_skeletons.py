from django.db import migrations

from nomic.accounts.lookalikes import APART, skeleton


def fill_skeletons(apps, schema_editor):
    """Give older display names their skeletons. If two are confusable, the later one is told apart by a suffix."""
    Person = apps.get_model("accounts", "Person")
    for person in Person.objects.exclude(display_name="").order_by("pk"):
        own = skeleton(person.display_name)
        if Person.objects.filter(display_skeleton=own).exists():
            own = f"{own}{APART}{person.pk}"
        Person.objects.filter(pk=person.pk).update(display_skeleton=own)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_looks_and_merging'),
    ]

    operations = [
        migrations.RunPython(fill_skeletons, migrations.RunPython.noop),
    ]
