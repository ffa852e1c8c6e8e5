"""What people read, in English and French; a plain text would be English alone."""

from games.core.words import Words

WORDS: Words = {
    "game.name": ("Liar's dice", "Le menteur aux dés"),
    "game.blurb": ("Bid on the dice under all cups.", "Pariez sur les dés sous les gobelets."),
    "option.dice": ("Dice per player", "Dés par joueur"),
    "option.dice.help": ("How many everybody begins with.", "Combien chacun en a au début."),
    "need.roll": ("Roll under the cup", "Lancer sous le gobelet"),
    "need.bid": ("Bid or doubt", "Enchérir ou douter"),
    "need.lift": ("Lift the cup", "Soulever le gobelet"),
    "event.dice_rolled": ("Dice rolled", "Dés lancés"),
    "event.bid_made": ("Bid", "Enchère"),
    "event.bid_doubted": ("Doubt", "Doute"),
    "event.cup_lifted": ("Cup lifted", "Gobelet soulevé"),
    "field.dice": ("Dice", "Dés"),
    "field.round": ("Round", "Manche"),
    "field.count": ("How many", "Combien"),
    "field.face": ("Face", "Face"),
    "tell.dice_rolled": ("{seat} rolls: {dice}.", "{seat} lance : {dice}."),
    "tell.bid_made": ("{seat} bids {count} × {face}.", "{seat} annonce {count} × {face}."),
    "tell.bid_doubted": ("{seat} does not believe it.", "{seat} n'y croit pas."),
    "tell.cup_lifted": ("{seat} shows {dice}.", "{seat} montre {dice}."),
    "code.die_vanished": ("A die that was seen is missing.", "Il manque un dé qui a été vu."),
    "rule.outlived": ("Players outlived", "Joueurs éliminés avant"),
    "component.one": ("one", "as"),
    "component.two": ("two", "deux"),
    "component.three": ("three", "trois"),
    "component.four": ("four", "quatre"),
    "component.five": ("five", "cinq"),
    "component.six": ("six", "six"),
}
