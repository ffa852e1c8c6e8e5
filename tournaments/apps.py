from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Answers what replays asks about people and permissions; folds the streams of clubs."""

    name = "tournaments"
    verbose_name = _("Club and players")

    def ready(self) -> None:
        """Bind the ports, register what follows each kind of stream, and hear of what happens."""
        from replays import errors, ports, streams, subscriptions
        from tournaments import live as live_marks
        from tournaments.backups.errors import MESSAGES as BACKUPS
        from tournaments.batches.errors import MESSAGES as BATCHES
        from tournaments.batches.models import Batch
        from tournaments.batches.services import live
        from tournaments.demo import owed
        from tournaments.ladders import errors as ladder_errors
        from tournaments.ladders.models import Ladder
        from tournaments.ladders.notes import LadderRatings
        from tournaments.ladders.projections import write_ladder
        from tournaments.ladders.selectors.consequences import changed_ladders
        from tournaments.ladders.selectors.seeding import seeding_ratings
        from tournaments.ladders.selectors.states import LADDER
        from tournaments.ladders.services import scheduling, updates
        from tournaments.past_results.errors import MESSAGES as PAST_RESULTS
        from tournaments.people import things
        from tournaments.people.errors import MESSAGES as PEOPLE
        from tournaments.people.ports import ClubPeople, ClubPolicy
        from tournaments.people.projections import write_club
        from tournaments.people.selectors.streams import CLUB
        from tournaments.people.services.anonymising import look_for_notes
        from tournaments.seasons import errors as season_errors
        from tournaments.seasons.models import Season
        from tournaments.seasons.projections import write_season
        from tournaments.seasons.selectors.seasons import foreseen_seasons
        from tournaments.seasons.selectors.states import SEASON
        from tournaments.tournaments import errors as tournament_errors
        from tournaments.tournaments import ports as tournament_ports
        from tournaments.tournaments.models import Tournament, TournamentTable
        from tournaments.tournaments.projections import write_tournament
        from tournaments.tournaments.selectors.states import TOURNAMENT
        from tournaments.tournaments.services import files, results
        from tournaments.tournaments.services.verification import compared_with_matches
        from tournaments.webhooks.errors import MESSAGES as WEBHOOKS
        from tournaments.webhooks.services import noticing

        for messages in (PEOPLE, BATCHES, BACKUPS, PAST_RESULTS, WEBHOOKS):
            errors.add_messages(messages)
        for module in (tournament_errors, season_errors, ladder_errors):
            errors.add_rule_messages(module.MESSAGES, module.STATUSES)
        ports.bind(people=ClubPeople(), policy=ClubPolicy(), ratings=LadderRatings())
        things.bind(
            streams={"tournament": Tournament, "season": Season, "ladder": Ladder},
            of_club={"batch": Batch},
            tables=TournamentTable,
        )
        tournament_ports.bind(
            seasons=foreseen_seasons, ladders=changed_ladders, ratings=seeding_ratings
        )
        live_marks.register()
        streams.register(CLUB, write_club)
        streams.register(TOURNAMENT, write_tournament)
        subscriptions.register_comparison(TOURNAMENT.name, compared_with_matches)
        streams.register(SEASON, write_season)
        streams.register(LADDER, write_ladder)
        subscriptions.on_rebuild(updates.rebuild_after_all)
        scheduling.subscribe()
        live.subscribe()
        owed.subscribe()
        noticing.subscribe()
        subscriptions.register_follower("match", results.follow_match)
        files.subscribe()
        look_for_notes(Tournament, Season, Ladder)
