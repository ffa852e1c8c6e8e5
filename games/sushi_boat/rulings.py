"""What the rulebook of Sushi Boat leaves open, and how it is played here."""

from games.core.box import read_rulings

RULINGS = read_rulings("""
A1 Seven side dishes: the rulebook says six and lists seven.
fr: Sept accompagnements : la règle en annonce six et en décrit sept.
A2 [second_after_tie] A tie for second gives 1 point to each of those tied for second. After a tie
for first there is no second place. At least one eaten side dish is needed.
fr: Une égalité à la deuxième place donne 1 point à chacun des deuxièmes. Après une égalité à la
première, il n'y a pas de deuxième. Il faut au moins un accompagnement mangé.
A3 The rule about rows is for two players; “three or four” means three to five.
fr: La règle des lignes vaut à deux joueurs ; « trois ou quatre » veut dire de trois à cinq.
A4 Up to two actions, never the same twice.
fr: Jusqu'à deux actions, jamais deux fois la même.
A5 Guesses are locked, then Takoyaki players choose, then the tunnel is emptied and cubes are kept.
fr: Les paris sont figés, puis les joueurs de Takoyaki choisissent, puis le tunnel se vide et les
cubes justes sont gardés.
A6 [per_cube] One cube is kept per plate of its colour; a Takoyaki player keeps every cube on a
colour that was there.
fr: On garde un cube par assiette de sa couleur ; un joueur de Takoyaki garde chaque cube posé sur
une couleur présente.
A7 Takoyaki may be played by anybody in a challenge and counts as eaten. Several choose in turn
order from the active player, each seeing the choices before.
fr: Takoyaki peut être joué par n'importe qui lors d'un défi et compte comme mangé. À plusieurs, on
choisit dans l'ordre du tour à partir du joueur actif, en voyant les choix précédents.
A8 Yen are spent at any time of one's turn after the card; other side dishes only after moving.
fr: Les yens se dépensent à tout moment de son tour après la carte ; les autres accompagnements
seulement après le déplacement.
A9 In a challenge plates are added until both hidden plates have left the tunnel, or as long as bag
and trash last; the hidden plates count all the same.
fr: Lors d'un défi, on ajoute des assiettes jusqu'à ce que les deux cachées aient quitté le tunnel,
ou tant que le sac et la poubelle le permettent ; les assiettes cachées comptent de toute façon.
A10 [hidden_plates] The tunnel is out of reach for side dishes and staff.
fr: Le tunnel est hors de portée des accompagnements et du personnel.
A11 Tempura pushes the plates right before it along, leaves a gap and may drop the last plate.
fr: Tempura pousse les assiettes juste devant, laisse un vide et peut faire tomber la dernière.
A12 Edamame needs a plate in one's stack. Tempura, Edamame and Yakitori give 1 yen, Mochi none.
fr: Edamame demande une assiette dans sa pile. Tempura, Edamame et Yakitori donnent 1 yen, Mochi
aucun.
A13 Wasabi cards never enter the discard pile. A third card in the hand is discarded at once and is
the top of the pile.
fr: Les cartes Wasabi ne vont jamais à la défausse. Une troisième carte en main est défaussée
aussitôt et devient le sommet de la défausse.
A14 Played side dishes stay before their player.
fr: Les accompagnements joués restent devant leur joueur.
A15 Staff who cannot do anything are not asked and not paid.
fr: On ne demande rien au personnel qui ne peut rien faire, et on ne le paie pas.
A16 Satsuki draws two plates, one of them goes on top or at the bottom of the stack.
fr: Satsuki pioche deux assiettes, dont une va sur le dessus ou en dessous de la pile.
A17 Plates that the other staff bring go on top of the stack.
fr: Les assiettes apportées par les autres membres du personnel vont sur le dessus de la pile.
A18 With bag and trash empty, filling stops.
fr: Quand le sac et la poubelle sont vides, on cesse de remplir.
A19 The pawn must move; once it was bought out it may go to any free space. One pawn moves a turn.
fr: Le pion doit bouger ; une fois racheté, il peut aller sur toute case libre. Un seul pion se
déplace par tour.
A20 The first player's marker has no effect.
fr: Le marqueur premier joueur n'a pas d'effet.
A21 The turn of the last card is played to its end; a last wasabi card still runs its challenge.
fr: Le tour de la dernière carte est joué jusqu'au bout ; une dernière carte Wasabi lance encore son
défi.
A22 Ties are broken by yen, then the place is shared.
fr: À égalité, les yens départagent, puis le rang est partagé.
A23 White plates come into the bag after the belt is filled.
fr: Les assiettes blanches vont dans le sac une fois le tapis rempli.
A24 Cubes and yen do not run out.
fr: Les cubes et les yens ne s'épuisent pas.
A25 The trash goes into the bag when a plate is needed and the bag is empty. Satsuki draws the last
plate if there is only one.
fr: La poubelle va dans le sac quand il faut une assiette et que le sac est vide. Satsuki pioche la
dernière assiette s'il n'y en a qu'une.
A26 A side dish without a possible effect cannot be played, except Miso soup and Gyoza.
fr: Un accompagnement sans effet possible ne peut pas être joué, sauf la Soupe miso et Gyoza.
A27 Takoyaki is declared in place of one's own guess, one a challenge, with two or three cubes. A
Gyoza in the hand scores nothing.
fr: Takoyaki s'annonce à la place de son propre pari, un par défi, avec deux ou trois cubes. Une
carte Gyoza en main ne rapporte rien.
A28 Pawns may be bought out at any time after the card, whether or not the space is then used. Yen
break ties at every place.
fr: On peut racheter une place à tout moment après la carte, qu'on l'occupe ensuite ou non. Les yens
départagent à tous les rangs.
B1 [guess_white] Cubes may lie on white: white plates can be in the tunnel.
fr: On peut poser des cubes sur le blanc : des assiettes blanches peuvent être dans le tunnel.
""")
