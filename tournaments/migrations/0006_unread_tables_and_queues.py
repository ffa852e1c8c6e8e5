from django.db import migrations, models


class Migration(migrations.Migration):
    """Drop the projected tables that nobody reads; give all queues the same two columns.

    What the dropped tables said is folded from the streams.
    """

    dependencies = [
        ("tournaments", "0005_ladders"),
    ]

    operations = [
        migrations.DeleteModel(name="SeasonPlace"),
        migrations.DeleteModel(name="TournamentRound"),
        migrations.DeleteModel(name="TournamentSeat"),
        migrations.DeleteModel(name="TournamentStage"),
        migrations.AlterField(
            model_name="ratedmatch",
            name="changes",
            field=models.TextField(verbose_name="changes"),
        ),
        migrations.RenameField(model_name="chunk", old_name="sendings", new_name="attempts"),
        migrations.AlterField(
            model_name="chunk",
            name="attempts",
            field=models.PositiveIntegerField(default=0, verbose_name="attempts"),
        ),
        migrations.AlterField(
            model_name="chunk",
            name="sent_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="sent at"),
        ),
        migrations.AddField(
            model_name="ladderdue",
            name="attempts",
            field=models.PositiveIntegerField(default=0, verbose_name="attempts"),
        ),
        migrations.AddField(
            model_name="ladderdue",
            name="sent_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="sent at"),
        ),
    ]
