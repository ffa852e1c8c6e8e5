"""Why something is refused, in English and French."""

from games.core.words import Words, read_words

_LAYOUT = read_words("""
code.layout_needs_own: The option “{option}” changes the board: choose a board of your own for it.
    fr: L'option « {option} » change le plateau : choisissez pour cela votre propre plateau.
code.layout_unreadable: In “{part}” the word “{text}” cannot be read.
    fr: Dans « {part} », le mot « {text} » ne se lit pas.
code.layout_belt_length: A belt has 1 to {most} slots, not {found}.
    fr: Un tapis compte de 1 à {most} emplacements, pas {found}.
code.layout_no_tunnel: The belt has no tunnel: mark its two hidden slots with “?”.
    fr: Le tapis n'a pas de tunnel : marquez par « ? » ses deux emplacements cachés.
code.layout_wrong_tunnel: The tunnel hides {needed} slots in a row, not the slots {slots}.
    fr: Le tunnel cache {needed} emplacements qui se suivent, pas les emplacements {slots}.
code.layout_row_not_paired: Row {row} needs one slot before the tunnel and one behind it.
    fr: La ligne {row} demande un emplacement avant le tunnel et un après.
code.layout_space_name: “{name}” names no action space: use L, M or R and a number from 1 to {most}.
    fr: « {name} » ne nomme aucune case : L, M ou R et un nombre de 1 à {most}.
code.layout_space_twice: Two action spaces are called “{name}”.
    fr: Deux cases Action s'appellent « {name} ».
code.layout_no_such_slot: “{name}” is next to slot {slot}, but the last slot is {last}.
    fr: « {name} » est à côté de l'emplacement {slot}, mais le dernier est {last}.
code.layout_slot_in_tunnel: “{name}” is next to slot {slot}, which is in the tunnel.
    fr: « {name} » est à côté de l'emplacement {slot}, qui est dans le tunnel.
code.layout_same_slot_twice: “{name}” is next to slot {slot} twice.
    fr: « {name} » est deux fois à côté de l'emplacement {slot}.
code.layout_slot_unreachable: No action space is next to slot {slot}: nobody could eat there.
    fr: Aucune case n'est à côté de l'emplacement {slot} : personne ne pourrait y manger.
code.layout_not_three_arrows: Three action spaces are next to two slots each, not {found}.
    fr: Trois cases sont à côté de deux emplacements chacune, pas {found}.
code.layout_not_three_four_plus: Three action spaces are marked 4+, not {found}.
    fr: Trois cases sont marquées 4+, pas {found}.
code.layout_no_such_space: There is no action space “{name}” to mark 4+.
    fr: Il n'y a pas de case « {name} » à marquer 4+.
code.layout_staff_on_no_space: There is no action space “{name}” for a member of the staff.
    fr: Il n'y a pas de case « {name} » pour un membre du personnel.
code.layout_named_twice: “{name}” is listed twice.
    fr: « {name} » est cité deux fois.
code.layout_staff_count: There are 1 to {most} staff places, not {found}.
    fr: Il y a de 1 à {most} emplacements de personnel, pas {found}.
code.layout_too_few_spaces: With {seats} players a pawn could be stuck: {spaces} action spaces are
    too few.
    fr: À {seats} joueurs, un pion pourrait être bloqué : {spaces} cases ne suffisent pas.
code.layout_row_blocks_all: With two players a pawn could be stuck: no action space is outside the
    rows of “{name}”.
    fr: À deux joueurs, un pion pourrait être bloqué : toutes les cases partagent une ligne avec
    « {name} ».
code.plates_wrong_length: The option “{option}” needs 35 numbers: 7 types for each of 5 colours.
    fr: L'option « {option} » attend 35 nombres : 7 types pour chacune des 5 couleurs.
code.plates_wrong_colour: There are {needed} plates of the colour {colour}, not {found}, and none
    below zero.
    fr: Il y a {needed} assiettes de couleur {colour}, pas {found}, et aucun nombre négatif.
code.greens_wrong: The option “{option}” needs 7 numbers from 0 to 3.
    fr: L'option « {option} » attend 7 nombres de 0 à 3.
""")

_CHANCE = read_words("""
code.wrong_number_of_tiles: The board has {expected} staff places, not {found}.
    fr: Le plateau a {expected} emplacements de personnel, pas {found}.
code.no_such_staff: There is no member of the staff “{tile}”.
    fr: Il n'y a pas de membre du personnel « {tile} ».
code.too_many_tiles: There are only {box} tiles of {tile}.
    fr: Il n'y a que {box} tuiles {tile}.
code.wrong_number_of_plates: {expected} plates are needed here, not {found}.
    fr: Il faut ici {expected} assiettes, pas {found}.
code.no_such_plate: There is no plate “{plate}”.
    fr: Il n'y a pas d'assiette « {plate} ».
code.white_too_early: White plates come into the bag after the belt is filled: {plate}.
    fr: Les assiettes blanches n'entrent dans le sac qu'après le remplissage : {plate}.
code.too_many_plates: There are only {box} plates with {plate}.
    fr: Il n'y a que {box} assiettes : {plate}.
code.not_in_bag: The bag cannot give that many of: {plate} ({left} left).
    fr: Le sac ne peut pas en donner autant : {plate} (il en reste {left}).
code.bag_first: The {left} plates left in the bag come out before those of the trash.
    fr: Les {left} assiettes qui restent dans le sac sortent avant celles de la poubelle.
code.no_such_card: There is no card “{card}”.
    fr: Il n'y a pas de carte « {card} ».
code.no_card_left: All {box} cards of this kind have been revealed: {card}.
    fr: Les {box} cartes de cette sorte ont été révélées : {card}.
code.wasabi_too_early: The first {seats} cards of the deck are side dishes.
    fr: Les {seats} premières cartes de la pioche sont des accompagnements.
code.only_wasabi_left: Only the {left} wasabi cards are left in the deck.
    fr: Il ne reste dans la pioche que les {left} cartes wasabi.
""")

_CHOICES = read_words("""
code.already_guessed: This seat has laid its cubes.
    fr: Cette place a déjà posé ses cubes.
code.wrong_challenge: This is challenge number {challenge}.
    fr: C'est le défi numéro {challenge}.
code.guess_untold: Write down which colours were guessed.
    fr: Notez quelles couleurs ont été choisies.
code.no_such_guess: No cube can lie on “{colour}”.
    fr: On ne peut pas poser de cube sur « {colour} ».
code.wrong_number_of_cubes: Lay at least {least} and at most {most} cubes, not {found}.
    fr: Posez au moins {least} et au plus {most} cubes, pas {found}.
code.not_in_hand: This side dish is not in the hand: {dish}.
    fr: Cet accompagnement n'est pas en main : {dish}.
code.pawn_first: The pawn has to move first.
    fr: Il faut d'abord déplacer le pion.
code.no_such_space: There is no action space “{space}”.
    fr: Il n'y a pas de case « {space} ».
code.space_for_four: This space is only for four or five players: {space}.
    fr: Cette case n'est que pour quatre ou cinq joueurs : {space}.
code.pawn_must_move: The pawn cannot stay where it is: {space}.
    fr: Le pion ne peut pas rester où il est : {space}.
code.space_occupied: Another pawn is there: {space}. It can be bought out for 1 yen.
    fr: Un autre pion s'y trouve : {space}. On peut l'écarter pour 1 yen.
code.row_occupied: With two players the row of the other pawn is taken: {space}.
    fr: À deux joueurs, la ligne de l'autre pion est prise : {space}.
code.own_pawn: One does not buy out one's own pawn.
    fr: On n'écarte pas son propre pion.
code.pawn_not_on_board: This pawn is not on the board.
    fr: Ce pion n'est pas sur le plateau.
code.no_yen: This takes 1 yen, and there is none.
    fr: Il faut 1 yen, et il n'y en a pas.
code.no_plates_left: Bag and trash are empty.
    fr: Le sac et la poubelle sont vides.
code.action_done: This action was performed in this turn already.
    fr: Cette action a déjà été effectuée pendant ce tour.
code.two_actions_done: Two actions were performed in this turn.
    fr: Deux actions ont été effectuées pendant ce tour.
code.slot_not_next_to_pawn: Slot {slot} is not next to the pawn.
    fr: L'emplacement {slot} n'est pas à côté du pion.
code.slot_empty: Slot {slot} is empty.
    fr: L'emplacement {slot} est vide.
code.slot_hidden: Slot {slot} is in the tunnel.
    fr: L'emplacement {slot} est dans le tunnel.
code.slot_out_of_reach: Slot {slot} is out of reach of {staff}.
    fr: L'emplacement {slot} est hors de portée de {staff}.
code.no_such_slot: There is no slot {slot}: the last one is {last}.
    fr: Il n'y a pas d'emplacement {slot} : le dernier est {last}.
code.staff_not_here: Nobody of these is next to the pawn: {staff}.
    fr: Personne de ceux-ci n'est à côté du pion : {staff}.
code.trash_empty: The trash is empty.
    fr: La poubelle est vide.
code.not_in_trash: The trash holds: {trash}.
    fr: La poubelle contient : {trash}.
code.discard_empty: The discard pile is empty.
    fr: La défausse est vide.
code.not_drawn: Satsuki brought: {drawn}.
    fr: Satsuki a apporté : {drawn}.
code.no_such_end: A plate goes to the top or the bottom, not “{end}”.
    fr: Une assiette va au sommet (top) ou en dessous (bottom), pas « {end} ».
code.stack_empty: There is no plate in the stack to swap.
    fr: Il n'y a pas d'assiette à échanger dans la pile.
code.not_two_plates: Two different slots swap their plates.
    fr: On échange les assiettes de deux emplacements différents.
code.not_two_tiles: Two different staff tiles swap places.
    fr: On échange deux tuiles Personnel différentes.
code.no_staff_there: No staff tile is next to this space: {space}.
    fr: Aucune tuile Personnel à côté de cette case : {space}.
code.count_stack_too_high: Player {number} has {found} plates, but takes two a turn, {most} in all,
    at most.
    fr: Le joueur {number} a {found} assiettes, mais en prend au plus deux par tour, {most} en tout.
code.count_wrong_cubes: A player here ends with 0 to {most} cubes (two a challenge, a third with
    Takoyaki), not {found}.
    fr: Un joueur finit ici avec 0 à {most} cubes (deux par défi, un troisième avec Takoyaki), pas
    {found}.
code.count_wrong_yen: The bank holds {most} yen: nobody ends with {found}.
    fr: La banque compte {most} yens : personne ne finit avec {found}.
""")

CODES: Words = {**_LAYOUT, **_CHANCE, **_CHOICES}
