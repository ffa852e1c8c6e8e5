"""The words of a plain game in English and French."""

from games.core.words import Words

WORDS: Words = {
    "game.name": ("Another game", "Un autre jeu"),
    "game.blurb": (
        "Any box by its name: only results are recorded.",
        "N'importe quel jeu par son nom : seul le résultat est noté.",
    ),
    "option.title": ("Name of the game", "Nom du jeu"),
    "option.title.help": ("What stands on the box.", "Ce qui est écrit sur la boîte."),
    "option.winner": ("Who wins", "Qui gagne"),
    "option.winner.help": (
        "Whether the highest or the lowest score comes first.",
        "Si le score le plus haut ou le plus bas arrive premier.",
    ),
    "option.winner.highest": ("The highest score", "Le score le plus haut"),
    "option.winner.lowest": ("The lowest score", "Le score le plus bas"),
    "count.score": ("Score", "Score"),
    "rule.score": ("Score", "Score"),
    "board.reported": (
        "Only the result of this match is recorded: {seats}.",
        "Seul le résultat de cette partie est noté : {seats}.",
    ),
}
