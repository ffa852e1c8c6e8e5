"""The words of Sushi Express in English and French."""

from games.core.words import Words, read_words
from games.sushi_express.sentences import SENTENCES

_CODES = read_words("""
code.wrong_number_of_customers: {expected} customers are turned up now, not {found}.
    fr: On retourne maintenant {expected} clients, pas {found}.
code.no_such_customer: There is no customer called “{customer}”.
    fr: Il n'y a pas de client nommé « {customer} ».
code.customers_used_up: All customers of this kind have been turned up before: {customers} (the box
    has {box}).
    fr: Tous les clients de cette sorte sont déjà sortis : {customers} (la boîte en a {box}).
code.customer_not_in_box: No such customer is in the box: {customers}.
    fr: La boîte n'a pas de tel client : {customers}.
code.nothing_to_swap: Nothing can be swapped here: pawns must stand on box {box} and on the one next
    to it.
    fr: Rien à intervertir : il faut des pions sur la case {box} et sur une case voisine.
code.no_such_box: The betting board has boxes 2 to 12, not {box}.
    fr: Le tableau de paris va de 2 à 12 : il n'y a pas de case {box}.
code.no_such_number: One cannot lay down {number} cards.
    fr: On ne peut pas jouer {number} cartes.
code.not_in_hand: This seat does not hold {number} of this action card: {cards}.
    fr: Cette place n'a pas {number} exemplaire(s) de cette carte action : {cards}.
code.no_such_face: A die shows 1 to 6, not {faces}.
    fr: Un dé montre de 1 à 6, pas {faces}.
code.die_not_thrown: Only one of the dice just thrown can be thrown again: {thrown}.
    fr: On ne relance que l'un des dés qui viennent d'être lancés : {thrown}.
code.no_such_card: There is no action card called “{card}”.
    fr: Il n'y a pas de carte action nommée « {card} ».
code.customer_not_there: This customer is not in the row: {customers}.
    fr: Ce client n'est pas dans la rangée : {customers}.
code.no_card_at_the_park: This move earns no card at the park.
    fr: Ce déplacement ne rapporte pas de carte au parc.
code.no_such_decision: The row is kept or discarded, not “{row}”.
    fr: On laisse la rangée (keep) ou on la défausse (discard), pas « {row} ».
code.wrong_hand_size: This hand has {expected} action cards, not {found}.
    fr: Cette main compte {expected} cartes action, pas {found}.
code.hides_card: This hand is known to hold {number} of this card: {cards}.
    fr: On sait que cette main contient {number} exemplaire(s) de cette carte : {cards}.
code.not_six_colours: The option “{option}” needs exactly six colours.
    fr: L'option « {option} » attend exactement six couleurs.
""")

_COLOURS: Words = {
    "light_blue": ("light blue", "bleu clair"),
    "dark_blue": ("dark blue", "bleu foncé"),
    "pink": ("pink", "rose"),
    "violet": ("violet", "violet"),
    "green": ("green", "vert"),
    "yellow": ("yellow", "jaune"),
    "orange": ("orange", "orange"),
    "red": ("red", "rouge"),
    "brown": ("brown", "brun"),
    "white": ("white", "blanc"),
    "grey": ("grey", "gris"),
    "black": ("black", "noir"),
}

_NAMES: Words = {
    "game.name": ("Sushi Express", "Sushi Express"),
    "game.blurb": (
        "Bet on the dice, drive your delivery van round the town and collect customers of many "
        "colours; whoever has the fewest tips pays.",
        "Pariez sur les dés, faites le tour de la ville en camionnette et servez des clients de "
        "toutes les couleurs ; gare à qui a le moins de pourboires.",
    ),
    "need.reveal": ("Turn up customers", "Retourner des clients"),
    "need.first": ("Draw the first player", "Désigner le premier joueur"),
    "need.bet": ("Bet on the dice", "Parier sur les dés"),
    "need.swap": ("Swap neighbouring pawns", "Intervertir des pions voisins"),
    "need.throw": ("Throw both dice", "Lancer les deux dés"),
    "need.reroll": ("Throw one die again, or not", "Relancer un dé, ou non"),
    "need.rethrow": ("Throw the one die", "Lancer le dé"),
    "need.draw": ("Draw an action card", "Piocher une carte action"),
    "unseen.draw": ("Nobody saw the card", "Personne n'a vu la carte"),
    "need.move": ("Drive the van", "Déplacer la camionnette"),
    "need.customer": ("Take a customer", "Prendre un client"),
    "need.row": ("Keep or discard the row", "Laisser ou défausser la rangée"),
    "need.show": ("Show the action cards left", "Montrer les cartes action restantes"),
    "option.other_colours": ("Other customer colours", "Autres couleurs de clients"),
    "option.other_colours.help": (
        "The six colours in your box of which there are two customers each.",
        "Les six couleurs de votre boîte qui comptent deux clients chacune.",
    ),
    **{
        f"option.other_colours.{name}": words
        for name, words in _COLOURS.items()
        if not name.endswith("blue")
    },
    **{f"component.{name}": words for name, words in _COLOURS.items()},
    "component.tip": ("tip", "pourboire"),
    "component.same_bet": ("same bet", "même pari"),
    "component.swap": ("swap", "changer de place"),
    "component.reroll": ("reroll", "nouveau jet de dés"),
    "component.one_further": ("one tile further", "1 tuile plus loin"),
    "component.tip_action": ("tip card", "carte pourboire"),
    "component.sushi_express": ("Sushi Express", "Sushi Express"),
    "component.park": ("park", "parc"),
    "component.house": ("house", "maison"),
    "component.keep": ("keep", "laisser"),
    "component.discard": ("discard", "défausser"),
    "event.customers_revealed": ("Customers turned up", "Clients retournés"),
    "event.first_player_drawn": ("First player", "Premier joueur"),
    "event.pawns_swapped": ("Pawns swapped", "Pions intervertis"),
    "event.bet_placed": ("Bet", "Pari"),
    "event.dice_thrown": ("Dice thrown", "Dés lancés"),
    "event.reroll_chosen": ("Reroll", "Nouveau jet"),
    "event.die_rerolled": ("Die thrown again", "Dé relancé"),
    "event.action_drawn": ("Action card drawn", "Carte action piochée"),
    "event.van_moved": ("Drive", "Déplacement"),
    "event.customer_taken": ("Customer taken", "Client pris"),
    "event.park_came_first": ("Park card first", "Carte du parc d'abord"),
    "event.row_decided": ("Row kept or discarded", "Rangée laissée ou défaussée"),
    "event.hand_shown": ("Hand shown", "Main montrée"),
    "field.customers": ("Customers", "Clients"),
    "field.box": ("Box", "Case"),
    "field.swaps": ("Swap cards laid down", "Cartes « changer de place » jouées"),
    "field.dice": ("Dice", "Dés"),
    "field.die": ("Die to throw again", "Dé à relancer"),
    "field.face": ("Die", "Dé"),
    "field.card": ("Action card", "Carte action"),
    "field.further": ("Tiles further", "Tuiles de plus"),
    "field.customer": ("Customer", "Client"),
    "field.row": ("The rest of the row", "Le reste de la rangée"),
    "field.cards": ("Action cards", "Cartes action"),
    "count.customers": ("Customers and tips", "Clients et pourboires"),
    "count.actions": ("Action cards left in hand", "Cartes action restées en main"),
    "rule.first_customers": ("First customer of each colour", "Premier client de chaque couleur"),
    "rule.further_customers": ("Further customers", "Clients supplémentaires"),
    "rule.tips": ("Fewest tips", "Le moins de pourboires"),
    "rule.cards_left": (
        "Action cards left, without tips (tie-break)",
        "Cartes action restantes, hors pourboires (départage)",
    ),
}

WORDS: Words = {**_NAMES, **_CODES, **SENTENCES}
