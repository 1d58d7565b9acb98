import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('wiki', '0010_front_page'),
    ]

    operations = [
        migrations.RenameModel('Word', 'EditorMessage'),
        migrations.AlterField(
            model_name='editormessage',
            name='page',
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name='editor_messages', to='wiki.wikipage'
            ),
        ),
    ]
