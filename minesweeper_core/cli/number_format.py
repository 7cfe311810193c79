"""Numbers as text. Nothing that is not certain is ever rounded to certainty."""

from __future__ import annotations

from decimal import Decimal


def percent(probability: float) -> str:
    """A probability as percent with as many digits as it takes: '22.04 %', '99.9987 %', '1.3e-9 %'.

    '0 %' and '100 %' stand for exactly 0 and exactly 1 only.
    """
    if probability <= 0:
        return "0 %"
    if probability >= 1:
        return "100 %"
    exact = Decimal(probability) * 100  # 100 * probability as a float may round to 100
    if exact < Decimal("0.0005"):
        return f"{exact:.1e} %"
    digits = 2
    while not 0 < Decimal(text := f"{exact:.{digits}f}") < 100:
        digits += 1
    return f"{text} %"


def two_digits(probability: float) -> str:
    """Percent in two characters: '05', '37'; '<1' below one percent, '>99' (three characters) above 99.

    '00' and '100' stand for exactly 0 and exactly 1 only.
    """
    if probability <= 0:
        return "00"
    if probability >= 1:
        return "100"
    if probability < 0.01:
        return "<1"
    if probability > 0.99:
        return ">99"
    return f"{round(100 * probability):02d}"


def integer(value: int) -> str:
    """All decimal digits of an integer of any size (`str` refuses beyond 4300 digits)."""
    return str(Decimal(value))


def rounded(value: int) -> str:
    """An integer to three significant digits: '1.63e+27'."""
    return f"{Decimal(value):.2e}"
