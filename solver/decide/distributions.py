"""The few distributions that intervals and tests need, from scipy.special.

`scipy.stats` has them under better names, but loads for a second, which is longer than many of the
commands take that print an interval.
"""

from __future__ import annotations

from typing import Any

__all__ = ["beta_quantile", "sign_test", "t_quantile", "t_tail"]


def beta_quantile(share: Any, a: Any, b: Any) -> Any:
    """The value below which `share` (0 to 1) of the beta distribution with a, b > 0 lies."""
    from scipy.special import betaincinv

    return betaincinv(a, b, share)


def t_quantile(share: float, freedom: int) -> float:
    """The value below which `share` (0 to 1) of Student's t with these degrees of freedom lies."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, share))


def t_tail(value: float, freedom: int) -> float:
    """The chance (0 to 1) that Student's t with these degrees of freedom is above `value`."""
    from scipy.special import stdtr

    return float(stdtr(freedom, -value))


def sign_test(won: int, lost: int) -> float:
    """The two-sided p value of the exact sign test, chances being even; 1.0 without a decision."""
    from scipy.special import bdtr

    if won == lost:
        return 1.0
    return min(1.0, 2 * float(bdtr(min(won, lost), won + lost, 0.5)))
