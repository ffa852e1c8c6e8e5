"""What the rulebook of Sushi Express leaves open, and how it is played here."""

from games.core.box import read_rulings

RULINGS = read_rulings("""
A1 Five houses on each side, not ten: twelve tiles are all there are.
fr: Cinq maisons de chaque côté, et non dix : il n'y a que douze tuiles.
A2 The scoring example is right with its total of 12: two further light blue customers and one
dark blue.
fr: L'exemple de décompte est juste avec son total de 12 : deux clients bleu clair supplémentaires
et un bleu foncé.
A3 “Pari identique” and “Même pari” are one card.
fr: « Pari identique » et « Même pari » sont une seule carte.
A4 Driving is compulsory: exactly the bet and the cards that are added.
fr: Le déplacement est obligatoire : exactement le pari, plus les cartes ajoutées.
A5 On the lowest box the bottom pawn is the lowest: it decides about the row and bets first in the
next round, whether it drove or failed. Positions after swaps count.
fr: Sur la case la plus basse, le pion du dessous est le plus bas : il décide de la rangée et parie
le premier au tour suivant, qu'il ait roulé ou échoué. Les positions après échanges comptent.
A6 When nobody reaches a bet, the row is discarded. A bet of 2 always succeeds.
fr: Si personne n'atteint son pari, la rangée est défaussée. Un pari de 2 réussit toujours.
A7 The second throw after a failed one is compulsory. A reroll follows a failed throw at once and
may be repeated with further cards.
fr: Après un jet manqué, le second est obligatoire. Un nouveau jet suit aussitôt un jet manqué et
peut être répété avec d'autres cartes.
A8 A swap takes two neighbouring boxes that both hold pawns; whole stacks move. It is played in
one's own betting turn, before or after the bet.
fr: Un échange porte sur deux cases voisines toutes deux occupées ; les piles entières se déplacent.
Il se joue pendant son propre tour de pari, avant ou après le pari.
A9 A pawn placed with “same bet” goes on top; several may be stacked.
fr: Un pion posé avec « même pari » va au-dessus ; plusieurs peuvent être empilés.
A10 Tiles with another van are skipped. Passing an occupied Sushi Express counts, leaving it does
not; one customer per move.
fr: Les tuiles occupées par une autre camionnette sont sautées. Franchir un Sushi Express occupé
compte, le quitter non ; un client par déplacement.
A11 Any customer of the row may be taken, tips too; it is replaced only with the orders.
fr: On peut prendre n'importe quel client de la rangée, pourboires compris ; il n'est remplacé
qu'aux commandes.
A12 The park gives a card only to a van that stops there. An empty pile of action cards gives
nothing.
fr: Le parc ne donne une carte qu'à la camionnette qui s'y arrête. Une pioche de cartes action vide
ne donne rien.
A13 The lowest bettor keeps or discards all that is left of the row, which is then completed.
fr: Le pari le plus bas laisse ou défausse tout ce qui reste de la rangée, qui est ensuite
complétée.
A14 All with the fewest tips lose; if everybody has the same number, everybody loses it. Scores may
be negative.
fr: Tous ceux qui ont le moins de pourboires perdent ; si tous en ont autant, tous perdent ce
nombre. Un score peut être négatif.
A15 Ties are broken by the action cards left, tips not counted; then the place is shared.
fr: À égalité, on compte les cartes action restantes, sans les pourboires ; puis le rang est
partagé.
A16 The first player is drawn at random.
fr: Le premier joueur est tiré au sort.
A17 A source that says “3 points” for the fewest tips contradicts the rulebook and is not followed.
fr: Une source qui dit « 3 points » pour le moins de pourboires contredit la règle et n'est pas
suivie.
A18 The match ends when the pile has fewer customers than the row lacks: a full row that is kept
goes on even with an empty pile. Discards are never shuffled in.
fr: La partie se termine quand la pioche a moins de clients qu'il n'en manque à la rangée : une
rangée complète laissée en place continue même sans pioche. La défausse n'est jamais remélangée.
A19 “One tile further” cards are declared with the move. A move can earn a customer and a park card;
the player chooses the order.
fr: Les cartes « 1 tuile plus loin » sont annoncées avec le déplacement. Un déplacement peut
rapporter un client et une carte du parc ; le joueur choisit l'ordre.
A20 “Same bet” needs an occupied box. Swaps end with the next player's bet or the first throw.
fr: « Même pari » demande une case occupée. Les échanges cessent au pari du joueur suivant ou au
premier jet.
A21 After a lap the van's own tile counts like any other.
fr: Après un tour complet, la tuile de départ de la camionnette compte comme les autres.
""")
