"""What the rulebook of Sushi Roll leaves open, and how it is played here."""

from games.core.box import read_rulings

RULINGS = read_rulings("""
A1 [dessert_cap] Of a supply that is too small one takes what is left. Desserts are counted as a
number, 32 in all.
fr: D'une réserve insuffisante, on prend ce qui reste. Les desserts sont comptés en nombre, 32 en
tout.
A2 A tie for most maki leaves the second place, which needs at least one symbol.
fr: Une égalité au plus de makis laisse la deuxième place, qui demande au moins un symbole.
A3 Appetizers score as many sets of three as there are, and then the rest: no other split is worth
more.
fr: Les hors-d'œuvre comptent autant de séries de trois que possible, puis le reste : aucun autre
partage ne vaut plus.
A4 Symbols are counted, not dice.
fr: On compte les symboles, pas les dés.
A5 When all are tied for desserts, three or more players get 0; two players both get 6, but the
prize needs at least one dessert.
fr: Si tous sont à égalité pour les desserts, à trois ou plus on marque 0 ; à deux, chacun marque 6,
mais il faut au moins un dessert.
A6 A nigiri must go onto a free wasabi, one on each; a wasabi taken later never goes under it.
fr: Un sushi doit aller sur un wasabi libre, un seul sur chacun ; un wasabi pris plus tard ne passe
jamais dessous.
A7 A menu rolls at least one die of one's own belt again. Chopsticks need a die on both belts; trays
are never touched. In any order and any number, before choosing.
fr: Un menu relance au moins un dé de son propre tapis. Les baguettes demandent un dé sur les deux
tapis ; les plateaux restent intacts. Dans n'importe quel ordre, autant qu'on veut, avant de
choisir.
A8 Left-over tokens round down.
fr: Les jetons restants sont arrondis à l'inférieur.
A9 A tie goes to whoever has more desserts, then the place is shared. Scores may fall below zero.
fr: À égalité, le plus de desserts l'emporte, puis le rang est partagé. Un score peut être négatif.
A10 The red belt starts each turn and is passed on with the others; after the last die nothing is
passed.
fr: Le tapis à bordure rouge ouvre chaque tour et tourne avec les autres ; après le dernier dé, rien
ne tourne.
A12 Every round all thirty dice are in the bag.
fr: À chaque manche, les trente dés sont dans le sac.
A13 “As many as the die shows” is how many tokens are gained.
fr: « Autant que l'indique le dé » est le nombre de jetons gagnés.
A14 With three players the belts are passed once more after rounds 1 and 2, so that somebody else
starts. With five the next starter is the neighbour on the right, otherwise the one on the left.
fr: À trois joueurs, les tapis tournent une fois de plus après les manches 1 et 2, pour qu'un autre
commence. À cinq, le suivant à commencer est le voisin de droite, sinon celui de gauche.
""")
