from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Answers what replays asks about people and permissions; folds the streams of clubs."""

    name = "tournaments"
    verbose_name = _("Club and players")

    def ready(self) -> None:
        """Bind the ports of replays and register what follows the club's stream."""
        from replays import errors, ports, subscriptions
        from tournaments.director.events import TOURNAMENT_STREAM
        from tournaments.errors import MESSAGES
        from tournaments.events import CLUB_STREAM
        from tournaments.ladder_notes import LadderRatings
        from tournaments.ladders.events import LADDER_STREAM
        from tournaments.people import ClubPeople
        from tournaments.policy import ClubPolicy
        from tournaments.projections.ladders import project_ladder, verify_ladder
        from tournaments.projections.merges import project_merges, verify_club
        from tournaments.projections.seasons import project_season, verify_season
        from tournaments.projections.tournaments import project_tournament, verify_tournament
        from tournaments.seasons.events import SEASON_STREAM
        from tournaments.services import (
            ladder_dues,
            ladder_updates,
            live_bots,
            table_results,
            tournament_files,
        )

        errors.add_messages(MESSAGES)
        ports.bind(people=ClubPeople(), policy=ClubPolicy(), ratings=LadderRatings())
        subscriptions.register_projection(CLUB_STREAM, project_merges)
        subscriptions.register_verifier(CLUB_STREAM, verify_club)
        subscriptions.register_projection(TOURNAMENT_STREAM, project_tournament)
        subscriptions.register_verifier(TOURNAMENT_STREAM, verify_tournament)
        subscriptions.register_projection(SEASON_STREAM, project_season)
        subscriptions.register_verifier(SEASON_STREAM, verify_season)
        subscriptions.register_projection(LADDER_STREAM, project_ladder)
        subscriptions.register_verifier(LADDER_STREAM, verify_ladder)
        subscriptions.on_rebuild(ladder_updates.rebuild_after_all)
        ladder_dues.subscribe()
        live_bots.subscribe()
        table_results.subscribe()
        tournament_files.subscribe()
