"""Codes by time, against the vectors of RFC 4226 (appendix D) and RFC 6238 (appendix B)."""

import pytest

from tournaments.people import totp

SECRET = b"12345678901234567890"


def test_the_codes_of_rfc_4226() -> None:
    codes = " ".join(totp.code_of(SECRET, step) for step in range(10))
    assert codes == "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489"


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        # The RFC prints eight digits; six are the last of them.
        (59, "94287082"),
        (1_111_111_109, "07081804"),
        (1_111_111_111, "14050471"),
        (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"),
        (20_000_000_000, "65353130"),
    ],
)
def test_the_codes_of_rfc_6238(seconds: int, code: str) -> None:
    assert totp.code_of(SECRET, totp.step_at(seconds)) == code[2:]


@pytest.mark.parametrize(
    ("away", "accepted"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)]
)
def test_a_code_may_be_half_a_minute_early_or_late(away: int, accepted: bool) -> None:
    code = totp.code_of(SECRET, 1000 + away)
    step = totp.accepted_step(SECRET, code, now=1000 * totp.STEP_SECONDS + 7, last=0)
    assert step == (1000 + away if accepted else None)


def test_no_code_works_again_nor_does_an_earlier_one() -> None:
    for step in (999, 1000):
        code = totp.code_of(SECRET, step)
        assert totp.accepted_step(SECRET, code, now=30_000, last=1000) is None
    assert totp.accepted_step(SECRET, totp.code_of(SECRET, 1001), now=30_000, last=1000) == 1001


@pytest.mark.parametrize("code", ["", "12345", "1234567", "٧٥٥٢٢٤", "abcdef"])
def test_what_is_no_code_is_not_accepted(code: str) -> None:
    assert totp.accepted_step(SECRET, code, now=0, last=-1) is None


def test_a_secret_survives_its_text_and_the_address_names_the_account() -> None:
    text = totp.as_text(SECRET)
    assert text == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    assert totp.from_text(text) == SECRET
    address = totp.address_of(text, account="a b/é", issuer="Kaiten")
    assert address == f"otpauth://totp/Kaiten:a%20b%2F%C3%A9?secret={text}&issuer=Kaiten"
