"""Sentences of the history and lines of the text board in English and French."""

from games.core.words import Words, read_words

_TELL = read_words("""
tell.staff_placed: The staff take their places: {tiles}.
    fr: Le personnel se place : {tiles}.
tell.belt_filled: {count} plates go onto the belt; into the trash go {trash}.
    fr: {count} assiettes sont posées sur le tapis ; à la poubelle : {trash}.
tell.card_revealed: {seat} reveals {card}.
    fr: {seat} révèle {card}.
tell.card_revealed.wasabi: {seat} reveals a wasabi card: the trash goes back into the bag, and all
    guess.
    fr: {seat} révèle une carte wasabi : la poubelle retourne au sac, et tous parient.
tell.full: No plate is needed.
    fr: Aucune assiette n'est nécessaire.
tell.plates_drawn: Onto the belt: {plates}.
    fr: Sur le tapis : {plates}.
tell.fallen: Into the trash: {plates}.
    fr: À la poubelle : {plates}.
tell.shaken: The bag ran out: the trash went back into it.
    fr: Le sac était vide : la poubelle y est retournée.
tell.challenge: The tunnel hid {plates}. Cubes kept: {kept}.
    fr: Le tunnel cachait {plates}. Cubes gardés : {kept}.
tell.guess_placed: {seat} lays cubes on {placed}.
    fr: {seat} pose des cubes sur {placed}.
tell.guess_placed.none: {seat} guesses in secret.
    fr: {seat} parie en secret.
tell.guess_placed.takoyaki: {seat} plays Takoyaki and guesses after the others.
    fr: {seat} joue Takoyaki et pariera après les autres.
tell.takoyaki_guessed: {seat} has seen the others' cubes and lays cubes on {cubes}.
    fr: {seat} a vu les cubes des autres et pose des cubes sur {cubes}.
tell.takoyaki_guessed.none: {seat} guesses in secret.
    fr: {seat} parie en secret.
tell.pawn_moved: {seat} sits down at {space}, by {plates}.
    fr: {seat} s'installe : {space}, devant {plates}.
tell.pawn_moved.nothing: {seat} sits down at {space}, by an empty slot.
    fr: {seat} s'installe : {space}, devant un emplacement vide.
tell.pawn_bought_out: {seat} pays 1 yen to {owner}, whose pawn leaves the board.
    fr: {seat} paie 1 yen à {owner}, dont le pion quitte le plateau.
tell.order_placed: {seat} pays 1 yen for a special order.
    fr: {seat} paie 1 yen pour une commande spéciale.
tell.plate_eaten: {seat} eats {slot}.
    fr: {seat} mange : {slot}.
tell.plate_fetched: {seat} pays 1 yen, and {staff} fetches {slot}.
    fr: {seat} paie 1 yen, et {staff} apporte : {slot}.
tell.trash_searched: {seat} pays 1 yen, and Neko brings {plate} out of the trash.
    fr: {seat} paie 1 yen, et Neko sort de la poubelle : {plate}.
tell.dish_fetched: {seat} pays 1 yen, and Momoko gives the side dish {dish}.
    fr: {seat} paie 1 yen, et Momoko donne l'accompagnement {dish}.
tell.satsuki_asked: {seat} pays 1 yen, and Satsuki goes to the bag.
    fr: {seat} paie 1 yen, et Satsuki va au sac.
tell.satsuki_drew: Satsuki brings {plates}.
    fr: Satsuki apporte : {plates}.
tell.plate_kept: {seat} puts {plate} {end}.
    fr: {seat} pose {plate} {end}.
tell.yen_taken: {seat} takes 1 yen.
    fr: {seat} prend 1 yen.
tell.tempura_played: {seat} plays Tempura, pushes {slot} on and takes 1 yen.
    fr: {seat} joue Tempura, pousse {slot} et prend 1 yen.
tell.edamame_played: {seat} plays Edamame, gives {top} for {slot} and takes 1 yen.
    fr: {seat} joue Edamame, échange {top} contre {slot} et prend 1 yen.
tell.miso_played: {seat} plays Miso soup and takes the side dish {dish}.
    fr: {seat} joue la Soupe miso et prend l'accompagnement {dish}.
tell.miso_played.alone: {seat} plays Miso soup; the discard pile is empty.
    fr: {seat} joue la Soupe miso ; la défausse est vide.
tell.gyoza_played: {seat} plays Gyoza, worth 1 point.
    fr: {seat} joue Gyoza, qui vaut 1 point.
tell.yakitori_played: {seat} plays Yakitori, swaps {one} and {other} and takes 1 yen.
    fr: {seat} joue Yakitori, échange {one} et {other} et prend 1 yen.
tell.mochi_played: {seat} plays Mochi: {one} and {other} swap places.
    fr: {seat} joue Mochi : {one} et {other} échangent leurs places.
tell.dish_discarded: {seat} discards {dish}.
    fr: {seat} défausse {dish}.
tell.turn_ended: {seat} ends the turn.
    fr: {seat} finit son tour.
tell.last: That was the turn of the last card.
    fr: C'était le tour de la dernière carte.
""")

_BOARD: Words = {
    "board.setup": ("The board is being laid out", "Mise en place du plateau"),
    "board.turn": (
        "Turn {turn} of {turns}: {who}. {what}.",
        "Tour {turn} sur {turns} : {who}. {what}.",
    ),
    "board.belt": ("The belt, from the tunnel down", "Le tapis, depuis le tunnel"),
    "board.tunnel": ("Tunnel: {plates}", "Tunnel : {plates}"),
    "board.row": (
        "Row {row}: {left} | {inner} | {right}",
        "Ligne {row} : {left} | {inner} | {right}",
    ),
    "board.slot": ("slot {slot} {plate}", "empl. {slot} {plate}"),
    "board.pawn": ("pawn of {who}", "pion de {who}"),
    "board.empty": ("empty", "vide"),
    "board.at": ("{plate} (slot {slot})", "{plate} (empl. {slot})"),
    "list.unknown": ("hidden", "cachée"),
    "list.none": ("none", "aucun"),
    "board.trash": ("Trash: {plates}", "Poubelle : {plates}"),
    "board.bag": ("Bag: {plates} plates", "Sac : {plates} assiettes"),
    "board.deck": (
        "Deck: {cards} cards, {wasabis} of them wasabi",
        "Pioche : {cards} cartes, dont {wasabis} wasabi",
    ),
    "board.discard": ("Discard pile: {dishes}", "Défausse : {dishes}"),
    "board.drawn": ("Satsuki brought: {plates}", "Satsuki a apporté : {plates}"),
    "board.guess": ("Guess: {cubes}", "Pari : {cubes}"),
    "board.guessed": ("cubes laid", "cubes posés"),
    "board.thinking": ("still thinking", "réfléchit encore"),
    "board.seat": ("{who}: {points} points", "{who} : {points} points"),
    "board.money": ("{yen} yen, {cubes} cubes", "{yen} yens, {cubes} cubes"),
    "board.stack": ("Stack (bottom to top): {plates}", "Pile (de bas en haut) : {plates}"),
    "board.hand": ("Hand: {dishes}", "Main : {dishes}"),
    "board.eaten": ("Eaten: {dishes}", "Mangés : {dishes}"),
}

SENTENCES: Words = {**_TELL, **_BOARD}
