"""A run beside a kept one: what changed by more than the noise, and the table of it."""

import math
import typing

from measure.figure import NOISE, Figure

WORSE, BETTER, NEW = "worse", "better", "new"


class Comparison(typing.NamedTuple):
    """A figure and the same of the kept run."""

    figure: Figure
    kept: float | None
    is_ratio: bool  # both runs have the same peer: `kept` is a ratio, otherwise a value
    change: float | None  # percent; None if there is nothing to compare with
    verdict: str  # WORSE, BETTER, NEW, or nothing if it is noise or cannot be judged


def compare(figure, kept, is_same_machine, is_busy=False):
    """One figure with the same of a kept run, which is None if that had no such figure. `is_busy`: one of the runs was not alone, and
    only counts are judged."""
    if kept is None:
        return Comparison(figure, None, False, None, NEW)
    now, then, is_ratio = figure.ratio, kept.ratio, True
    if now is None or then is None or figure.peer != kept.peer:
        now, then, is_ratio = figure.value, kept.value, False
    # Of nothing there is no percentage: one lost epoch is worse than none.
    change = (now - then) / then * 100 if then > 0 else 0.0 if now == then else math.copysign(math.inf, now - then)
    verdict = ""
    if figure.kind == "count" or not is_busy and (is_ratio or is_same_machine):
        limit = NOISE[figure.kind]
        verdict = WORSE if change > limit else BETTER if change < -limit else ""
    return Comparison(figure, then, is_ratio, change, verdict)


def compare_all(figures, kept, is_same_machine, is_busy=False):
    """All figures of a run, in its order. `kept`: those of the kept run; None without one."""
    known = {figure.name: figure for figure in kept or []}
    return [compare(figure, known.get(figure.name), is_same_machine, is_busy) for figure in figures]


def missing(figures, kept):
    """The names that the kept run has and this one has not."""
    names = {figure.name for figure in figures}
    return [figure.name for figure in kept or [] if figure.name not in names]


def number(value):
    """Three digits, or all those in front of the point."""
    if value is None:
        return ""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{value:,.{digits}f}" if digits < 6 else f"{value:.2e}"


def ratio(value):
    """To the peer: 1.30, or 1/28.2 for what is much less."""
    if value is None:
        return ""
    return f"1/{number(1 / value)}" if 0 < value < 0.1 else number(value)


def percent(change):
    if change is None:
        return ""
    return "from 0" if math.isinf(change) else f"{change:+.0f} %" if abs(change) >= 0.5 else "0 %"


def rows(comparisons):
    for one in comparisons:
        figure = one.figure
        beside = f"{number(figure.beside)} {figure.peer}" if figure.beside is not None else ""
        yield (
            figure.name, figure.unit, number(figure.value), beside, ratio(figure.ratio), (ratio if one.is_ratio else number)(one.kept),
            percent(one.change), one.verdict,
        )


HEADS = ("figure", "unit", "this run", "peer", "ratio", "kept", "change", "")
LEFT = {0, 1, 3, 7}


def table(comparisons):
    """The lines of the table. *Kept* is a ratio where there is one, and a value otherwise."""
    cells = [HEADS, *rows(comparisons)]
    if all(one.kept is None for one in comparisons):
        cells = [row[:5] for row in cells]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    lines = [
        "  ".join(
            cell.ljust(width) if column in LEFT else cell.rjust(width) for column, (cell, width) in enumerate(zip(row, widths))
        ).rstrip()
        for row in cells
    ]
    return [lines[0], "-" * max(map(len, lines)), *lines[1:]]


def verdict(comparisons, name):
    """The last line: what got worse than in the kept run of that name."""
    def named(word):
        return [f"{one.figure.name} ({percent(one.change)})" for one in comparisons if one.verdict == word]

    if not any(one.kept is not None for one in comparisons):
        return "no kept run to compare with"
    worse, better = named(WORSE), named(BETTER)
    if worse:
        return f"WORSE than {name} by more than the noise: {', '.join(worse)}"
    return f"nothing is worse than {name} by more than the noise" + (f"; better: {', '.join(better)}" if better else "")


def are_worse(comparisons):
    return any(one.verdict == WORSE for one in comparisons)
