from kaiten_liars_dice import BidDoubted, BidMade, CupLifted, DiceRolled, LiarsDice

from games.core.matches import make_setup
from games.core.replay import checked_fold
from games.testing import contract_tests

TestLiarsDice = contract_tests(LiarsDice())


def test_whoever_is_wrong_about_a_bid_loses_a_die_and_is_outlived() -> None:
    setup = make_setup(LiarsDice(), seats=3, options={"dice": 1})
    rolls = [DiceRolled(seat, 1, (None,)) for seat in range(3)]
    lifts = [CupLifted(0, ("five",)), CupLifted(1, ("six",)), CupLifted(2, ("five",))]
    for count, points in ((2, [1, 0, 1]), (3, [0, 1, 1])):
        events = [*rolls, BidMade(0, count, "five"), BidDoubted(1), *lifts]
        assert checked_fold(LiarsDice(), setup, events).points == points
