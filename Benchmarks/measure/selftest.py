"""What comparison and kept runs do with figures that are known."""

import json
import os
import tempfile

from measure import comparison, kept
from measure.comparison import BETTER, NEW, WORSE
from measure.figure import NOISE, Figure, least, rounded
from measure.parts import PARTS, schedule

LIMIT = NOISE["program"]
MACHINE = kept.Machine(2, "Some Processor", "x86_64", "6.1.0")
FAILED = []


def expect(what, found, wanted):
    if found != wanted:
        FAILED.append(f"{what}: {found!r}, not {wanted!r}")


def judged(value, then, beside=None, beside_then=None, same=True, kind="program"):
    """Verdict and percent of a figure whose kept value is `then`."""
    peer = "peer" if beside is not None else None
    peer_then = "peer" if beside_then is not None else None
    known = Figure("f", "ms", kind, then, peer_then, beside_then) if then is not None else None
    found = comparison.compare(Figure("f", "ms", kind, value, peer, beside), known, same)
    return found.verdict, None if found.change is None else round(found.change, 6)


def judgements():
    expect("as before", judged(10, 10), ("", 0))
    expect("at the limit", judged(100 + LIMIT, 100), ("", LIMIT))
    expect("above the limit", judged(101 + LIMIT, 100), (WORSE, LIMIT + 1))
    expect("below the limit", judged(99 - LIMIT, 100), (BETTER, -LIMIT - 1))
    expect("the peer was as much slower", judged(20, 10, beside=40, beside_then=20), ("", 0))
    expect("the peer became faster", judged(10, 10, beside=20, beside_then=40), (WORSE, 100))
    expect("a ratio of another machine", judged(30, 10, beside=20, beside_then=20, same=False), (WORSE, 200))
    expect("a value of another machine", judged(30, 10, same=False), ("", 200))
    expect("the kept run had no peer", judged(30, 10, beside=5), (WORSE, 200))
    expect("a peer's figure of zero", judged(10, 10, beside=0, beside_then=5), ("", 0))
    expect("no such figure was kept", judged(10, None), (NEW, None))
    expect("one is lost, none was", judged(1, 0, kind="count")[0], WORSE)
    expect("one is lost on another machine", judged(1, 0, kind="count", same=False)[0], WORSE)
    expect("none is lost", judged(0, 0, kind="count"), ("", 0))
    expect("none is lost any more", judged(0, 3, kind="count"), (BETTER, -100))
    busy = comparison.compare(Figure("f", "ms", "program", 101 + LIMIT), Figure("f", "ms", "program", 100), True, is_busy=True)
    expect("above the limit beside other programs", busy.verdict, "")
    other = Figure("f", "ms", "program", 10, "another peer", 1)
    found = comparison.compare(Figure("f", "ms", "program", 10, "peer", 20), other, True)
    expect("another peer has no ratio", (found.is_ratio, found.change), (False, 0))


def tables():
    before = [Figure("a", "ms", "program", 10, "peer", 400), Figure("b", "MB", "size", 5), Figure("gone", "", "count", 0)]
    now = [Figure("a", "ms", "program", 20, "peer", 400), Figure("b", "MB", "size", 5), Figure("c", "ms", "loop", 1234.5)]
    compared = comparison.compare_all(now, before, True)
    lines = comparison.table(compared)
    expect("columns", lines[0].split(), ["figure", "unit", "this", "run", "peer", "ratio", "kept", "change"])
    expect("row of a ratio", lines[2].split(), ["a", "ms", "20.0", "400", "peer", "1/20.0", "1/40.0", "+100", "%", "worse"])
    expect("row of a value", lines[3].split(), ["b", "MB", "5.00", "5.00", "0", "%"])
    expect("row of a new figure", lines[4].split(), ["c", "ms", "1,234", "new"])
    expect("columns without a kept run", comparison.table(comparison.compare_all(now, None, True))[0].split()[-1], "ratio")
    expect("what is gone", comparison.missing(now, before), ["gone"])
    expect("is worse", comparison.are_worse(compared), True)
    expect("the last line", comparison.verdict(compared, "x"), "WORSE than x by more than the noise: a (+100 %)")
    expect("the last line of the same", comparison.verdict(compared[1:], "x"), "nothing is worse than x by more than the noise")
    expect("the last line of the first run", comparison.verdict(compared[2:], "x"), "no kept run to compare with")
    expect("numbers", [comparison.number(one) for one in (0, 0.01234, 9.996, 123.4, 12345)], ["0", "0.0123", "10.00", "123", "12,345"])
    expect("digits that are kept", [rounded(one) for one in (0, 0.0123456, 1.0, 123456)], [0, 0.01235, 1, 123500])


def rounds():
    """Parts that are run several times."""
    one, two = Figure("a", "ms", "loop", 2, "peer", 9), Figure("a", "ms", "loop", 3, "peer", 8)
    other = Figure("b", "ms", "loop", 5)
    expect("the least of both", least([one, other, two, other]), [one._replace(beside=8), other])
    expect("each part is run", set(schedule(list(PARTS))), set(PARTS))
    expect("times that a part is run", {name: schedule(list(PARTS)).count(name) for name in ("regions", "replay")}, {"regions": 3, "replay": 1})
    expect("one part alone", (schedule(["replay"]), schedule(["regions"])), (["replay"], ["regions"] * 3))


def files():
    figures = [Figure("a: µs", "µs", "loop", 1.23456, "peer", 2.0), Figure("b", "", "count", 0)]
    run = kept.Run("abc1234", True, "2026-11-23T12:00:00Z", "0.1.0", MACHINE, (0.25, 1.5), 0.01, 500, {"peer": "1.0"}, figures)
    expect("a line for each figure", sum(line.startswith("  ") for line in run.text().splitlines()), len(figures))
    expect("JSON", json.loads(run.text())["figures"]["b"], {"unit": "", "kind": "count", "value": 0})
    expect("written and read", kept.Run.of(run.text()), run._replace(figures=[figures[0]._replace(value=1.235, beside=2), figures[1]]))
    later = run._replace(commit="0000000", date="2026-11-24T12:00:00Z")
    with tempfile.TemporaryDirectory() as folder:
        for one in (later, run):
            kept.save(one, folder)
        expect("the newest is last", [one.commit for one in kept.kept(folder)], ["abc1234", "0000000"])
        with open(os.path.join(folder, "bad.json"), "w", encoding="utf-8") as file:
            file.write('{"commit": "x"}')
        try:
            kept.kept(folder)
            FAILED.append("a file that is no run is read")
        except ValueError:
            pass
    expect("beside other programs", (run.is_busy, run._replace(others=0.2).is_busy), (False, True))
    expect("another kernel", MACHINE.is_like(MACHINE._replace(kernel="6.2.0")), True)
    expect("another processor", MACHINE.is_like(MACHINE._replace(model="Another")), False)


class Anything(dict):
    """Figures of a benchmark that was not run: 1 for each."""

    def __missing__(self, key):
        return 1.0


class AnyRun(dict):
    def __missing__(self, key):
        return Anything()


def names():
    """Each figure has a kind that is known, and a name of its own."""
    known = AnyRun({name: Anything() for name in ("10", "1000")})
    figures = [figure for part in PARTS.values() for figure in part.figures(known)]
    expect("kinds without a limit", {figure.kind for figure in figures} - NOISE.keys(), set())
    expect("names that are there twice", sorted({one.name for one in figures if [two.name for two in figures].count(one.name) > 1}), [])
    for run in kept.kept():
        expect(f"{run.name}: kinds without a limit", {figure.kind for figure in run.figures} - NOISE.keys(), set())


def run():
    """The mistakes that were found."""
    judgements()
    tables()
    rounds()
    files()
    names()
    return FAILED
