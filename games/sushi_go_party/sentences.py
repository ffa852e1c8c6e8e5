"""Sentences that tell an event or a position, in English and French."""

from games.core.words import Words

_LISTS: Words = {
    "list.and": ("{first} and {last}", "{first} et {last}"),
    "list.times": ("{name} ×{count}", "{name} × {count}"),
    "list.groups": ("{first}; {last}", "{first} ; {last}"),
    "list.none": ("nothing", "rien"),
    "cards.unknown.one": ("1 unknown card", "1 carte inconnue"),
    "cards.unknown.many": ("{count} unknown cards", "{count} cartes inconnues"),
    "of.vowel": ("{name}", "d'{name}"),
    "of.consonant": ("{name}", "de {name}"),
    "bonus.chopsticks": ("chopsticks", "les baguettes"),
    "bonus.spoon": ("the spoon", "la cuillère"),
    "order.copying": ("{name} copying {dish}", "{name} copiant {dish}"),
    "order.copying.wasabi": (
        "{name} copying {dish} and laid on wasabi",
        "{name} copiant {dish} et posée sur un wasabi",
    ),
}

_TELL: Words = {
    "tell.dealt.unseen": (
        "{who} is dealt a hidden hand.",
        "{who} reçoit une main cachée.",
    ),
    "tell.dealt": ("{who} is dealt {cards}.", "{who} reçoit : {cards}."),
    "tell.chosen.hidden": ("{who} has chosen.", "{who} a choisi."),
    "tell.chosen": ("{who} lays {card}.", "{who} pose {card}."),
    "tell.chosen.uses": ("{who} uses {uses}: {cards}.", "{who} utilise {uses} : {cards}."),
    "tell.copied.hidden": (
        "{who} has chosen what to copy.",
        "{who} a choisi ce que copie la commande spéciale.",
    ),
    "tell.copied": ("{who} copies {dish}.", "{who} copie {dish}."),
    "tell.copied.wasabi": (
        "{who} copies {dish} and lays the copy on wasabi.",
        "{who} copie {dish} et pose la copie sur un wasabi.",
    ),
    "tell.extra": ("{who} also lays {card}.", "{who} pose aussi {card}."),
    "tell.asked": ("{who} asks for {card}.", "{who} demande {card}."),
    "tell.gave": ("{who} gives {asker} {card}.", "{who} donne {card} à {asker}."),
    "tell.denied": ("{who} has no {card}.", "{who} n'a pas {card}."),
    "tell.drawn.unseen": (
        "{who} looks at {count} cards of the deck.",
        "{who} regarde {count} cartes du paquet.",
    ),
    "tell.drawn": (
        "{who} looks at cards of the deck: {cards}.",
        "{who} regarde des cartes du paquet : {cards}.",
    ),
    "tell.taken": ("{who} takes from the deck: {card}.", "{who} prend dans le paquet : {card}."),
    "tell.packed": ("{who} turns face down: {cards}.", "{who} retourne : {cards}."),
    "tell.packed.nothing": ("{who} turns nothing face down.", "{who} ne retourne rien."),
}

_BOARD: Words = {
    "board.turn": (
        "Round {round}, turn {turn} of {turns}",
        "Manche {round}, tour {turn} sur {turns}",
    ),
    "board.deal": ("Round {round}, dealing", "Manche {round}, distribution"),
    "board.over": ("The match is over", "La partie est terminée"),
    "board.deck": ("cards in the deck: {count}", "cartes dans le paquet : {count}"),
    "board.next": ("Next: {need} ({who})", "À suivre : {need} ({who})"),
    "board.menu": ("On the menu: {cards}", "Au menu : {cards}"),
    "board.wanted": ("Asked for: {card}", "Carte demandée : {card}"),
    "board.drawn": ("Drawn: {cards}", "Cartes piochées : {cards}"),
    "board.discard": ("Out of play this round: {cards}", "Hors jeu pour la manche : {cards}"),
    "board.gone": ("Out of the game: {cards}", "Sorties de la partie : {cards}"),
    "board.seat": ("{who}: score {points}", "{who} : score {points}"),
    "board.by_round": ("round {round}: {points}", "manche {round} : {points}"),
    "board.desserts": ("desserts: {points}", "desserts : {points}"),
    "board.hand": ("Hand: {cards}", "Main : {cards}"),
    "board.lacks": ("none of {cards}", "sans {cards}"),
    "board.picked": ("Has chosen", "A choisi"),
    "board.pick": ("Has chosen: {cards}", "A choisi : {cards}"),
    "board.pick.uses": ("Has chosen with {uses}: {cards}", "A choisi avec {uses} : {cards}"),
    "board.limbo": ("To lay: {cards}", "À poser : {cards}"),
    "board.table": ("Table: {groups}", "Table : {groups}"),
    "board.group": ("{name} ×{count}: {dishes}", "{name} × {count} : {dishes}"),
    "board.kept": ("Desserts kept: {cards}", "Desserts gardés : {cards}"),
}

SENTENCES: Words = {**_LISTS, **_TELL, **_BOARD}
