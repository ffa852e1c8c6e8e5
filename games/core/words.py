"""Words of a game in English and French, keyed by `code.`, `need.`, `option.`, `component.`, …"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from games.core.setup import Option

LANGUAGES = ("en", "fr")

Words = Mapping[str, str | tuple[str, str]]
"""Key → English, or (English, French). Placeholders in braces are filled from parameters."""


def read_words(text: str) -> Words:
    """Return words written one after the other: `code.no_yen: English`, then `fr: French`."""
    return {key: said for (key,), said in read_texts(r"([\w.]+): ", text)}


def read_texts(head: str, text: str) -> Iterator[tuple[tuple[str, ...], str | tuple[str, str]]]:
    """Yield what a pattern finds at the head of every text, and the text in its languages.

    French begins with `fr: ` on a line of its own; what is too long for a line goes on in the next.
    """
    heads = list(re.finditer(f"^(?!fr: ){head}", text, re.M))
    ends = [*(found.start() for found in heads[1:]), len(text)]
    for found, end in zip(heads, ends, strict=True):
        lines = re.sub(r"\n *", "\n", text[found.end() : end].strip())
        english, _, french = lines.partition("\nfr: ")
        english, french = english.replace("\n", " "), french.replace("\n", " ")
        yield found.groups(""), (english, french) if french else english


def languages_of(words: Words) -> tuple[str, ...]:
    """Return the languages that a game speaks: English, and French where nothing lacks it."""
    return LANGUAGES if all(isinstance(text, tuple) for text in words.values()) else LANGUAGES[:1]


class _KeepUnknown(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def say(words: Words, key: str, language: str, /, **params: object) -> str:
    """Return the words of a key in a language, or the core's, or as a last resort the key.

    A parameter `option` is said by its label: in the words, or in a sentence after them.
    """
    text = words.get(key) or CORE_WORDS.get(key)
    if text is None:
        return key
    if isinstance(text, tuple):
        text = text[1] if language.startswith("fr") else text[0]
    if "option" in params and "{option}" not in text:
        text = f"{text} {say({}, 'option.corrects', language)}"
    if not params:
        return text
    texts = {name: _text_of(words, value, language) for name, value in params.items()}
    if (label := f"option.{params.get('option')}") in words:
        texts["option"] = say(words, label, language)
    return text.format_map(_KeepUnknown(texts))


def help_of(words: Words, option: Option, language: str) -> str:
    """Return what is said about an option, and that its default is a placeholder if it is one."""
    keys = [f"option.{option.name}.help", f"placeholder.{option.placeholder}"]
    return " ".join(say(words, key, language) for key in keys if key in words or key in CORE_WORDS)


def _text_of(words: Words, value: object, language: str) -> object:
    """Return a list as people write it, components by their names; anything else as it is."""
    if not isinstance(value, list | tuple):
        return value
    return ", ".join(
        say(words, f"component.{item}", language) if f"component.{item}" in words else str(item)
        for item in value
    )


CORE_WORDS: Mapping[str, tuple[str, str]] = {
    "code.unknown_game": (
        "There is no game called “{game}”.",
        "Il n'y a pas de jeu nommé « {game} ».",
    ),
    "code.unknown_rules_version": (
        "Version {rules} of these rules is not known here (the newest is {known}).",
        "La version {rules} de ces règles n'est pas connue ici (la plus récente est {known}).",
    ),
    "code.wrong_seat_count": (
        "This game takes {least} to {most} players, not {seats}.",
        "Ce jeu se joue de {least} à {most} joueurs, pas à {seats}.",
    ),
    "code.unknown_option": (
        "This game has no option “{option}”.",
        "Ce jeu n'a pas d'option « {option} ».",
    ),
    "code.option_wrong_kind": (
        "The option “{option}” takes a value of the kind {kind}.",
        "L'option « {option} » attend une valeur de type {kind}.",
    ),
    "code.option_not_offered": (
        "The option “{option}” must be one of {choices}.",
        "L'option « {option} » doit valoir l'un de {choices}.",
    ),
    "code.option_out_of_range": (
        "The option “{option}” goes from {least} to {most}.",
        "L'option « {option} » va de {least} à {most}.",
    ),
    "code.option_text_length": (
        "The option “{option}” needs a text of at most {most} characters.",
        "L'option « {option} » attend un texte d'au plus {most} caractères.",
    ),
    "code.option_not_for_seats": (
        "The option “{option}” is only for {least} to {most} players.",
        "L'option « {option} » ne vaut que de {least} à {most} joueurs.",
    ),
    "code.not_in_the_box": (
        "The option “{option}” does not describe the box.",
        "L'option « {option} » ne décrit pas la boîte.",
    ),
    "placeholder.made_up": (
        "The default is made up where no source says what is in the box: correct it from yours.",
        "La valeur par défaut est inventée là où aucune source ne dit ce que contient la boîte : "
        "corrigez-la d'après la vôtre.",
    ),
    "placeholder.one_source": (
        "The default comes from a single source: correct it if your box differs.",
        "La valeur par défaut vient d'une seule source : corrigez-la si votre boîte diffère.",
    ),
    "code.unknown_event_type": (
        "There is no event of the type “{type}”.",
        "Il n'y a pas d'événement de type « {type} ».",
    ),
    "code.malformed_event": (
        "This event does not have the right form: {detail}.",
        "Cet événement n'a pas la bonne forme : {detail}.",
    ),
    "code.newer_schema": (
        "This was written by a newer version (schema {schema} of {type}; {known} is known here).",
        "Ceci vient d'une version plus récente (schéma {schema} de {type} ; {known} connu ici).",
    ),
    "code.not_expected": (
        "This cannot happen now.",
        "Cela ne peut pas se produire maintenant.",
    ),
    "code.not_offered": (
        "“{value}” is not possible for “{field}” now.",
        "« {value} » n'est pas possible pour « {field} » maintenant.",
    ),
    "code.not_your_turn": (
        "It is not this seat's turn.",
        "Ce n'est pas le tour de cette place.",
    ),
    "code.match_over": ("The match is over.", "La partie est terminée."),
    "code.reported_only": (
        "Results of this game can only be reported; it has no moves.",
        "Pour ce jeu, seul le résultat peut être saisi ; il n'a pas de coups.",
    ),
    "code.no_such_seat": (
        "There is no seat {seat} at this table.",
        "Il n'y a pas de place {seat} à cette table.",
    ),
    "code.unknown_viewer": (
        "“{viewer}” is not a viewer here: use public, arbiter or seat:0 and up.",
        "« {viewer} » n'est pas un point de vue : public, arbiter, ou seat:0 et suivants.",
    ),
    "code.bad_notation": (
        "This cannot be read here: “{text}”.",
        "Ceci ne se lit pas ici : « {text} ».",
    ),
    "code.unfinished_notation": (
        "Something is still missing after “{text}”.",
        "Il manque encore quelque chose après « {text} ».",
    ),
    "code.seat_missing": (
        "Several people act at once: say first whose it is.",
        "Plusieurs personnes agissent en même temps : dites d'abord qui.",
    ),
    "code.wrong_heading": (
        "This turn is “{heading}:”; the heading can also be left out.",
        "Ce tour est « {heading}: » ; l'en-tête peut aussi être omis.",
    ),
    "code.bad_tables": (
        "The tables to count do not have the right form.",
        "Les tables à compter n'ont pas la bonne forme.",
    ),
    "code.nested_too_deeply": (
        "The data is nested too deeply (at most {limit} levels).",
        "Les données sont trop imbriquées (au plus {limit} niveaux).",
    ),
    "code.integer_too_large": (
        "An integer is too large (at most {limit}).",
        "Un nombre entier est trop grand (au plus {limit}).",
    ),
    "code.not_plain_json": (
        "Only texts, whole numbers, lists and objects can be stored, not {found}.",
        "Seuls textes, nombres entiers, listes et objets sont acceptés, pas {found}.",
    ),
    "code.nul_character": (
        "A text contains a NUL character.",
        "Un texte contient un caractère NUL.",
    ),
    "code.lone_surrogate": (
        "A text contains half a character (a lone surrogate).",
        "Un texte contient un demi-caractère (substitut isolé).",
    ),
    "code.no_deal_explains": (
        "No hidden cards explain this: it takes {needed} of {cards}, and {left} are left.",
        "Aucune carte cachée n'explique cela : il en faut {needed} ({cards}), il en reste {left}.",
    ),
    "code.no_other_cards_explain": (
        "No hidden cards explain this: it takes {needed} other than {cards}, and {left} are left.",
        "Aucune carte cachée n'explique cela : il en faut {needed} autres que {cards}, il en reste "
        "{left}.",
    ),
    "code.unknown_bot": (
        "There is no bot called “{bot}”.",
        "Il n'y a pas de robot nommé « {bot} ».",
    ),
    "code.tally_not_supported": (
        "This game cannot be scored from a count.",
        "Ce jeu ne peut pas être compté d'après la table.",
    ),
    "code.tally_too_many": (
        "{found} × {item} were counted; the box has {box}.",
        "{found} × {item} comptés ; la boîte en a {box}.",
    ),
    "option.corrects": (
        "If your box differs, correct the option “{option}”.",
        "Si votre boîte diffère, corrigez l'option « {option} ».",
    ),
    "unseen": ("Nobody saw it", "Personne ne l'a vu"),
    "field.seat": ("Seat", "Place"),
    "board.over": ("The match is over", "La partie est terminée"),
    "board.scores": ("Points: {scores}", "Points : {scores}"),
    "yes": ("yes", "oui"),
    "no": ("no", "non"),
}
