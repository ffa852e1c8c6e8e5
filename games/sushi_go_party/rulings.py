"""What the rulebook of Sushi Go Party! leaves open, and how it is played here.

The rulings E are those on which the French and the English edition differ.
"""

from games.core.box import read_rulings

RULINGS = read_rulings("""
E1 [uramaki] Uramaki score as in the French rulebook: 8 and 6 for the first two who reach ten, 2 for
the most at the end of the round.
fr: Les California comptent selon la règle française : 8 et 6 pour les deux premiers à dix, 2 pour
le plus à la fin de la manche.
E2 [chopsticks_after_reveal] The second card of Chopsticks is chosen with the first one, before the
reveal.
fr: La seconde carte des Baguettes est choisie avec la première, avant la révélation.
E3 [commit_before_reveal] What a Special Order copies is chosen after the reveal, by all who play
one at once and in secret.
fr: Ce que copie une Commande spéciale est choisi après la révélation, en secret et en même temps
par tous ceux qui en jouent une.
A1 [skip_place_after_tie] After a tie for the first ten uramaki the second place is still to be had.
fr: Après une égalité aux dix premiers California, la deuxième place reste à prendre.
A2 Whoever reaches ten uramaki in the same turn is tied, whatever the totals.
fr: Ceux qui atteignent dix California au même tour sont à égalité, quels que soient les totaux.
A3 A third time gives nothing; the cards stay and count at the end. The prize for the most needs one
symbol; ties all get it.
fr: Une troisième fois ne rapporte rien ; les cartes restent et comptent à la fin. Le prix du plus
grand nombre demande un symbole ; à égalité, tous le reçoivent.
A4 Ten is checked after the reveal and after each extra card; one turn is one moment.
fr: On vérifie les dix après la révélation et après chaque carte en plus ; un tour est un seul
moment.
A5 Miso soups of the same turn leave together, two by the same player too; earlier soups stay.
fr: Les soupes miso du même tour partent ensemble, même deux du même joueur ; les précédentes
restent.
A6 First cards are laid, then numbered effects run from 1 to 12. A Menu or Takeout Box that arrives
as an extra card waits for its number, or is next if that has passed.
fr: Les premières cartes sont posées, puis les effets numérotés s'enchaînent de 1 à 12. Un Menu ou
une Boîte à emporter arrivés en plus attendent leur numéro, ou viennent aussitôt s'il est passé.
A7 [many_bonus_cards] One bonus card, Chopsticks or Spoon, per player and turn.
fr: Une seule carte bonus, Baguettes ou Cuillère, par joueur et par tour.
A8 Chopsticks need a second card in the hand. A Spoon finds nothing when all other hands are empty.
fr: Les Baguettes demandent une seconde carte en main. Une Cuillère ne trouve rien quand toutes les
autres mains sont vides.
A9 A Spoon asks from the left neighbour on, opponents only; whoever has the card must give one.
Nigiri is not wasabi.
fr: Une Cuillère interroge à partir du voisin de gauche, les adversaires seulement ; qui a la carte
doit en donner une. Demander un sushi n'est pas demander un wasabi.
A10 A Menu draws from the main deck; another Menu may not be taken.
fr: Un Menu pioche dans le paquet principal ; on ne peut pas y prendre un autre Menu.
A11 A Takeout Box packs any number of dishes of earlier turns, or none, a nigiri and a wasabi of one
pair or of two; packed cards have no type and no colour.
fr: Une Boîte à emporter retourne autant de plats des tours précédents qu'on veut, ou aucun, un
sushi et un wasabi d'une même paire ou de deux ; une carte retournée n'a ni type ni couleur.
A12 [takeout_frees_wasabi] A wasabi whose nigiri is packed is free again; a nigiri whose wasabi is
packed keeps its plain value.
fr: Un wasabi dont le sushi est retourné redevient libre ; un sushi dont le wasabi est retourné
garde sa valeur simple.
A13 [packed_desserts] A packed dessert is worth 2, is no dessert any more and leaves the game.
fr: Un dessert retourné vaut 2, n'est plus un dessert et quitte la partie.
A14 A copy keeps what it copied when that is packed; a copy of a packed card is packed.
fr: Une copie garde ce qu'elle a copié quand celui-ci est retourné ; la copie d'une carte retournée
est retournée.
A15 A first card copies dishes of earlier turns; an extra card also those of this turn.
fr: Une première carte copie les plats des tours précédents ; une carte en plus, aussi ceux de ce
tour.
A16 The copy of a nigiri that lies on no wasabi may go onto a free one; a real nigiri must.
fr: La copie d'un sushi qui n'est pas sur un wasabi peut aller sur un wasabi libre ; un vrai sushi
le doit.
A17 [copied_bonus_returns] A Special Order that was used as Chopsticks or Spoon goes back to a hand
as a Special Order. A printed card acts before its copies.
fr: Une Commande spéciale utilisée comme Baguettes ou Cuillère revient en main comme Commande
spéciale. Une carte imprimée agit avant ses copies.
A18 A Special Order that copies a dessert is kept as one, also for the tie-break.
fr: Une Commande spéciale qui copie un dessert est gardée comme dessert, aussi pour le départage.
A19 [tea_counts_desserts] Desserts of this round count for Tea as they do for Soy Sauce.
fr: Les desserts de la manche comptent pour le Thé comme pour la Sauce soja.
A20 Soy Sauce compares all players, also those without one; ties qualify. Packed cards have no
colour.
fr: La Sauce soja compare tous les joueurs, même ceux qui n'en ont pas ; les égalités comptent. Une
carte retournée n'a pas de couleur.
A21 Temaki and pudding, all tied: with three or more both prizes cancel; two players both get the
prize if they have any.
fr: Temaki et flan, tous à égalité : à trois ou plus, gain et perte s'annulent ; à deux, chacun
reçoit le prix s'il en a.
A22 Scores may fall below zero.
fr: Un score peut être négatif.
A23 A tie goes to whoever has more dessert cards, then the place is shared.
fr: À égalité, le plus de cartes dessert l'emporte, puis le rang est partagé.
A24 [wasabi_same_turn] A wasabi laid first takes the nigiri that Chopsticks lay with it.
fr: Un wasabi posé en premier reçoit le sushi que les Baguettes posent avec lui.
A25 Of several free wasabi the oldest is used.
fr: De plusieurs wasabis libres, le plus ancien sert.
A27 [chopsticks_together] The second card of Chopsticks is laid as an extra card when its number
comes up, after all first cards and what follows from them.
fr: La seconde carte des Baguettes est posée comme carte en plus quand vient son numéro, après
toutes les premières cartes et leurs effets.
A28 A bonus card that went back into a hand can be taken by a later Spoon of the turn. A type that
is not on the menu may be asked for, and a card by its number.
fr: Une carte bonus revenue en main peut être prise par une Cuillère plus tard dans le tour. On peut
demander un type absent du menu, ou une carte par son numéro.
A29 A Special Order that arrives as an extra card may copy the Chopsticks or Spoon that brought it.
fr: Une Commande spéciale arrivée en plus peut copier les Baguettes ou la Cuillère qui l'ont amenée.
A30 A Special Order that copied a dessert is none once it is packed, and returns to the deck.
fr: Une Commande spéciale qui a copié un dessert n'en est plus un une fois retournée, et retourne
dans le paquet.
A31 A further Miso soup of a turn in which soups left is discarded too.
fr: Une soupe miso de plus, au tour où des soupes sont parties, est défaussée aussi.
A32 A nigiri whose wasabi is packed lies on none. A packed card cannot be packed again.
fr: Un sushi dont le wasabi est retourné n'est sur aucun. Une carte retournée ne l'est pas deux
fois.
A33 With the English scoring of uramaki places are settled at the end of the turn.
fr: Avec le décompte anglais des California, les rangs sont fixés à la fin du tour.
""")
