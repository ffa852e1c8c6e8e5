"""How events and positions of Sushi Express are told in English and French."""

from games.core.words import Words

SENTENCES: Words = {
    "tell.revealed": (
        "Customers turned up: {customers}.",
        "Clients retournés : {customers}.",
    ),
    "tell.first": ("{who} bets first.", "{who} parie en premier."),
    "tell.swapped": (
        "{who} swaps the pawns on {box} and {next}.",
        "{who} intervertit les pions des cases {box} et {next}.",
    ),
    "tell.bet": ("{who} bets on {box}.", "{who} parie sur {box}."),
    "tell.bet.same": (
        "{who} lays down a “same bet” and bets on {box} too, on top.",
        "{who} joue « même pari » et parie aussi sur {box}, par-dessus.",
    ),
    "tell.bet.swaps": (
        "Swap cards laid down: {count}.",
        "Cartes « changer de place » jouées : {count}.",
    ),
    "tell.thrown.hit": (
        "{who} throws {low} and {high}: {total} reaches the bet of {bet}.",
        "{who} lance {low} et {high} : {total} atteint le pari de {bet}.",
    ),
    "tell.thrown.miss": (
        "{who} throws {low} and {high}: {total} is below the bet of {bet}.",
        "{who} lance {low} et {high} : {total} est inférieur au pari de {bet}.",
    ),
    "tell.stayed": ("{who} throws no die again.", "{who} ne relance pas de dé."),
    "tell.reroll": (
        "{who} lays down a “reroll” and throws the {die} again.",
        "{who} joue « nouveau jet de dés » et relance le {die}.",
    ),
    "tell.rerolled.hit": (
        "The die shows {face}: {total} reaches the bet of {bet}.",
        "Le dé montre {face} : {total} atteint le pari de {bet}.",
    ),
    "tell.rerolled.miss": (
        "The die shows {face}: {total} is below the bet of {bet}.",
        "Le dé montre {face} : {total} est inférieur au pari de {bet}.",
    ),
    "tell.drawn": (
        "{who} draws an action card: {card}.",
        "{who} pioche une carte action : {card}.",
    ),
    "tell.drawn.unseen": (
        "{who} draws an action card ({card}).",
        "{who} pioche une carte action ({card}).",
    ),
    "tell.moved": ("{who} drives {steps} tiles to {tile}.", "{who} avance de {steps} : {tile}."),
    "tell.moved.further": (
        "{who} drives {steps} tiles, {further} of them by cards, to {tile}.",
        "{who} avance de {steps}, dont {further} par cartes : {tile}.",
    ),
    "tell.drives": ("{who} drives {steps} tiles to {tile}.", "{who} avance de {steps} : {tile}."),
    "tell.taken": ("{who} takes a customer: {customer}.", "{who} prend un client : {customer}."),
    "tell.only": (
        "{who} takes the only kind of customer left: {customer}.",
        "{who} prend la seule sorte de client qui reste : {customer}.",
    ),
    "tell.park": (
        "{who} draws the card of the park before choosing a customer.",
        "{who} pioche la carte du parc avant de choisir un client.",
    ),
    "tell.keep": (
        "{who} keeps the rest of the row: {customers}.",
        "{who} laisse le reste de la rangée : {customers}.",
    ),
    "tell.discard": (
        "{who} discards the rest of the row: {customers}.",
        "{who} défausse le reste de la rangée : {customers}.",
    ),
    "tell.shown": ("{who} shows: {cards}.", "{who} montre : {cards}."),
    "tell.failed": (
        "{who} takes the pawn back and gets an action card.",
        "{who} reprend son pion et a droit à une carte action.",
    ),
    "tell.failed.empty": (
        "{who} takes the pawn back; no action card is left.",
        "{who} reprend son pion ; il n'y a plus de carte action.",
    ),
    "tell.all_failed": (
        "Nobody reached a bet: the whole row is discarded.",
        "Personne n'a atteint son pari : toute la rangée est défaussée.",
    ),
    "tell.end": (
        "The pile cannot complete the row: the match ends.",
        "La pioche ne suffit plus à compléter la rangée : la partie se termine.",
    ),
    "card.unknown": ("hidden", "cachée"),
    "tile.express": ("Sushi Express", "Sushi Express"),
    "tile.park": ("the park", "le parc"),
    "tile.house": ("tile {tile}", "tuile {tile}"),
    "board.setup": ("The table is being set up", "On met la table en place"),
    "board.bet": ("Round {round}: {who} bets", "Tour {round} : pari de {who}"),
    "board.swap": (
        "Round {round}: {who} swaps pawns",
        "Tour {round} : {who} intervertit des pions",
    ),
    "board.throw": (
        "Round {round}: {who} has bet {bet}, throw {throw} of 2",
        "Tour {round} : {who} a parié {bet}, jet {throw} sur 2",
    ),
    "board.reroll": (
        "Round {round}: {who} has bet {bet} and may throw a die again",
        "Tour {round} : {who} a parié {bet} et peut relancer un dé",
    ),
    "board.rethrow": (
        "Round {round}: {who} has bet {bet} and throws a die again",
        "Tour {round} : {who} a parié {bet} et relance un dé",
    ),
    "board.draw": (
        "Round {round}: {who} draws an action card",
        "Tour {round} : {who} pioche une carte action",
    ),
    "board.move": ("Round {round}: {who} drives", "Tour {round} : {who} avance"),
    "board.customer": (
        "Round {round}: {who} takes a customer",
        "Tour {round} : {who} prend un client",
    ),
    "board.row": (
        "Row: {customers} ({stock} in the pile; {pile} action cards)",
        "Rangée : {customers} ({stock} dans la pioche ; {pile} cartes action)",
    ),
    "board.reveal": (
        "Round {round}: the row is completed",
        "Tour {round} : on complète la rangée",
    ),
    "board.decide": (
        "Round {round}: {who} keeps or discards the row",
        "Tour {round} : {who} laisse ou défausse la rangée",
    ),
    "board.show": ("The hands are shown", "On montre les mains"),
    "board.over": ("The match is over", "La partie est terminée"),
    "board.bets": ("Bets (bottom first): {pawns}", "Paris (du bas vers le haut) : {pawns}"),
    "board.dice": ("Dice: {dice}", "Dés : {dice}"),
    "board.seat": (
        "{who} at {tile}: customers {customers}; action cards {cards}; {points} points",
        "{who} ({tile}) : clients {customers} ; cartes action {cards} ; {points} points",
    ),
}
