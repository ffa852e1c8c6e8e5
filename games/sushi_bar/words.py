"""The words of Sushi Bar in English and French."""

from games.core.words import Words, read_words

_CODES = read_words("""
code.not_the_portions: The row “{row}” must hold exactly these portions: {expected}.
    fr: La rangée « {row} » doit contenir exactement ces portions : {expected}.
code.wrong_number_of_dice: {expected} dice are thrown now, not {found}.
    fr: On lance maintenant {expected} dés, pas {found}.
code.no_such_face: No die has a face “{face}”.
    fr: Aucun dé n'a de face « {face} ».
code.no_throw_left: No throw is left: a portion must be taken or stolen.
    fr: Il ne reste pas de lancer : il faut prendre ou voler une portion.
code.nothing_set_aside: At least one die of this throw must be set aside.
    fr: Il faut mettre de côté au moins un dé de ce lancer.
code.dice_not_thrown: Only dice of this throw can be set aside: {thrown}.
    fr: On ne peut mettre de côté que des dés de ce lancer : {thrown}.
code.no_such_row: There are two kinds of portions, sushi and bones, not “{row}”.
    fr: Il y a deux sortes de portions, sushi et bones, pas « {row} ».
code.symbol_not_thrown: No die shows what is needed to take from the row “{row}”.
    fr: Aucun dé ne montre ce qu'il faut pour prendre dans la rangée « {row} ».
code.row_too_short: The dice name portion {count} of the row “{row}”, but only {left} are left.
    fr: Les dés désignent la portion {count} de la rangée « {row} » ; il n'en reste que {left}.
code.own_stack: Portions are stolen from opponents, not from oneself.
    fr: On vole ses adversaires, pas soi-même.
code.too_few_chopsticks: Stealing takes at least three chopsticks of the right colour, not {found}.
    fr: Pour voler, il faut au moins trois baguettes de la bonne couleur, pas {found}.
code.stack_empty: This opponent has nothing of this kind to steal.
    fr: Cet adversaire n'a rien de cette sorte à voler.
code.no_such_position: The stack has {tiles} portions: there is no position {position}.
    fr: La pile compte {tiles} portions : il n'y a pas de position {position}.
code.only_the_top: With three chopsticks only the top of a stack can be stolen.
    fr: Avec trois baguettes, on ne vole que le sommet d'une pile.
code.not_twelve_values: The option “{option}” needs twelve values.
    fr: L'option « {option} » attend douze valeurs.
code.sushi_value_out_of_range: Sushi are worth +1 to +20.
    fr: Les sushis valent de +1 à +20.
code.bone_value_out_of_range: Bones are worth -1 to -20.
    fr: Les arêtes valent de -1 à -20.
""")

_NAMES: Words = {
    "game.name": ("Sushi Bar", "Sushi Bar"),
    "game.blurb": (
        "Throw five dice up to three times, take sushi and the bones that make them count, "
        "or steal with chopsticks.",
        "Lancez cinq dés jusqu'à trois fois, prenez des sushis et les arêtes qui les font compter, "
        "ou volez avec les baguettes.",
    ),
    "need.rows": ("Lay both rows", "Disposer les deux rangées"),
    "need.throw": ("Throw the dice", "Lancer les dés"),
    "need.choose": (
        "Take, steal, or set dice aside",
        "Prendre, voler ou mettre des dés de côté",
    ),
    "need.portion": ("Take or steal a portion", "Prendre ou voler une portion"),
    "option.hide_covered": ("Covered portions face down", "Portions recouvertes cachées"),
    "option.hide_covered.help": (
        "Boards show only the top of each stack until the match is over, as at the table.",
        "Les plateaux ne montrent que le sommet des piles jusqu'à la fin, comme à la table.",
    ),
    "option.sushi_values": ("Values of the sushi", "Valeurs des sushis"),
    "option.sushi_values.help": (
        "The twelve values in your box.",
        "Les douze valeurs de votre boîte.",
    ),
    "option.bone_values": ("Values of the bones", "Valeurs des arêtes"),
    "option.bone_values.help": (
        "The twelve values in your box; all negative.",
        "Les douze valeurs de votre boîte ; toutes négatives.",
    ),
    "component.sushi": ("sushi", "sushi"),
    "component.bone": ("bone", "arête"),
    "component.bones": ("bones", "arêtes"),
    "component.blue": ("blue chopsticks", "baguettes bleues"),
    "component.red": ("red chopsticks", "baguettes rouges"),
    "event.rows_laid": ("Rows laid", "Rangées disposées"),
    "event.dice_rolled": ("Dice thrown", "Dés lancés"),
    "event.dice_kept": ("Dice set aside", "Dés mis de côté"),
    "event.portion_taken": ("Portion taken", "Portion prise"),
    "event.portion_stolen": ("Portion stolen", "Portion volée"),
    "field.sushi": ("Sushi, left to right", "Sushis, de gauche à droite"),
    "field.bones": ("Bones, left to right", "Arêtes, de gauche à droite"),
    "count.sushi": ("Sushi, bottom to top", "Sushis, de bas en haut"),
    "count.bones": ("Bones, bottom to top", "Arêtes, de bas en haut"),
    "field.dice": ("Dice", "Dés"),
    "field.row": ("Row", "Rangée"),
    "field.victim": ("Stolen from", "Volée à"),
    "field.stack": ("Stack", "Pile"),
    "field.position": ("Position from the top", "Position depuis le haut"),
    "rule.sushi": ("Sushi that count", "Sushis comptés"),
    "rule.dropped": ("Sushi dropped: more than bones", "Sushis retirés : plus que d'arêtes"),
    "rule.bones": ("Bones", "Arêtes"),
}

_TELL = read_words("""
tell.rows_laid: The rows are laid: sushi {sushi}; bones {bones}.
    fr: Les rangées sont disposées : sushis {sushi} ; arêtes {bones}.
tell.dice_rolled: {seat} throws {dice}.
    fr: {seat} lance les dés : {dice}.
tell.dice_kept: {seat} sets aside {dice}.
    fr: {seat} met de côté {dice}.
tell.portion_taken.sushi: {seat} takes the {nth} sushi ({value}).
    fr: {seat} prend la {nth} bouchée de sushi ({value}).
tell.portion_taken.bones: {seat} takes the {nth} bone ({value}).
    fr: {seat} prend la {nth} arête ({value}).
tell.portion_stolen.top.sushi: {seat} steals the top sushi from {victim} ({value}).
    fr: {seat} vole à {victim} le sushi au sommet de sa pile ({value}).
tell.portion_stolen.top.bones: {seat} steals the top bone from {victim} ({value}).
    fr: {seat} vole à {victim} l'arête au sommet de sa pile ({value}).
tell.portion_stolen.any.sushi: {seat} steals the {nth} sushi from the top from {victim} ({value}).
    fr: {seat} vole à {victim} la {nth} bouchée de sushi en partant du haut ({value}).
tell.portion_stolen.any.bones: {seat} steals the {nth} bone from the top from {victim} ({value}).
    fr: {seat} vole à {victim} la {nth} arête en partant du haut ({value}).
tell.forced: Nothing can be taken or stolen: {seat} must take the {value}.
    fr: Rien à prendre ni à voler : {seat} doit prendre le {value}.
tell.last: That was the last portion.
    fr: C'était la dernière portion.
tell.abandoned: The match is cut off after {turns} turns.
    fr: La partie est interrompue après {turns} tours.
""")

_BOARD: Words = {
    "board.turn": (
        "Turn {turn}: {who}, throw {throw} of {throws}",
        "Tour {turn} : {who}, lancer {throw} sur {throws}",
    ),
    "board.laying": ("The rows are not laid yet", "Les rangées ne sont pas encore disposées"),
    "board.abandoned": ("The match was cut off", "La partie a été interrompue"),
    "board.sushi": ("Sushi:  {tiles}", "Sushis : {tiles}"),
    "board.bones": ("Bones:  {tiles}", "Arêtes : {tiles}"),
    "board.thrown": ("Thrown: {dice}", "Lancés : {dice}"),
    "board.kept": ("Aside:  {dice}", "Gardés : {dice}"),
    "board.seat": ("{who}: {points} points", "{who} : {points} points"),
    "board.stack.sushi": ("Sushi (bottom to top): {tiles}", "Sushis (de bas en haut) : {tiles}"),
    "board.stack.bones": ("Bones (bottom to top): {tiles}", "Arêtes (de bas en haut) : {tiles}"),
    "board.nothing.sushi": ("none", "aucun"),
    "board.nothing.bones": ("none", "aucune"),
    "dice.sushi.one": ("1 sushi", "1 sushi"),
    "dice.sushi.many": ("{count} sushi", "{count} sushis"),
    "dice.bone.one": ("1 bone", "1 arête"),
    "dice.bone.many": ("{count} bones", "{count} arêtes"),
    "dice.blue.one": ("1 blue", "1 baguette bleue"),
    "dice.blue.many": ("{count} blue", "{count} baguettes bleues"),
    "dice.red.one": ("1 red", "1 baguette rouge"),
    "dice.red.many": ("{count} red", "{count} baguettes rouges"),
    "nth.1": ("1st", "1re"),
    "nth.2": ("2nd", "2e"),
    "nth.3": ("3rd", "3e"),
    "nth": ("{count}th", "{count}e"),
}

WORDS: Words = {**_NAMES, **_CODES, **_TELL, **_BOARD}
