"""The benchmarks that `Benchmarks/bench` runs, each in a short form, and the figures that it takes from their JSON."""

import os
import typing

from measure.figure import Figure

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Enough of each for its noise; all of it takes some eight minutes.
SLOW_SECONDS, FAST_SECONDS, IDLE_SECONDS, WRITTEN_SECONDS = 30, 30, 40, 60
EPOCHS, SENTENCE_EPOCHS, DAYS, SUBSCRIBERS, CLIENTS = 60_000, 50_000, 14, 200, 10
SUBSCRIBER_SECONDS = 20
# Half a minute after its start a daemon gives back what only the start needed.
MEMORY_SECONDS = 50


class Part(typing.NamedTuple):
    """One benchmark."""

    needs: tuple  # programs, apart from locd
    # Of the binary of locd and a temporary folder: commands, the last of which takes `--json FILE`.
    commands: typing.Callable
    figures: typing.Callable  # of what that wrote
    # A loop of a second or two, which a neighbour can slow down from its start to its end: it is run at three times far apart, and the
    # least counts.
    is_short: bool = False


def benchmark(name, *arguments):
    return [os.path.join(HERE, name), *map(str, arguments)]


def compiled(name):
    """A benchmark in Swift, as `swift build --package-path Benchmarks -c release` makes it."""
    return os.path.join(HERE, ".build", "release", name)


def only(*names):
    return [word for name in names for word in ("--only", name)]


def live(rate, seconds):
    """locd beside gpsd, and its track beside gpspipe's output, through gpsd and from a serial port."""
    names = {f"live-{rate}": f"through gpsd, {rate} Hz", f"serial-{rate}": f"serial, {rate} Hz"}

    def figures(measured):
        for name, shown in names.items():
            known = measured[name]
            yield Figure(f"{shown}: wakes", "per fix", "wakes", known["locd wakes/fix"], "gpsd", known["gpsd wakes/fix"])
            yield Figure(f"{shown}: processor time", "µs/fix", "at work", known["locd cpu µs/fix"], "gpsd", known["gpsd cpu µs/fix"])
            for part, kind in (("p50", "latency"), ("p99", "latency tail")):
                yield Figure(
                    f"{shown}: latency {part}", "ms", kind, known[f"locd latency {part} ms"], "gpspipe", known[f"gpspipe latency {part} ms"])
            yield Figure(f"{shown}: lost or written twice", "epochs", "count", known["lost"] + known["twice"])

    return Part(
        ("gpsd", "gpspipe"), lambda locd, _: [benchmark("live", "--locd", locd, "--seconds", seconds, *only(*names))], figures)


def idle(measured):
    for name in ("no gpsd", "gpsd, silent receiver", "no serial device"):
        yield Figure(f"idle, {name}: wakes", "per min", "idle wakes", measured["idle"][f"{name}: wakes/min"])


def replay(measured):
    for name, shown in (("the drive: RMC VTG GGA GSA GSV GST", "all sentences"), ("RMC GGA GSA alone", "RMC GGA GSA")):
        known = measured[name]
        ours, theirs = (known[f"{who} s"] / known["epochs"] * 1e6 for who in ("locd", "gpsbabel"))
        yield Figure(f"replay, {shown}", "µs/fix", "program", ours, "gpsbabel", theirs)


def tracks(measured):
    for name, peer, shown, who in (
        ("locd track export --format gpx", "gpsbabel gpx to gpx", "track export, GPX, 200,000 fixes", "gpsbabel"),
        ("locd track stats", "gpsbabel gpx, track filter speed and course", "track stats, 200,000 fixes", "gpsbabel"),
        ("locd track show, a day in the middle", "zgrep of that day, the year's files", f"track show, a day of {DAYS}", "zgrep"),
    ):
        ours, theirs = (measured[one]["cpu s"] * 1e3 for one in (name, peer))
        yield Figure(shown, "ms", "program", ours, who, theirs)
    name, peer = "locd track export --format gpx", "gpsbabel gpx to gpx"
    yield Figure(
        "track export, GPX: resident", "MB", "memory", measured[name]["resident MB"], "gpsbabel", measured[peer]["resident MB"])
    name = "locd track export --simplify 5"
    yield Figure("track export, simplified, 200,000 fixes", "ms", "program", measured[name]["cpu s"] * 1e3)


def written(measured):
    yield Figure("track, 1 Hz", "MB/day", "bytes", measured["5"]["track MB/day"])
    for policy in ("always", "5"):
        yield Figure(f"written, tracks.sync {policy}", "MB/day", "bytes", measured[policy]["written MB/day"])


def pipeline(measured):
    for name, known in measured.items():
        yield Figure(f"pipeline, {name}", "ns/fix", "loop", known["fastest ns/fix"])


def regions(measured):
    for count, known in measured.items():
        shown = f"regions, {int(count):,}"
        yield Figure(shown, "µs/fix", "loop", known["µs/fix"], "each asked", known["asking each µs/fix"])
    yield Figure(f"{shown}: index", "ms", "loop", known["first fix ms"])


def sentences(measured):
    for name, known in measured.items():
        yield Figure(f"sentences, {name}", "ns each", "loop", known["fastest ns/sentence"])


def subscribers(measured):
    ours, theirs = measured["locd"], measured["gpsd"]
    shown = f"{SUBSCRIBERS} clients, 10 Hz"
    yield Figure(f"{shown}: missed", "locations", "count", ours["lost"])
    for key, name, unit, kind in (
        ("cpu µs/location", "processor time", "µs each", "at work"), ("delay p50 ms", "delay p50", "ms", "latency"),
        ("delay p99 ms", "delay p99", "ms", "latency tail"),
    ):
        yield Figure(f"{shown}: {name}", unit, kind, ours[key], "gpsd", theirs[key])
    yield Figure(f"{shown}: anonymous", "kB each", "memory", ours["anonymous kB/client"])


def memory(measured):
    for name, peer, shown in (
        ("nothing shared", "gpsd", "no client"), ("with clients", "gpsd with clients", f"{CLIENTS} clients"),
        ("everything shared", "gpsd", "everything shared"),
    ):
        for key in ("resident", "anonymous"):
            ours, theirs = (measured[one][f"{key} kB"] * 1.024e-3 for one in (name, peer))
            yield Figure(f"memory, {shown}: {key}", "MB", "memory", ours, "gpsd", theirs)


def drive(locd, folder):
    """A file of sentences, and what reads it."""
    file = os.path.join(folder, "drive.nmea")
    return [
        [locd, "simulate", "loop", "--loop", "--epochs", str(SENTENCE_EPOCHS), "--start", "2026-11-01T00:00:00Z", "--output", file],
        [compiled("sentences"), file],
    ]


PARTS = {
    "live-1": live(1, SLOW_SECONDS),
    "live-10": live(10, FAST_SECONDS),
    "idle": Part(
        ("gpsd",), lambda locd, _: [benchmark("live", "--locd", locd, "--seconds", IDLE_SECONDS, "--only", "idle")], idle),
    "replay": Part(("gpsbabel", "jq"), lambda *_: [benchmark("replay", EPOCHS, 3)], replay),
    "tracks": Part(("gpsbabel", "zgrep", "jq"), lambda *_: [benchmark("tracks", "--short", DAYS)], tracks),
    "written": Part(("jq",), lambda *_: [benchmark("written", WRITTEN_SECONDS)], written),
    "pipeline": Part((compiled("pipeline"),), lambda *_: [[compiled("pipeline")]], pipeline, is_short=True),
    "regions": Part((compiled("regions"),), lambda *_: [[compiled("regions")]], regions, is_short=True),
    "sentences": Part((compiled("sentences"),), drive, sentences, is_short=True),
    "subscribers": Part(
        ("gpsd",),
        lambda locd, _: [
            benchmark("subscribers", "--locd", locd, "--clients", SUBSCRIBERS, "--stuck", 0, "--seconds", SUBSCRIBER_SECONDS, "--peer")
        ],
        subscribers),
    "memory": Part(
        ("gpsd", "dbus-daemon", "dbus-send"),
        lambda locd, _: [
            benchmark("memory", locd, "--clients", CLIENTS, "--gpsd", "--seconds", MEMORY_SECONDS, "--rounds", 1)
        ],
        memory),
}


def schedule(names):
    """The order in which parts are run; short ones in front, in the middle and at the end."""
    short = [name for name in names if PARTS[name].is_short]
    others = [name for name in names if not PARTS[name].is_short]
    middle = len(others) // 2
    return short + others[:middle] + short + others[middle:] + short
