"""How events and positions of Sushi Express are told in English and French."""

from games.core.words import Words, read_words

_TELL = read_words("""
tell.customers_revealed: Customers turned up: {customers}.
    fr: Clients retournés : {customers}.
tell.first_player_drawn: {seat} bets first.
    fr: {seat} parie en premier.
tell.pawns_swapped: {seat} swaps the pawns on {box} and {next}.
    fr: {seat} intervertit les pions des cases {box} et {next}.
tell.bet_placed: {seat} bets on {box}.
    fr: {seat} parie sur {box}.
tell.bet_placed.same: {seat} lays down a “same bet” and bets on {box} too, on top.
    fr: {seat} joue « même pari » et parie aussi sur {box}, par-dessus.
tell.swaps: Swap cards laid down: {count}.
    fr: Cartes « changer de place » jouées : {count}.
tell.dice_thrown.hit: {seat} throws {low} and {high}: {total} reaches the bet of {bet}.
    fr: {seat} lance {low} et {high} : {total} atteint le pari de {bet}.
tell.dice_thrown.miss: {seat} throws {low} and {high}: {total} is below the bet of {bet}.
    fr: {seat} lance {low} et {high} : {total} est inférieur au pari de {bet}.
tell.reroll_chosen.none: {seat} throws no die again.
    fr: {seat} ne relance pas de dé.
tell.reroll_chosen: {seat} lays down a “reroll” and throws the {die} again.
    fr: {seat} joue « nouveau jet de dés » et relance le {die}.
tell.die_rerolled.hit: The die shows {face}: {total} reaches the bet of {bet}.
    fr: Le dé montre {face} : {total} atteint le pari de {bet}.
tell.die_rerolled.miss: The die shows {face}: {total} is below the bet of {bet}.
    fr: Le dé montre {face} : {total} est inférieur au pari de {bet}.
tell.action_drawn: {seat} draws an action card: {card}.
    fr: {seat} pioche une carte action : {card}.
tell.action_drawn.none: {seat} draws an action card ({card}).
    fr: {seat} pioche une carte action ({card}).
tell.van_moved: {seat} drives {steps} tiles to {tile}.
    fr: {seat} avance de {steps} : {tile}.
tell.van_moved.further: {seat} drives {steps} tiles, {further} of them by cards, to {tile}.
    fr: {seat} avance de {steps}, dont {further} par cartes : {tile}.
tell.customer_taken: {seat} takes a customer: {customer}.
    fr: {seat} prend un client : {customer}.
tell.only: {seat} takes the only kind of customer left: {customer}.
    fr: {seat} prend la seule sorte de client qui reste : {customer}.
tell.park_came_first: {seat} draws the card of the park before choosing a customer.
    fr: {seat} pioche la carte du parc avant de choisir un client.
tell.row_decided.keep: {seat} keeps the rest of the row: {customers}.
    fr: {seat} laisse le reste de la rangée : {customers}.
tell.row_decided.discard: {seat} discards the rest of the row: {customers}.
    fr: {seat} défausse le reste de la rangée : {customers}.
tell.hand_shown: {seat} shows: {cards}.
    fr: {seat} montre : {cards}.
tell.failed: {seat} takes the pawn back and gets an action card.
    fr: {seat} reprend son pion et a droit à une carte action.
tell.failed.empty: {seat} takes the pawn back; no action card is left.
    fr: {seat} reprend son pion ; il n'y a plus de carte action.
tell.all_failed: Nobody reached a bet: the whole row is discarded.
    fr: Personne n'a atteint son pari : toute la rangée est défaussée.
tell.end: The pile cannot complete the row: the match ends.
    fr: La pioche ne suffit plus à compléter la rangée : la partie se termine.
""")

_BOARD: Words = {
    "list.none": ("–", "–"),
    "list.times": ("{name} × {count}", "{name} × {count}"),
    "list.unknown": ("hidden", "cachée"),
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
    "board.bets": ("Bets (bottom first): {pawns}", "Paris (du bas vers le haut) : {pawns}"),
    "board.dice": ("Dice: {dice}", "Dés : {dice}"),
    "board.seat": ("{who}: {points} points", "{who} : {points} points"),
    "board.van": ("Van: {tile}", "Camionnette : {tile}"),
    "board.customers": ("Customers: {customers}", "Clients : {customers}"),
    "board.actions": ("Action cards: {cards}", "Cartes action : {cards}"),
}

SENTENCES: Words = {**_TELL, **_BOARD}
