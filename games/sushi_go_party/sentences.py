"""Sentences that tell an event or a position, in English and French."""

from games.core.words import Words, read_words

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

_TELL = read_words("""
tell.dealt.none: {seat} is dealt a hidden hand.
    fr: {seat} reçoit une main cachée.
tell.dealt: {seat} is dealt {cards}.
    fr: {seat} reçoit : {cards}.
tell.card_chosen.hidden: {seat} has chosen.
    fr: {seat} a choisi.
tell.card_chosen: {seat} lays {card}.
    fr: {seat} pose {card}.
tell.card_chosen.uses: {seat} uses {uses}: {cards}.
    fr: {seat} utilise {uses} : {cards}.
tell.dish_copied.none: {seat} has chosen what to copy.
    fr: {seat} a choisi ce que copie la commande spéciale.
tell.dish_copied: {seat} copies {dish}.
    fr: {seat} copie {dish}.
tell.dish_copied.wasabi: {seat} copies {dish} and lays the copy on wasabi.
    fr: {seat} copie {dish} et pose la copie sur un wasabi.
tell.extra_chosen: {seat} also lays {card}.
    fr: {seat} pose aussi {card}.
tell.spoon_asked: {seat} asks for {wanted}.
    fr: {seat} demande {wanted}.
tell.spoon_answered: {seat} gives {asker} {card}.
    fr: {seat} donne {card} à {asker}.
tell.spoon_answered.none: {seat} has no {wanted}.
    fr: {seat} n'a pas {wanted}.
tell.menu_drawn.none: {seat} looks at {count} cards of the deck.
    fr: {seat} regarde {count} cartes du paquet.
tell.menu_drawn: {seat} looks at cards of the deck: {cards}.
    fr: {seat} regarde des cartes du paquet : {cards}.
tell.menu_taken: {seat} takes from the deck: {card}.
    fr: {seat} prend dans le paquet : {card}.
tell.box_packed: {seat} turns face down: {dishes}.
    fr: {seat} retourne : {dishes}.
tell.box_packed.none: {seat} turns nothing face down.
    fr: {seat} ne retourne rien.
""")

_BOARD: Words = {
    "board.turn": (
        "Round {round}, turn {turn} of {turns}",
        "Manche {round}, tour {turn} sur {turns}",
    ),
    "board.deal": ("Round {round}, dealing", "Manche {round}, distribution"),
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
