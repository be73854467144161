"""A figure that `Benchmarks/bench` compares. Of each, less is better."""

import math
import typing


# How many percent a kind of figure moves from run to run of the same build on an idle machine, at most: more is a change.
NOISE = {
    "count": 0,  # what must not be lost
    "size": 0.5,
    "memory": 6,
    "bytes": 25,  # pages, few in a minute
    "wakes": 20,
    "idle wakes": 20,
    "loop": 10,  # one thread that does one thing, again and again
    "program": 15,  # a program from start to end
    "at work": 18,  # processor time for each fix, with cold caches
    "latency": 50,
    "latency tail": 75,
}
# Share of the processors that other programs may have in a run of an idle machine.
IDLE = 0.05


class Figure(typing.NamedTuple):
    """A name, what was measured, and the same of the peer in the same run."""

    name: str
    unit: str
    kind: str  # of NOISE
    value: float
    peer: str | None = None
    beside: float | None = None  # the peer's, in the same unit

    @property
    def ratio(self):
        """To the peer; None if there is none, or nothing to divide by."""
        if self.beside is None or not math.isfinite(self.beside) or self.beside <= 0:
            return None
        return self.value / self.beside


def least(figures):
    """Of figures of the same name the least, and the least of the peer; in the order in which they came first."""
    found = {}
    for figure in figures:
        if known := found.get(figure.name):
            beside = None if figure.beside is None or known.beside is None else min(figure.beside, known.beside)
            figure = known._replace(value=min(figure.value, known.value), beside=beside)
        found[figure.name] = figure
    return list(found.values())


def rounded(number, digits=4):
    """A number of so many digits, as it is kept: more is noise, and lines in git."""
    if number is None or number == 0 or not math.isfinite(number):
        return number
    shown = float(f"{number:.{digits}g}")
    return int(shown) if shown.is_integer() and abs(shown) < 1e15 else shown
