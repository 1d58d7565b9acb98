from django.db import migrations, models
from django.db.models import F, Value
from django.db.models.functions import Concat, Substr


def name_the_kind(apps, schema_editor):
    """Prefix the codes of proposals, so that codes of matches cannot be taken for them."""
    for model in ("Comment", "Following"):
        apps.get_model("comments", model).objects.update(topic=Concat(Value("proposal:"), F("topic")))


def drop_the_kind(apps, schema_editor):
    """Keep what was said about proposals, which is all that the earlier tables can have."""
    for model in ("Comment", "Following"):
        rows = apps.get_model("comments", model).objects
        rows.exclude(topic__startswith="proposal:").delete()
        rows.update(topic=Substr("topic", len("proposal:") + 1))


class Migration(migrations.Migration):
    dependencies = [("comments", "0001_initial")]

    operations = [
        migrations.RemoveIndex(model_name="comment", name="comments_of_a_proposal"),
        migrations.RemoveConstraint(model_name="following", name="one_following_per_person"),
        migrations.RenameField(model_name="comment", old_name="proposal", new_name="topic"),
        migrations.RenameField(model_name="following", old_name="proposal", new_name="topic"),
        migrations.AlterField(
            model_name="comment",
            name="topic",
            field=models.CharField(help_text="“hall”, or “proposal:” or “match:” and a code", max_length=24),
        ),
        migrations.AlterField(
            model_name="following",
            name="topic",
            field=models.CharField(help_text="as of a comment", max_length=24),
        ),
        migrations.RunPython(name_the_kind, drop_the_kind),
        migrations.AddIndex(
            model_name="comment",
            index=models.Index(fields=["cycle", "topic", "id"], name="comments_on_a_topic"),
        ),
        migrations.AddConstraint(
            model_name="following",
            constraint=models.UniqueConstraint(
                fields=("cycle", "topic", "person"), name="one_following_per_person"
            ),
        ),
    ]
