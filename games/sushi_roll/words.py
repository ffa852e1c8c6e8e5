"""The words of Sushi Roll in English and French."""

from games.core.words import Words, read_words

_NIGIRI = {
    "egg": ("egg nigiri", "sushi à l'omelette"),
    "salmon": ("salmon nigiri", "sushi au saumon"),
    "squid": ("squid nigiri", "sushi au calamar"),
}
_COMPONENTS: Words = {
    "component.dumpling": ("dumpling", "ravioli"),
    "component.tempura": ("tempura", "tempura"),
    "component.sashimi": ("sashimi", "sashimi"),
    "component.dumpling2": ("2 dumplings", "2 raviolis"),
    "component.tempura2": ("2 tempura", "2 tempuras"),
    "component.sashimi2": ("2 sashimi", "2 sashimis"),
    "component.maki1": ("1 maki roll", "1 maki"),
    "component.maki2": ("2 maki rolls", "2 makis"),
    "component.maki3": ("3 maki rolls", "3 makis"),
    **{f"component.{face}": names for face, names in _NIGIRI.items()},
    **{
        f"component.{face}_on_wasabi": (f"{english} on wasabi", f"{french} sur wasabi")
        for face, (english, french) in _NIGIRI.items()
    },
    "component.wasabi": ("wasabi", "wasabi"),
    "component.menu1": ("1 menu", "1 menu"),
    "component.menu2": ("2 menus", "2 menus"),
    "component.menu3": ("3 menus", "3 menus"),
    "component.chopsticks1": ("chopsticks", "baguettes"),
    "component.chopsticks2": ("2 chopsticks", "2 baguettes"),
    "component.chopsticks3": ("3 chopsticks", "3 baguettes"),
    "component.dessert1": ("1 dessert", "1 dessert"),
    "component.dessert2": ("2 desserts", "2 desserts"),
    "component.dessert3": ("3 desserts", "3 desserts"),
    "component.menu_token": ("menu token", "jeton Menu"),
    "component.chopsticks_token": ("chopsticks token", "jeton Baguettes"),
    "component.dessert_token": ("dessert token", "dessert (jetons)"),
    "component.appetizer": ("appetizer die", "dé Hors-d'œuvre"),
    "component.maki": ("maki die", "dé Makis"),
    "component.nigiri": ("nigiri die", "dé Sushis"),
    "component.special": ("special die", "dé Spécial"),
    "component.dessert": ("dessert die", "dé Desserts"),
    "list.times": ("{name} ×{count}", "{name} ×{count}"),
    "list.unknown": ("a die not noted", "un dé non noté"),
}

_NAMES: Words = {
    "game.name": ("Sushi Roll", "Sushi Roll"),
    "game.blurb": (
        "Dice on belts that go round: roll, keep one, pass the rest, three rounds long.",
        "Des dés sur des tapis roulants : lancez, gardez-en un, passez les autres ; trois manches.",
    ),
    "need.belts": ("Who has the red belt?", "Qui a le tapis à bordure rouge ?"),
    "need.draw": ("Dice from the bag", "Les dés tirés du sac"),
    "need.roll": ("The dice of a belt", "Les dés d'un tapis"),
    "need.reroll": ("The dice rolled again", "Les dés relancés"),
    **dict.fromkeys(
        ("unseen.draw", "unseen.roll", "unseen.reroll"),
        ("Nobody noted the dice", "Personne n'a noté les dés"),
    ),
    "need.choose": (
        "Keep a die, or use a menu or chopsticks first",
        "Garder un dé, ou d'abord utiliser un menu ou des baguettes",
    ),
    "event.belts_dealt": ("Belts dealt", "Tapis distribués"),
    "event.dice_drawn": ("Draw", "Tirage"),
    "event.dice_rolled": ("Roll", "Lancer"),
    "event.menu_used": ("Menu: roll again", "Menu : relancer"),
    "event.chopsticks_used": ("Chopsticks: swap", "Baguettes : échanger"),
    "event.die_taken": ("Keep a die", "Garder un dé"),
    "field.red": ("Red-bordered belt", "Tapis à bordure rouge"),
    "field.seat": ("Player", "Joueur"),
    "field.dice": ("Dice", "Dés"),
    "field.faces": ("Faces", "Faces"),
    "field.opponent": ("Opponent", "Adversaire"),
    "field.given": ("Give", "Donner"),
    "field.taken": ("For", "Contre"),
    "field.face": ("Die", "Dé"),
    "rule.maki": ("Maki", "Makis"),
    "rule.nigiri": ("Nigiri", "Sushis"),
    "rule.dumpling": ("Dumplings", "Raviolis"),
    "rule.tempura": ("Tempura", "Tempuras"),
    "rule.sashimi": ("Sashimi", "Sashimis"),
    "rule.desserts": ("Desserts", "Desserts"),
    "rule.tokens": ("Menus and chopsticks left", "Menus et baguettes restants"),
    **{f"count.round{n}": (f"Tray, round {n}", f"Plateau, manche {n}") for n in (1, 2, 3)},
    "count.tokens": ("Tokens at the end", "Jetons à la fin"),
}

_OPTIONS = read_words("""
option.dessert_cap: Desserts can run out
    fr: Les desserts peuvent s'épuiser
option.dessert_cap.help: The box has tokens for 32 desserts; without this there are always enough.
    fr: La boîte a des jetons pour 32 desserts ; sans cette option, il y en a toujours assez.
option.appetizer_faces: Sides of the appetizer dice
    fr: Faces des dés Hors-d'œuvre
option.appetizer_faces.help: How many of the six sides show a dumpling, tempura, sashimi; then 2
    dumplings, 2 tempura, 2 sashimi.
    fr: Combien des six faces montrent un ravioli, un tempura, un sashimi ; puis 2 raviolis, 2
    tempuras, 2 sashimis.
option.maki_faces: Sides of the maki dice
    fr: Faces des dés Makis
option.maki_faces.help: How many of the six sides show 1, 2 and 3 rolls.
    fr: Combien des six faces montrent 1, 2 et 3 makis.
option.nigiri_faces: Sides of the nigiri dice
    fr: Faces des dés Sushis
option.nigiri_faces.help: How many of the six sides show egg, salmon and squid.
    fr: Combien des six faces montrent l'omelette, le saumon et le calamar.
option.special_faces: Sides of the special dice
    fr: Faces des dés Spécial
option.special_faces.help: How many of the six sides show wasabi; 1, 2, 3 menus; 1, 2, 3 chopsticks.
    fr: Combien des six faces montrent le wasabi ; 1, 2, 3 menus ; 1, 2, 3 baguettes.
option.dessert_faces: Sides of the dessert dice
    fr: Faces des dés Desserts
option.dessert_faces.help: How many of the six sides show 1, 2 and 3 desserts.
    fr: Combien des six faces montrent 1, 2 et 3 desserts.
""")

_CODES = read_words("""
code.wrong_number_of_faces: The option “{option}” needs a number for each face of the die.
    fr: L'option « {option} » attend un nombre pour chaque face du dé.
code.not_six_sides: The option “{option}” must share out six sides: numbers from 0 that add up to 6.
    fr: L'option « {option} » doit répartir six faces : des nombres à partir de 0, total 6.
code.wrong_number_of_dice: There are {expected} dice here, not {found}.
    fr: Il y a ici {expected} dés, pas {found}.
code.no_such_die: No die is called “{die}”.
    fr: Aucun dé ne s'appelle « {die} ».
code.no_such_face: No die of this match has a face “{face}”.
    fr: Aucun dé de cette partie n'a de face « {face} ».
code.not_in_bag: {found} × {kinds} cannot be drawn: {left} can be left in the bag.
    fr: {found} × {kinds} ne peuvent être tirés : il peut en rester {left} dans le sac.
code.not_these_dice: These faces cannot come up: the dice rolled are {kinds}.
    fr: Ces faces ne peuvent pas sortir : les dés lancés sont {kinds}.
code.no_die_left: Not possible: {kinds}. All {number} are known to be elsewhere in this round.
    fr: Impossible : {kinds}. On sait où sont les {number} de cette sorte dans cette manche.
code.no_dice_explain: Not on this belt: {faces}. No die that may have been swapped there can show
    it.
    fr: Absent de ce tapis : {faces}. Aucun dé qui a pu y être échangé ne peut le montrer.
code.die_not_on_belt: Not on this belt: {faces}. It holds {belt}.
    fr: Absent de ce tapis : {faces}. On y voit {belt}.
code.die_is_known: All dice of this belt are noted ({belt}): say which one is meant.
    fr: Tous les dés de ce tapis sont notés ({belt}) : dites lequel est concerné.
code.no_menu_left: No menu is left to pay.
    fr: Il ne reste pas de menu à payer.
code.nothing_rerolled: A menu rolls at least one die again.
    fr: Un menu relance au moins un dé.
code.no_chopsticks_left: No chopsticks are left to pay.
    fr: Il ne reste pas de baguettes à payer.
code.own_belt: Chopsticks swap with an opponent's belt, not with one's own.
    fr: Les baguettes échangent avec le tapis d'un adversaire, pas avec le sien.
code.belt_empty: This opponent has no die left on the belt.
    fr: Cet adversaire n'a plus de dé sur son tapis.
code.count_tray_too_full: Round {round}: player {number} has {found} dice, but takes only {most}.
    fr: Manche {round} : le joueur {number} a {found} dés, mais n'en prend que {most}.
code.count_too_many_dice: Round {round}: {found} × {kinds} were counted; there are {most}.
    fr: Manche {round} : {found} × {kinds} comptés ; il y en a {most}.
code.count_too_many_tokens: {found} × {sorts} were counted; there can be {most}.
    fr: {found} × {sorts} comptés ; il peut y en avoir {most}.
""")

_TELL = read_words("""
tell.belts_dealt: {red} gets the belt with the red border and starts.
    fr: {red} reçoit le tapis à bordure rouge et commence.
tell.dice_drawn: {seat} draws from the bag: {dice}.
    fr: {seat} tire du sac : {dice}.
tell.dice_drawn.none: {seat} draws {count} dice; nobody noted which.
    fr: {seat} tire {count} dés ; personne n'a noté lesquels.
tell.dice_rolled.roll: {seat} rolls {faces}.
    fr: {seat} obtient {faces}.
tell.dice_rolled.roll.none: Nobody noted what {seat} rolls.
    fr: Personne n'a noté ce qu'obtient {seat}.
tell.dice_rolled.reroll: {seat} rolls again and gets {faces}.
    fr: {seat} relance et obtient {faces}.
tell.dice_rolled.reroll.none: {seat} rolls again; nobody noted the faces.
    fr: {seat} relance ; personne n'a noté les faces.
tell.menu_used: {seat} pays a menu and picks up {faces}.
    fr: {seat} paie un menu et reprend {faces}.
tell.chopsticks_used: {seat} pays chopsticks and swaps with {opponent}: {given} for {taken}.
    fr: {seat} paie des baguettes et échange avec {opponent} : {given} contre {taken}.
tell.die_taken: {seat} keeps {face}.
    fr: {seat} garde {face}.
tell.die_taken.wasabi: {seat} keeps {face} and puts it on a wasabi.
    fr: {seat} garde {face} et le pose sur un wasabi.
tell.gains.menus.none: No menu is left in the supply.
    fr: Il n'y a plus de menu dans la réserve.
tell.gains.menus.one: {seat} gets {count} menu.
    fr: {seat} reçoit {count} menu.
tell.gains.menus.many: {seat} gets {count} menus.
    fr: {seat} reçoit {count} menus.
tell.gains.chopsticks.none: No chopsticks are left in the supply.
    fr: Il n'y a plus de baguettes dans la réserve.
tell.gains.chopsticks.one: {seat} gets {count} chopsticks token.
    fr: {seat} reçoit {count} jeton Baguettes.
tell.gains.chopsticks.many: {seat} gets {count} chopsticks tokens.
    fr: {seat} reçoit {count} jetons Baguettes.
tell.gains.desserts.none: No dessert is left in the supply.
    fr: Il n'y a plus de dessert dans la réserve.
tell.gains.desserts.one: {seat} gets {count} dessert.
    fr: {seat} reçoit {count} dessert.
tell.gains.desserts.many: {seat} gets {count} desserts.
    fr: {seat} reçoit {count} desserts.
tell.round: Round {round} is over: {scores}.
    fr: La manche {round} est finie : {scores}.
tell.over: Desserts and left-over tokens are counted: the match is over.
    fr: On compte les desserts et les jetons restants : la partie est terminée.
""")

_BOARD: Words = {
    "board.belts": ("The belts are not dealt yet", "Les tapis ne sont pas encore distribués"),
    "board.draw": (
        "Round {round} of {rounds}, {who} draws dice",
        "Manche {round} sur {rounds}, {who} tire ses dés",
    ),
    "board.turn": (
        "Round {round} of {rounds}, turn {turn} of {turns}",
        "Manche {round} sur {rounds}, tour {turn} sur {turns}",
    ),
    "board.roll": ("{who} rolls", "{who} lance ses dés"),
    "board.reroll": ("{who} rolls again", "{who} relance"),
    "board.choose": ("{who} chooses", "{who} choisit"),
    "board.hand": ("In the hand: {dice}", "En main : {dice}"),
    "board.seat": ("{who}: {points} points", "{who} : {points} points"),
    "board.seat.red": (
        "{who} (red belt): {points} points",
        "{who} (tapis rouge) : {points} points",
    ),
    "board.belt": ("Belt: {dice}", "Tapis : {dice}"),
    "board.tray": ("Tray: {dice}", "Plateau : {dice}"),
    "board.tokens": (
        "Menus {menus}, chopsticks {chopsticks}, desserts {desserts}",
        "Menus {menus}, baguettes {chopsticks}, desserts {desserts}",
    ),
}

WORDS: Words = {
    **_COMPONENTS,
    **_NAMES,
    **_OPTIONS,
    **_CODES,
    **_TELL,
    **_BOARD,
}
