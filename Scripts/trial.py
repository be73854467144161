"""What faults, soak and week share: a daemon that records all that it is given, and what receivers say."""

import functools
import operator
import pathlib
import subprocess

GREETING = b"""{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}\r
{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/null","driver":"NMEA0183","activated":"2026-11-21T06:00:00.000Z"}]}\r
{"class":"WATCH","enable":true,"json":true}\r\n"""


class Failure(Exception):
    pass


def sentence(body):
    return f"${body}*{functools.reduce(operator.xor, body.encode()):02X}\r\n"


class Daemon:
    """locd with everything let through, so that the track is what came in."""

    def __init__(self, locd, directory, source, tracks=None, stale_after=2, sync=0.2, wrap=(), environment=None):
        self.directory = pathlib.Path(directory)
        self.tracks = tracks or f"{directory}/tracks"
        for path in (self.tracks, f"{directory}/state"):
            pathlib.Path(path).mkdir(parents=True, exist_ok=True)
        configuration = self.directory / "locd.yaml"
        configuration.write_text(
            f"""
receiver: {{source: "{source}", staleAfter: {stale_after}}}
recorder: {{distanceFilter: none, pausesLocationUpdatesAutomatically: false, holdsPositionWhenStationary: false,
  maximumHorizontalAccuracy: none, maximumAge: none, maximumSpeed: none, visits: false}}
tracks: {{directory: {self.tracks}, sync: {sync}}}
state: {{directory: {directory}/state}}
regions: {{file: {directory}/none.geojson}}
api: {{socket: {directory}/locd.sock}}
"""
        )
        self.log = open(self.directory / "log", "ab")
        self.process = subprocess.Popen(
            [*wrap, locd, "run", "--config", configuration], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env=environment
        )

    def words(self):
        return (self.directory / "log").read_text(errors="replace")[-3000:]
