"""Numbers as text. Rounding never turns an uncertain probability into 0 or 100 percent."""

from __future__ import annotations

from decimal import Decimal


def percent(probability: float) -> str:
    """A probability in percent, with as many digits as needed: '22.04 %', '99.9987 %', '1.3e-9 %'.

    Only exactly 0 and 1 give '0 %' and '100 %'.
    """
    if probability <= 0:
        return "0 %"
    if probability >= 1:
        return "100 %"
    exact = Decimal(probability) * 100  # as a float, 100 * probability could round to 100
    if exact < Decimal("0.0005"):
        return f"{exact:.1e} %"
    digits = 2
    while not 0 < Decimal(text := f"{exact:.{digits}f}") < 100:
        digits += 1
    return f"{text} %"


def two_digits(probability: float) -> str:
    """Percent in two characters, such as '05' or '37'; '<1' below 1 percent, '>99' (three characters) above 99.

    Only exactly 0 and 1 give '00' and '100'.
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
    """All decimal digits of an integer of any size; `str` refuses more than 4300."""
    return str(Decimal(value))


def rounded(value: int) -> str:
    """An integer to three significant digits: '1.63e+27'."""
    return f"{Decimal(value):.2e}"


def counted(n: int, noun: str) -> str:
    """A number with its noun: '1 mine', '2 mines'."""
    return f"{n} {noun}{'' if n == 1 else 's'}"
