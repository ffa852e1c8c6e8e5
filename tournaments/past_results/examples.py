"""A file to begin with, in English and in French."""

from django.utils.translation import get_language

_ENGLISH = """\
date,time,game,player 1,score 1,player 2,score 2,player 3,score 3,player 4,score 4
2026-01-09,20:30,Sushi Bar,Anne Roy,31,Bo Lind,27,Chloé Brun,35,,
2026-01-09,,Sushi Go Party!,Anne Roy,48,Bo Lind,55,Chloé Brun,41,Dan Weiss,39
16/01/2026,,Another Box,Dan Weiss,10,Anne Roy,8,,,,
"""
_FRENCH = """\
date;heure;jeu;joueur 1;score 1;joueur 2;score 2;joueur 3;score 3;joueur 4;score 4
09/01/2026;20h30;Sushi Bar;Anne Roy;31;Bo Lind;27;Chloé Brun;35;;
09/01/2026;;Sushi Go Party !;Anne Roy;48;Bo Lind;55;Chloé Brun;41;Dan Weiss;39
16/01/2026;;Une autre boîte;Dan Weiss;10;Anne Roy;8;;;;
"""


def example_file() -> str:
    """Return an example in the active language, as a spreadsheet of that language saves it."""
    return _FRENCH if (get_language() or "").startswith("fr") else _ENGLISH
