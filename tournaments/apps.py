from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Answers what replays asks about people and permissions; folds the streams of clubs."""

    name = "tournaments"
    verbose_name = _("Club and players")

    def ready(self) -> None:
        """Bind the ports, register what follows each kind of stream, and hear of what happens."""
        from replays import errors, ports, subscriptions
        from tournaments.backups.errors import MESSAGES as BACKUPS
        from tournaments.batches.errors import MESSAGES as BATCHES
        from tournaments.batches.services import live
        from tournaments.ladders import errors as ladder_errors
        from tournaments.ladders.events import LADDER_STREAM
        from tournaments.ladders.notes import LadderRatings
        from tournaments.ladders.projections import project_ladder, verify_ladder
        from tournaments.ladders.selectors.consequences import changed_ladders
        from tournaments.ladders.selectors.seeding import seeding_ratings
        from tournaments.ladders.services import dues, updates
        from tournaments.people.errors import MESSAGES as PEOPLE
        from tournaments.people.events import CLUB_STREAM
        from tournaments.people.policy import ClubPolicy
        from tournaments.people.ports import ClubPeople
        from tournaments.people.projections import project_merges, verify_club
        from tournaments.seasons import errors as season_errors
        from tournaments.seasons.events import SEASON_STREAM
        from tournaments.seasons.projections import project_season, verify_season
        from tournaments.seasons.selectors.consequences import foreseen_seasons
        from tournaments.tournaments import errors as tournament_errors
        from tournaments.tournaments import ports as tournament_ports
        from tournaments.tournaments.director.events import TOURNAMENT_STREAM
        from tournaments.tournaments.projections import project_tournament, verify_tournament
        from tournaments.tournaments.services import files, results

        for messages in (PEOPLE, BATCHES, BACKUPS):
            errors.add_messages(messages)
        for noun in (tournament_errors, season_errors, ladder_errors):
            errors.add_rule_messages(noun.MESSAGES, noun.STATUSES)
        ports.bind(people=ClubPeople(), policy=ClubPolicy(), ratings=LadderRatings())
        tournament_ports.bind(
            seasons=foreseen_seasons, ladders=changed_ladders, ratings=seeding_ratings
        )
        subscriptions.register_projection(CLUB_STREAM, project_merges)
        subscriptions.register_verifier(CLUB_STREAM, verify_club)
        subscriptions.register_projection(TOURNAMENT_STREAM, project_tournament)
        subscriptions.register_verifier(TOURNAMENT_STREAM, verify_tournament)
        subscriptions.register_projection(SEASON_STREAM, project_season)
        subscriptions.register_verifier(SEASON_STREAM, verify_season)
        subscriptions.register_projection(LADDER_STREAM, project_ladder)
        subscriptions.register_verifier(LADDER_STREAM, verify_ladder)
        subscriptions.on_rebuild(updates.rebuild_after_all)
        dues.subscribe()
        live.subscribe()
        results.subscribe()
        files.subscribe()
