from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("nomic_discord", "0006_threads"),
    ]

    operations = [
        migrations.RenameField("channel", "told_seq", "last_read_seq"),
    ]
