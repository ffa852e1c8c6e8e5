"""What the rulebook of Sushi Bar leaves open, and how it is played here."""

from games.core.box import read_rulings

RULINGS = read_rulings("""
A1 Four or five chopsticks of a colour steal any portion of it: blue ones from a sushi stack, red
ones from a bone stack, by its position from the top.
fr: Quatre ou cinq baguettes d'une couleur volent n'importe quelle portion de cette couleur : les
bleues dans une pile de sushis, les rouges dans une pile d'arêtes, selon sa position depuis le haut.
A2 The count is exact: so many symbols take the portion of that place and no other; if fewer
portions are left, it is no option.
fr: Le compte est exact : tant de symboles prennent la portion de ce rang et aucune autre ; s'il
reste moins de portions, ce n'est pas possible.
A3 After the first and the second throw at least one die of that very throw is set aside. A second
throw of a single die is the last one. Setting all dice aside ends the throwing.
fr: Après le premier et le deuxième lancer, on met de côté au moins un dé de ce lancer même. Un
deuxième lancer d'un seul dé est le dernier. Mettre tous les dés de côté met fin aux lancers.
A3b So the forced take can be chosen on purpose, where nothing is legal. A match of 1,000 turns is
cut off and ends as abandoned.
fr: La prise forcée peut donc être voulue, quand rien d'autre n'est permis. Une partie de 1 000
tours est interrompue et compte comme abandonnée.
A4 One stops only by taking or stealing. After the last throw anything legal may be chosen, and
something legal must be.
fr: On ne s'arrête qu'en prenant ou en volant. Après le dernier lancer, on choisit librement parmi
ce qui est permis, mais il faut choisir.
A5 Forced: the most negative bone, the leftmost of equals; without bones the lowest sushi, the
leftmost of equals.
fr: Prise forcée : l'arête la plus négative, la plus à gauche à valeur égale ; sans arêtes, le plus
petit sushi, le plus à gauche à valeur égale.
A6 Stealing needs an opponent with a stack of that kind. The portion goes on top of one's own; the
victim's other portions keep their order.
fr: Pour voler, il faut un adversaire qui ait une pile de cette sorte. La portion va au sommet de sa
propre pile ; les autres portions de la victime gardent leur ordre.
A7 Rows close up after each take.
fr: Les rangées se resserrent après chaque prise.
A8 The match ends when both rows are gone.
fr: La partie se termine quand les deux rangées sont épuisées.
A9 Sushi are dropped from the top until there are no more of them than bones; bones always count.
Equal scores share a place.
fr: On retire des sushis du sommet jusqu'à ce qu'il n'y en ait pas plus que d'arêtes ; les arêtes
comptent toujours. À score égal, le rang est partagé.
A10 [hide_covered] Covered portions were seen by everybody when they were taken, so boards show
them.
fr: Chacun a vu les portions recouvertes quand elles ont été prises : les plateaux les montrent.
""")
