from django.db import migrations, models

import nomic.accounts.models
import nomic.accounts.names
from nomic.accounts.lookalikes import APART, folded, skeleton


def fill(apps, schema_editor):
    """Names that were alike before anybody asked stay with whom they are: the later ones are told apart."""
    people = apps.get_model("accounts", "Person").objects
    taken = set()
    rows = []
    for person in people.only("pk", "username").order_by("pk").iterator(chunk_size=1000):
        person.folded = folded(person.username)
        own = skeleton(person.username)
        person.skeleton = own if own not in taken else f"{own}{APART}{person.pk}"
        taken.add(own)
        rows.append(person)
        if len(rows) == 1000:
            people.bulk_update(rows, ["folded", "skeleton"])
            rows = []
    people.bulk_update(rows, ["folded", "skeleton"])


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0002_zone"),
    ]

    # Plain fields until they are filled: the ones below would write what the names give, alike or not.
    operations = [
        migrations.AddField(
            model_name="person",
            name="folded",
            field=models.CharField(default="", editable=False, max_length=240),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="person",
            name="skeleton",
            field=models.CharField(default="", editable=False, max_length=260),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="person",
            name="folded",
            field=nomic.accounts.models.FoldedField(editable=False, max_length=240, unique=True),
        ),
        migrations.AlterField(
            model_name="person",
            name="skeleton",
            field=nomic.accounts.models.SkeletonField(editable=False, max_length=260, unique=True),
        ),
        migrations.AlterField(
            model_name="person",
            name="username",
            field=nomic.accounts.models.NameField(error_messages={"unique": "Somebody has this name already."}, max_length=30, unique=True, validators=nomic.accounts.names.NAME_VALIDATORS),
        ),
    ]
