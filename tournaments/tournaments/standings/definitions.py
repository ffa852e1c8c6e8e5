"""What each tie-break of a tournament and of a season means, in English and French."""

from collections.abc import Mapping

DEFINITIONS: Mapping[str, tuple[str, str]] = {
    "points": (
        "Points of all rounds, byes and points carried over included, less penalties.",
        "Points de toutes les rondes, exemptions et points reportés compris, moins les pénalités.",
    ),
    "wins": (
        "Tables won; a first place shared by several is one win divided among them. A walk-over"
        " is a win, a bye is not.",
        "Tables gagnées ; un premier rang partagé est une victoire divisée entre les ex æquo."
        " Un forfait adverse est une victoire, une exemption non.",
    ),
    "game_points": (
        "Sum of the scores in the games, each less the average score of its table.",
        "Somme des scores dans les parties, chacun diminué du score moyen de sa table.",
    ),
    "game_points_plain": (
        "Sum of the scores in the games.",
        "Somme des scores dans les parties.",
    ),
    "table_share": (
        "Sum of one's shares of the tables' scores, each times the number of players at the table.",
        "Somme des parts du score de chaque table, chacune multipliée par le nombre de joueurs"
        " à la table.",
    ),
    "table_share_plain": (
        "Sum of one's shares of the tables' scores.",
        "Somme des parts du score de chaque table.",
    ),
    "opponents_points": (
        "Sum over the tables of the average points of the opponents there, before penalties. A"
        " bye, a walk-over or a void table counts as meeting one's equal.",
        "Somme, sur les tables, des points moyens des adversaires, avant pénalités. Une exemption,"
        " un forfait adverse ou une table annulée compte comme un adversaire à égalité de points.",
    ),
    "opponents_points_plain": (
        "Sum of the points of all opponents met, before penalties. A bye, a walk-over or a void"
        " table counts as one opponent with one's own points.",
        "Somme des points de tous les adversaires rencontrés, avant pénalités. Une exemption, un"
        " forfait adverse ou une table annulée compte comme un adversaire à égalité de points.",
    ),
    "opponents_wins": (
        "Average over the tables played of the opponents' win rate, where a win counts as many"
        " times as there were players at its table.",
        "Moyenne, sur les tables jouées, du taux de victoires des adversaires, une victoire"
        " comptant autant de fois qu'il y avait de joueurs à sa table.",
    ),
    "opponents_wins_plain": (
        "Average share of the tables played that the opponents have won.",
        "Part moyenne des tables jouées que les adversaires ont gagnées.",
    ),
    "head_to_head": (
        "At the tables where those who are tied sat together: how many of them one finished"
        " ahead of, less how many finished ahead.",
        "Aux tables où les ex aequo ont joué ensemble : nombre d'entre eux que l'on a devancés,"
        " moins le nombre de ceux qui ont devancé.",
    ),
    "average_place": (
        "Average position at the tables played, from 0 for first to 1 for last, whatever the"
        " size of the table; lower is better.",
        "Position moyenne aux tables jouées, de 0 pour le premier à 1 pour le dernier, quelle que"
        " soit la taille de la table ; la plus basse l'emporte.",
    ),
    "average_place_plain": (
        "Average place at the tables played; lower is better.",
        "Place moyenne aux tables jouées ; la plus basse l'emporte.",
    ),
    "lot": (
        "The lot that was drawn and recorded; the lower number goes first.",
        "Le tirage au sort enregistré ; le plus petit numéro passe devant.",
    ),
}

SEASON_DEFINITIONS: Mapping[str, tuple[str, str]] = {
    "evenings_won": (
        "Evenings won; an evening won by several counts for each of them.",
        "Soirées gagnées ; une soirée gagnée à plusieurs compte pour chacun.",
    ),
    "match_wins": (
        "Matches won over all evenings.",
        "Parties gagnées sur toutes les soirées.",
    ),
    "best_evenings": (
        "Points of the best evening, then of the second best, and so on.",
        "Points de la meilleure soirée, puis de la deuxième, et ainsi de suite.",
    ),
    "last_evenings": (
        "Points of the last evening, then of the one before, and so on.",
        "Points de la dernière soirée, puis de la précédente, et ainsi de suite.",
    ),
    "head_to_head": (
        "On the evenings where those who are tied both came: how often one was placed ahead of"
        " them, less how often behind.",
        "Les soirées où les ex aequo étaient tous deux présents : nombre de fois devant eux, moins"
        " le nombre de fois derrière.",
    ),
    "attended": (
        "Evenings attended.",
        "Soirées auxquelles on a participé.",
    ),
}
