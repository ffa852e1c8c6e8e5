"""Sentences of the history and lines of the text board in English and French."""

from games.core.words import Words

_TELL: Words = {
    "tell.staff": ("The staff take their places: {staff}.", "Le personnel se place : {staff}."),
    "tell.belt": (
        "{count} plates go onto the belt; into the trash go {trash}.",
        "{count} assiettes sont posées sur le tapis ; à la poubelle : {trash}.",
    ),
    "tell.card": ("{who} reveals {card}.", "{who} révèle {card}."),
    "tell.card.wasabi": (
        "{who} reveals a wasabi card: the trash goes back into the bag, and all guess.",
        "{who} révèle une carte wasabi : la poubelle retourne au sac, et tous parient.",
    ),
    "tell.card.full": ("No plate is needed.", "Aucune assiette n'est nécessaire."),
    "tell.draw": ("Onto the belt: {plates}.", "Sur le tapis : {plates}."),
    "tell.fallen": ("Into the trash: {plates}.", "À la poubelle : {plates}."),
    "tell.shaken": (
        "The bag ran out: the trash went back into it.",
        "Le sac était vide : la poubelle y est retournée.",
    ),
    "tell.challenge": (
        "The tunnel hid {plates}. Cubes kept: {kept}.",
        "Le tunnel cachait {plates}. Cubes gardés : {kept}.",
    ),
    "tell.kept": ("{who} {count}", "{who} {count}"),
    "tell.guess": ("{who} lays cubes on {cubes}.", "{who} pose des cubes sur {cubes}."),
    "tell.guess.secret": ("{who} guesses in secret.", "{who} parie en secret."),
    "tell.guess.takoyaki": (
        "{who} plays Takoyaki and guesses after the others.",
        "{who} joue Takoyaki et pariera après les autres.",
    ),
    "tell.late": (
        "{who} has seen the others' cubes and lays cubes on {cubes}.",
        "{who} a vu les cubes des autres et pose des cubes sur {cubes}.",
    ),
    "tell.move": (
        "{who} sits down at {space}, by {plates}.",
        "{who} s'installe : {space}, devant {plates}.",
    ),
    "tell.move.nothing": (
        "{who} sits down at {space}, by an empty slot.",
        "{who} s'installe : {space}, devant un emplacement vide.",
    ),
    "tell.buy_out": (
        "{who} pays 1 yen to {owner}, whose pawn leaves the board.",
        "{who} paie 1 yen à {owner}, dont le pion quitte le plateau.",
    ),
    "tell.order": (
        "{who} pays 1 yen for a special order.",
        "{who} paie 1 yen pour une commande spéciale.",
    ),
    "tell.eat": ("{who} eats {plate}.", "{who} mange : {plate}."),
    "tell.fetch": (
        "{who} pays 1 yen, and {staff} fetches {plate}.",
        "{who} paie 1 yen, et {staff} apporte : {plate}.",
    ),
    "tell.neko": (
        "{who} pays 1 yen, and Neko brings {plate} out of the trash.",
        "{who} paie 1 yen, et Neko sort de la poubelle : {plate}.",
    ),
    "tell.momoko": (
        "{who} pays 1 yen, and Momoko gives the side dish {dish}.",
        "{who} paie 1 yen, et Momoko donne l'accompagnement {dish}.",
    ),
    "tell.satsuki": (
        "{who} pays 1 yen, and Satsuki goes to the bag.",
        "{who} paie 1 yen, et Satsuki va au sac.",
    ),
    "tell.brings": ("Satsuki brings {plates}.", "Satsuki apporte : {plates}."),
    "tell.keep": ("{who} puts {plate} {end}.", "{who} pose {plate} {end}."),
    "tell.yen": ("{who} takes 1 yen.", "{who} prend 1 yen."),
    "tell.tempura": (
        "{who} plays Tempura, pushes {plate} on and takes 1 yen.",
        "{who} joue Tempura, pousse {plate} et prend 1 yen.",
    ),
    "tell.edamame": (
        "{who} plays Edamame, gives {top} for {plate} and takes 1 yen.",
        "{who} joue Edamame, échange {top} contre {plate} et prend 1 yen.",
    ),
    "tell.miso": (
        "{who} plays Miso soup and takes the side dish {dish}.",
        "{who} joue la Soupe miso et prend l'accompagnement {dish}.",
    ),
    "tell.miso.alone": (
        "{who} plays Miso soup; the discard pile is empty.",
        "{who} joue la Soupe miso ; la défausse est vide.",
    ),
    "tell.gyoza": (
        "{who} plays Gyoza, worth 1 point.",
        "{who} joue Gyoza, qui vaut 1 point.",
    ),
    "tell.yakitori": (
        "{who} plays Yakitori, swaps {one} and {other} and takes 1 yen.",
        "{who} joue Yakitori, échange {one} et {other} et prend 1 yen.",
    ),
    "tell.mochi": (
        "{who} plays Mochi: {one} and {other} swap places.",
        "{who} joue Mochi : {one} et {other} échangent leurs places.",
    ),
    "tell.discard": ("{who} discards {dish}.", "{who} défausse {dish}."),
    "tell.end": ("{who} ends the turn.", "{who} finit son tour."),
    "tell.last": (
        "That was the turn of the last card.",
        "C'était le tour de la dernière carte.",
    ),
}

_BOARD: Words = {
    "board.setup": ("The board is being laid out", "Mise en place du plateau"),
    "board.turn": (
        "Turn {turn} of {turns}: {who}. {what}.",
        "Tour {turn} sur {turns} : {who}. {what}.",
    ),
    "board.over": ("The match is over", "La partie est terminée"),
    "board.tunnel": ("Tunnel: {plates}", "Tunnel : {plates}"),
    "board.row": (
        "Row {row}: {left} | {inner} | {right}",
        "Ligne {row} : {left} | {inner} | {right}",
    ),
    "board.slot": ("slot {slot} {plate}", "empl. {slot} {plate}"),
    "board.space": ("[{marks}]", "[{marks}]"),
    "board.four_plus": ("4+", "4+"),
    "board.pawn": ("pawn of {who}", "pion de {who}"),
    "board.empty": ("empty", "vide"),
    "board.at": ("{plate} (slot {slot})", "{plate} (empl. {slot})"),
    "board.hidden": ("hidden", "cachée"),
    "board.none": ("none", "aucun"),
    "board.trash": ("Trash: {plates}", "Poubelle : {plates}"),
    "board.piles": (
        "Bag: {bag} plates. Deck: {deck} cards, {wasabis} of them wasabi. Discard pile: {discard}",
        "Sac : {bag} assiettes. Pioche : {deck} cartes, dont {wasabis} wasabi. "
        "Défausse : {discard}",
    ),
    "board.drawn": ("Satsuki brought: {plates}", "Satsuki a apporté : {plates}"),
    "board.guess": ("{who} guesses: {cubes}", "{who} parie : {cubes}"),
    "board.guessed": ("cubes laid", "cubes posés"),
    "board.thinking": ("still thinking", "réfléchit encore"),
    "board.seat": (
        "{who}: {yen} yen, {cubes} cubes; stack (bottom to top): {stack}; hand: {hand}; "
        "eaten: {eaten}",
        "{who} : {yen} yens, {cubes} cubes ; pile (de bas en haut) : {stack} ; main : {hand} ; "
        "mangés : {eaten}",
    ),
    "board.points": ("{points} points", "{points} points"),
}

SENTENCES: Words = {**_TELL, **_BOARD}
