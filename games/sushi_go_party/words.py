"""The words of Sushi Go Party! in English and French; cards and sentences have their own files."""

from games.core.words import Words, read_words
from games.sushi_go_party.names import NAMES
from games.sushi_go_party.sentences import SENTENCES

_GAME: Words = {
    "game.name": ("Sushi Go Party!", "Sushi Go Party !"),
    "game.blurb": (
        "Choose a card at the same moment as everybody else, pass the hand on, and gather the "
        "best plates over three rounds.",
        "Choisissez une carte en même temps que tous les autres, passez votre main, et réunissez "
        "les meilleurs plats en trois manches.",
    ),
    "need.deal": ("Deal a hand", "Distribuer une main"),
    "unseen.deal": ("Nobody saw the cards", "Personne n'a vu les cartes"),
    "need.choose": ("Choose a card", "Choisir une carte"),
    "need.order": (
        "Choose what the special order copies",
        "Choisir ce que copie la commande spéciale",
    ),
    "need.extra": (
        "Choose the second card of the chopsticks",
        "Choisir la seconde carte des baguettes",
    ),
    "need.copy": (
        "Choose what the special order copies",
        "Choisir ce que copie la commande spéciale",
    ),
    "need.ask": ("Ask for a card with the spoon", "Demander une carte avec la cuillère"),
    "need.answer": ("Answer the spoon", "Répondre à la cuillère"),
    "need.draw": ("Draw four cards for the menu", "Piocher quatre cartes pour le menu"),
    "unseen.draw": ("Nobody saw the cards", "Personne n'a vu les cartes"),
    "need.take": ("Take one of the four cards", "Prendre une des quatre cartes"),
    "need.pack": (
        "Turn cards face down with the takeout box",
        "Retourner des cartes avec la boîte à emporter",
    ),
    "event.dealt": ("Hand dealt", "Main distribuée"),
    "event.card_chosen": ("Card chosen", "Carte choisie"),
    "event.dish_copied": ("Card copied", "Carte copiée"),
    "event.extra_chosen": ("Second card", "Seconde carte"),
    "event.spoon_asked": ("Spoon asked", "Demande à la cuillère"),
    "event.spoon_answered": ("Spoon answered", "Réponse à la cuillère"),
    "event.menu_drawn": ("Menu drawn", "Pioche du menu"),
    "event.menu_taken": ("Menu taken", "Carte du menu"),
    "event.box_packed": ("Box packed", "Boîte remplie"),
    "field.round": ("Round", "Manche"),
    "field.cards": ("Cards", "Cartes"),
    "field.turn": ("Turn", "Tour"),
    "field.card": ("Card", "Carte"),
    "field.uses": ("Chopsticks or spoon used", "Baguettes ou cuillère utilisées"),
    "field.extras": ("Second card", "Seconde carte"),
    "field.order": ("Card to copy", "Carte à copier"),
    "field.dish": ("Card copied", "Carte copiée"),
    "field.wanted": ("Card asked for", "Carte demandée"),
    "field.dishes": ("Cards turned face down", "Cartes retournées"),
    **{
        f"count.{name}{number}": (f"Round {number}: {english}", f"Manche {number} : {french}")
        for name, english, french in (
            ("round", "on the table", "sur la table"),
            ("uramaki", "uramaki places", "places aux California"),
        )
        for number in (1, 2, 3)
    },
}

_OPTIONS = read_words("""
option.menu: Menu
    fr: Menu
option.menu.help: Which cards are in play besides nigiri. Menu and special order are for 2 to 6
    players, spoon and edamame for 3 to 8.
    fr: Quelles cartes sont en jeu avec les sushis. Menu et commande spéciale : de 2 à 6 joueurs ;
    cuillère et edamame : de 3 à 8.
option.cards: Cards à la carte
    fr: Cartes à la carte
option.cards.help: For your own menu: 1 roll, 3 appetizers, 2 specials and 1 dessert.
    fr: Pour votre propre menu : 1 maki, 3 hors d'œuvre, 2 suppléments et 1 dessert.
option.uramaki: Uramaki scoring
    fr: Décompte des California
option.uramaki.help: The French and the English rulebook score uramaki differently.
    fr: Les règles française et anglaise comptent les California autrement.
option.uramaki.fr: French rules: 8 and 6 for reaching ten, 2 for the most at the end
    fr: Règle française : 8 et 6 pour dix symboles, 2 pour le plus à la fin
option.uramaki.en: English rules: three places worth 8, 5 and 2
    fr: Règle anglaise : trois rangs à 8, 5 et 2
option.skip_place_after_tie: Uramaki: a tie skips the next place
    fr: California : une égalité saute le rang suivant
option.skip_place_after_tie.help: When several reach ten uramaki in one turn, the places they fill
    are gone.
    fr: Quand plusieurs atteignent dix California au même tour, ils occupent autant de rangs.
option.chopsticks_after_reveal: Chopsticks: second card after the reveal
    fr: Baguettes : seconde carte après la révélation
option.chopsticks_after_reveal.help: The second card is chosen after seeing what the others laid, as
    in the English rules.
    fr: La seconde carte est choisie après avoir vu celles des autres, comme en anglais.
option.chopsticks_together: Chopsticks: both cards at once
    fr: Baguettes : les deux cartes à la fois
option.chopsticks_together.help: Miso and uramaki take effect once all second cards are laid,
    special orders and cards chosen after the reveal included; otherwise after each card.
    fr: Soupes miso et California ne prennent effet qu'une fois toutes les secondes cartes posées,
    commandes spéciales et cartes choisies après la révélation comprises ; sinon après chaque carte.
option.wasabi_same_turn: Wasabi works in its own turn
    fr: Le wasabi sert dès son tour
option.wasabi_same_turn.help: A nigiri laid later in the same turn goes onto a wasabi laid in that
    turn.
    fr: Un sushi posé plus tard dans le même tour va sur un wasabi posé à ce tour.
option.many_bonus_cards: Several bonus cards per turn
    fr: Plusieurs cartes bonus par tour
option.many_bonus_cards.help: A player may use several chopsticks and spoons in one turn.
    fr: On peut utiliser plusieurs baguettes et cuillères au même tour.
option.commit_before_reveal: Special order: decided before the reveal
    fr: Commande spéciale : décidée avant la révélation
option.commit_before_reveal.help: What a special order copies is chosen with the card, as in the
    English rules.
    fr: Ce que copie une commande spéciale est choisi avec la carte, comme en anglais.
option.copied_bonus_returns: Copied chopsticks or spoon: what goes back
    fr: Baguettes ou cuillère copiées : ce qui revient
option.copied_bonus_returns.help: Which card goes into a hand after a special order was used as
    chopsticks or spoon.
    fr: Quelle carte va dans une main quand une commande spéciale a servi de baguettes ou de
    cuillère.
option.copied_bonus_returns.copy: The special order
    fr: La commande spéciale
option.copied_bonus_returns.original: The card that was copied
    fr: La carte qui a été copiée
option.takeout_frees_wasabi: Takeout box frees the wasabi
    fr: La boîte à emporter libère le wasabi
option.takeout_frees_wasabi.help: The wasabi of a nigiri turned face down can take another nigiri.
    fr: Le wasabi d'un sushi retourné peut recevoir un autre sushi.
option.packed_desserts: Desserts turned face down
    fr: Desserts retournés
option.packed_desserts.help: What happens after the round to a dessert in a takeout box.
    fr: Ce que devient après la manche un dessert mis dans une boîte à emporter.
option.packed_desserts.leave: They leave the game
    fr: Ils quittent la partie
option.packed_desserts.return: They go back into the deck
    fr: Ils retournent dans le paquet
option.tea_counts_desserts: Tea counts desserts
    fr: Le thé compte les desserts
option.tea_counts_desserts.help: Desserts laid in this round count for tea, as they do for soy
    sauce.
    fr: Les desserts posés à cette manche comptent pour le thé, comme pour la sauce soja.
""")

_CODES = read_words("""
code.cards_need_a_la_carte: Single cards can only be chosen with the menu “À la carte”.
    fr: Les cartes ne se choisissent une à une qu'avec le menu « À la carte ».
code.menu_wrong_composition: À la carte, choose {wanted} of the {group}, not {found}.
    fr: À la carte, il faut choisir {wanted} type(s) parmi les {group}, pas {found}.
code.card_not_for_seats: This menu is not for {seats} players: {cards} takes {least} to {most}.
    fr: Ce menu ne convient pas à {seats} joueurs : {cards}, de {least} à {most}.
code.no_such_card: There is no card “{card}” in this match.
    fr: Il n'y a pas de carte « {card} » dans cette partie.
code.wrong_hand_size: A hand has {size} cards.
    fr: Une main compte {size} cartes.
code.wrong_round: This is round {round}.
    fr: C'est la manche {round}.
code.wrong_turn: This is turn {turn}, counted through the whole match.
    fr: C'est le tour {turn}, compté depuis le début de la partie.
code.card_untold: Write down which card was chosen.
    fr: Notez quelle carte a été choisie.
code.not_in_hand: Not in this hand: {cards}.
    fr: Pas dans cette main : {cards}.
code.not_on_table: Not before this player: {dishes}.
    fr: Pas devant ce joueur : {dishes}.
code.cannot_copy: A special order cannot copy this now: {dishes}.
    fr: Une commande spéciale ne peut pas copier cela maintenant : {dishes}.
code.no_free_wasabi: There is no free wasabi before this player.
    fr: Il n'y a pas de wasabi libre devant ce joueur.
code.too_many_bonus_cards: Only one pair of chopsticks or one spoon may be used per turn.
    fr: On n'utilise qu'une carte baguettes ou cuillère par tour.
code.no_second_card: Chopsticks need another card in the hand.
    fr: Les baguettes demandent une autre carte en main.
code.wrong_number_of_extras: Second cards for the chopsticks announced: {wanted} needed.
    fr: Secondes cartes pour les baguettes annoncées : il en faut {wanted}.
code.order_not_committed: A special order must say what it copies.
    fr: Une commande spéciale doit dire ce qu'elle copie.
code.order_not_now: Nothing is copied with this card now.
    fr: Rien n'est copié avec cette carte maintenant.
code.no_such_type: “{wanted}” is no card and no type of card.
    fr: « {wanted} » n'est ni une carte ni un type de carte.
code.asked_for_other: The spoon asked for something else: {wanted}.
    fr: La cuillère demandait autre chose : {wanted}.
code.hides_card: This hand has what was asked for and must give it: {cards}.
    fr: Cette main a ce qui est demandé et doit le donner : {cards}.
code.denied_before: This hand was asked for it before and had none: {cards}.
    fr: Cette main n'en avait pas quand on l'a demandé : {cards}.
code.wrong_number_drawn: A menu draws {size} cards.
    fr: Un menu fait piocher {size} cartes.
code.not_drawn: Not among the cards drawn: {cards}.
    fr: Pas parmi les cartes piochées : {cards}.
code.not_another_menu: A menu cannot bring another menu.
    fr: Un menu ne permet pas de prendre un autre menu.
code.not_packable: Only face-up cards of earlier turns can be turned face down, not this: {dishes}.
    fr: On ne retourne que des cartes visibles des tours précédents, pas ceci : {dishes}.
code.packs_more_simply: Say it in the plain words: {dishes}.
    fr: Dites-le avec les mots simples : {dishes}.
code.all_copies_laid: All {number} copies are already on the table or set aside: {cards}.
    fr: Les {number} exemplaires sont déjà sur la table ou de côté : {cards}.
code.only_copy_laid: The only copy is already on the table or set aside: {cards}.
    fr: Le seul exemplaire est déjà sur la table ou de côté : {cards}.
code.only_copy_seen: The only copy is known to be elsewhere, in a hand or in the deck: {cards}.
    fr: Le seul exemplaire est connu ailleurs, dans une main ou dans le paquet : {cards}.
code.all_copies_seen: All {number} copies are known to be elsewhere, on tables, in hands or in the
    deck: {cards}.
    fr: Les {number} exemplaires sont connus ailleurs, sur les tables, dans les mains ou dans le
    paquet : {cards}.
code.too_few_copies: This takes {needed} of {cards}; the box has {number}, of which at most {left}
    are here.
    fr: Il en faudrait {needed} ({cards}) ; la boîte en a {number}, dont {left} au plus ici.
code.too_many_desserts: Only {shuffled} desserts are in the main deck so far; this takes {seen}.
    fr: Seuls {shuffled} desserts sont dans le paquet pour l'instant ; il en faudrait {seen}.
""")

_COUNTS = read_words("""
code.count_table_too_full: Round {round}: seat {number} laid at least {found} cards by this count; a
    round has {most} turns.
    fr: Manche {round} : d'après ce compte, la place {number} a posé au moins {found} cartes ; une
    manche a {most} tours.
code.count_too_many: Round {round}: {found} × {cards} were counted; there can be {most} at most.
    fr: Manche {round} : {found} × {cards} ont été comptés ; il peut y en avoir {most} au plus.
code.count_too_many_copies: Round {round}: {found} of the counted cards are more than the box has;
    {most} Special Orders could copy them.
    fr: Manche {round} : {found} des cartes comptées sont en trop pour la boîte ; {most} Commandes
    spéciales pouvaient les copier.
code.count_too_many_desserts: By the end of round {round}, {found} × {cards} were counted; there can
    be {most} at most.
    fr: À la fin de la manche {round}, {found} × {cards} ont été comptés ; il peut y en avoir {most}
    au plus.
code.count_too_many_boxes: Round {round}: {found} seats have packed cards; there are {most} Takeout
    Boxes.
    fr: Manche {round} : {found} places ont des cartes emportées ; il y a {most} Boîtes à emporter.
code.count_too_few_uramaki: Round {round}: the box does not have enough uramaki left to reach ten
    symbols {found} times.
    fr: Manche {round} : il ne reste pas assez de California dans la boîte pour atteindre {found}
    fois dix symboles.
code.count_place_twice: Round {round}: seat {number} cannot claim the same place for uramaki twice.
    fr: Manche {round} : la place {number} ne peut pas obtenir deux fois le même rang pour les
    California.
code.count_place_not_free: Round {round}: the places before leave nobody this one for uramaki:
    {places}.
    fr: Manche {round} : d'après les rangs précédents, personne ne peut avoir celui-ci pour les
    California : {places}.
code.count_ten_not_claimed: Round {round}: seat {number} still has {least} uramaki symbols or more,
    but a place for them was free.
    fr: Manche {round} : la place {number} a encore {least} symboles California ou plus, alors qu'un
    rang était libre.
""")

WORDS: Words = {**_GAME, **_OPTIONS, **_CODES, **_COUNTS, **NAMES, **SENTENCES}
