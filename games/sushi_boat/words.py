"""The words of Sushi Boat; pieces, refusals and sentences have their own files."""

from games.core.words import Words, read_words
from games.sushi_boat.codes import CODES
from games.sushi_boat.names import NAMES
from games.sushi_boat.sentences import SENTENCES

_GAME: Words = {
    "game.name": ("Sushi Boat", "Sushi Boat"),
    "game.blurb": (
        "Take a seat at the belt, eat what comes past, stack the plates by colour and variety, "
        "and guess what the tunnel hides.",
        "Prenez place au tapis roulant, mangez ce qui passe, empilez les assiettes par couleur et "
        "variété, et devinez ce que cache le tunnel.",
    ),
    "need.staff": ("Lay the staff tiles", "Placer les tuiles Personnel"),
    "need.belt": ("Fill the belt and the trash", "Remplir le tapis et la poubelle"),
    "need.reveal": ("Reveal a card", "Révéler une carte"),
    "need.fill": ("Fill the belt", "Remplir le tapis"),
    "need.guess": ("Guess the hidden plates", "Deviner les assiettes cachées"),
    "need.takoyaki": ("Guess with Takoyaki", "Deviner avec le Takoyaki"),
    "need.push": ("Empty the tunnel", "Vider le tunnel"),
    "need.move": ("Move the pawn", "Déplacer le pion"),
    "need.act": ("Up to two actions, side dishes, yen", "Jusqu'à deux actions, plats, yens"),
    "need.order": ("Draw the special order", "Piocher la commande spéciale"),
    "need.satsuki": ("Draw plates for Satsuki", "Piocher les assiettes de Satsuki"),
    "need.keep": ("Keep one of Satsuki's plates", "Garder une assiette de Satsuki"),
    "need.discard": ("Discard a side dish", "Défausser un accompagnement"),
    "event.staff_placed": ("Staff placed", "Personnel placé"),
    "event.belt_filled": ("Belt filled", "Tapis rempli"),
    "event.card_revealed": ("Card revealed", "Carte révélée"),
    "event.plates_drawn": ("Plates drawn", "Assiettes piochées"),
    "event.satsuki_drew": ("Satsuki's plates", "Assiettes de Satsuki"),
    "event.guess_placed": ("Guess", "Pari"),
    "event.takoyaki_guessed": ("Guess with Takoyaki", "Pari au Takoyaki"),
    "event.pawn_moved": ("Pawn moved", "Pion déplacé"),
    "event.pawn_bought_out": ("Take a seat (1 yen)", "Prendre place (1 yen)"),
    "event.order_placed": ("Special order (1 yen)", "Commande spéciale (1 yen)"),
    "event.plate_eaten": ("Eat sushi", "Manger un sushi"),
    "event.plate_fetched": ("Staff: fetch a plate (1 yen)", "Personnel : une assiette (1 yen)"),
    "event.trash_searched": ("Neko: search the trash (1 yen)", "Neko : la poubelle (1 yen)"),
    "event.dish_fetched": ("Momoko: a side dish (1 yen)", "Momoko : un accompagnement (1 yen)"),
    "event.satsuki_asked": ("Satsuki: plates from the bag (1 yen)", "Satsuki : le sac (1 yen)"),
    "event.plate_kept": ("Plate kept", "Assiette gardée"),
    "event.yen_taken": ("Take 1 yen", "Prendre 1 yen"),
    "event.tempura_played": ("Tempura: push a plate", "Tempura : pousser une assiette"),
    "event.edamame_played": ("Edamame: swap with the belt", "Edamame : échanger avec le tapis"),
    "event.miso_played": ("Miso soup: take a side dish", "Soupe miso : reprendre une carte"),
    "event.gyoza_played": ("Gyoza: 1 point", "Gyoza : 1 point"),
    "event.yakitori_played": ("Yakitori: swap two plates", "Yakitori : échanger deux assiettes"),
    "event.mochi_played": ("Mochi: swap two staff tiles", "Mochi : échanger deux tuiles"),
    "event.dish_discarded": ("Discard", "Défausser"),
    "event.turn_ended": ("End the turn", "Finir le tour"),
    "field.tiles": ("Staff tiles, place by place", "Tuiles Personnel, dans l'ordre des places"),
    "field.belt": ("Belt, from its start to the trash", "Tapis, du début à la poubelle"),
    "field.trash": ("Trash", "Poubelle"),
    "field.card": ("Card", "Carte"),
    "field.plates": ("Plates, first drawn first", "Assiettes, dans l'ordre de pioche"),
    "field.challenge": ("Challenge", "Défi"),
    "field.placed": ("Cubes, or Takoyaki", "Cubes, ou Takoyaki"),
    "field.cubes": ("Cubes", "Cubes"),
    "field.space": ("Action space", "Case Action"),
    "field.owner": ("Whose pawn", "Pion de"),
    "field.slot": ("Slot", "Emplacement"),
    "field.slots": ("Two slots", "Deux emplacements"),
    "field.spaces": ("Two staff places", "Deux places de personnel"),
    "field.plate": ("Plate", "Assiette"),
    "field.end": ("Where in the stack", "Où dans la pile"),
    "field.dish": ("Side dish", "Accompagnement"),
    "count.stack": ("Stack, bottom to top", "Pile, de bas en haut"),
    "count.dishes": ("Side dishes eaten", "Accompagnements mangés"),
    "count.cubes": ("Wasabi cubes", "Cubes wasabi"),
    "count.yen": ("Yen left", "Yens restants"),
    "rule.runs": ("Runs of a colour", "Séries de couleur"),
    "rule.variety": ("Groups of different sushi", "Séries de sushis différents"),
    "rule.dishes": ("Most side dishes", "Plus d'accompagnements"),
    "rule.gyoza": ("Gyoza", "Gyoza"),
    "rule.cubes": ("Wasabi cubes", "Cubes wasabi"),
}

_OPTIONS = read_words("""
option.layout: Board
    fr: Plateau
option.layout.help: The scan of the rulebook lost the board; with the box at hand you can describe
    yours.
    fr: Le scan des règles a perdu le plateau ; avec la boîte, vous pouvez décrire le vôtre.
option.layout.placeholder: made up, with 14 slots
    fr: inventé, à 14 emplacements
option.layout.own: your own
    fr: le vôtre
option.belt: Slots of the belt
    fr: Emplacements du tapis
option.belt.help: The row of every slot, from the start of the belt to the trash; ? for the two in
    the tunnel.
    fr: La ligne de chaque emplacement, du début du tapis à la poubelle ; ? pour les deux du tunnel.
option.spaces: Action spaces
    fr: Cases Action
option.spaces.help: Each space with the slot or the two slots next to it, counted from 0: L1=5
    M2=4+9. L is left, M in the middle, R right.
    fr: Chaque case avec l'emplacement ou les deux à côté d'elle, comptés à partir de 0 : L1=5
    M2=4+9. L à gauche, M au milieu, R à droite.
option.four_plus: Spaces marked 4+
    fr: Cases marquées 4+
option.four_plus.help: Three spaces for four or five players.
    fr: Trois cases pour quatre ou cinq joueurs.
option.staff_places: Spaces with staff
    fr: Cases avec du personnel
option.staff_places.help: Up to seven; with fewer, the other tiles stay in the box.
    fr: Sept au plus ; s'il y en a moins, les autres tuiles restent dans la boîte.
option.plates: Plates in the box
    fr: Assiettes de la boîte
option.plates.help: How many of each of the 7 types there are in blue, red, green, yellow (12 each)
    and white (6).
    fr: Combien il y en a de chacun des 7 types en bleu, rouge, vert, jaune (12 chacun) et blanc
    (6).
option.greens: Green symbols
    fr: Symboles verts
option.greens.help: How many of the three copies of each side dish are green: Tempura, Edamame,
    Miso, Gyoza, Takoyaki, Yakitori, Mochi.
    fr: Combien des trois cartes de chaque accompagnement sont vertes : Tempura, Edamame, Miso,
    Gyoza, Takoyaki, Yakitori, Mochi.
option.guess_white: White can be guessed
    fr: Le blanc peut être deviné
option.guess_white.help: Cubes may lie on white in a wasabi challenge.
    fr: On peut poser des cubes sur le blanc lors d'un défi wasabi.
option.hidden_plates: The tunnel is in reach
    fr: Le tunnel est accessible
option.hidden_plates.help: Side dishes and staff may take or move the two hidden plates.
    fr: Accompagnements et personnel peuvent toucher aux deux assiettes cachées.
option.per_cube: Every right cube is kept
    fr: Chaque cube juste est gardé
option.per_cube.help: Every cube on a colour of the tunnel is kept, not one per plate only.
    fr: On garde chaque cube posé sur une couleur du tunnel, pas un seul par assiette.
option.second_after_tie: Second place after a tie
    fr: Deuxième rang après égalité
option.second_after_tie.help: The second place for side dishes scores even if the first is tied.
    fr: Le deuxième rang aux accompagnements compte même si le premier est à égalité.
option.memory: What boards show
    fr: Ce que montrent les plateaux
option.memory.help: Everything that was seen, or only what lies open on the table now, until the
    end.
    fr: Tout ce qui a été vu, ou seulement ce qui est visible sur la table, jusqu'à la fin.
option.memory.perfect: perfect memory
    fr: mémoire parfaite
option.memory.table: what the table shows now
    fr: ce que la table montre
""")

WORDS: Words = {**_GAME, **_OPTIONS, **NAMES, **CODES, **SENTENCES}
