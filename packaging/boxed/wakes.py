"""Programs that are away, in the booted box: systemd starts them as Documentation/Clients.md says, when something happens."""

import datetime
import os
import re

from .box import Failure, run, until
from .machine import Machine

PROBE = ".build/debug/DelegateProbe"
DROP_IN = "/etc/locd/locd.yaml.d/wakes.yaml"
ROUTE = "/root/route.gpx"
BEACON = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"
# What starts a killed program: the words of the probe, why it is started, and what it hears.
REASONS = [
    ("region yard 47.5 8.7 200", "launched region yard inside", "enter yard"),
    ("visits", "launched visit - -", "visit arrival"),
    ("significant", "launched significantChange - -", "location "),
]
UNITS = {
    "parking.service": "[Service]\nUser=games\nExecStart=/usr/local/bin/DelegateProbe {words}\n",
    "parking.socket": "[Socket]\nListenStream=/run/locd-wake/parking.sock\nSocketUser=locd\nSocketMode=0600\nFlushPending=yes\n",
}


def route():
    """A kilometre northwards at 10 m/s, thirteen minutes at the yard, and on."""
    points = [(s, (s - 100) * 10) for s in range(101)] + [(s, 0) for s in range(110, 901, 10)] + [(s, (s - 900) * 10) for s in range(901, 1201)]
    begin = datetime.datetime(2026, 9, 21, tzinfo=datetime.timezone.utc)
    text = ""
    for second, north in points:
        moment = (begin + datetime.timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%SZ")
        text += f'<trkpt lat="{47.5 + north / 111_200:.7f}" lon="8.7"><time>{moment}</time></trkpt>\n'
    return f'<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n{text}</trkseg></trk></gpx>\n'


class Wakes(Machine):
    """Steps of packaging/integration about programs that are away. They leave the box as they found it, and recording."""

    def wakes_programs(self):
        """a killed program is started for a region, a visit, a significant change and a beacon, each with its reason, told once"""
        if not os.path.exists(PROBE):
            return f"not tried: {PROBE} is not built"
        libraries = re.findall(r"=> (\S*/swift/linux/\S+)", run("ldd", PROBE).stdout)
        for path, into in [(PROBE, "/usr/local/bin/")] + [(path, "/usr/local/lib/") for path in libraries]:
            self.box.takes(path, into)
        self.box.call("chmod", "755", "/usr/local/bin/DelegateProbe")
        self.box.call("ldconfig")
        policy = '{authorizationStatus: authorizedAlways, wake: "unix:/run/locd-wake/parking.sock"}'
        self.box.write("/etc/locd/clients.yaml", f"units:\n  parking.service: {policy}\n")
        self.box.write(DROP_IN, "recorder: {enabled: false}\nreceiver: {staleAfter: 60}\nsensors: {beacons: true}\n")
        self.box.write("/etc/systemd/system/parking.socket", UNITS["parking.socket"])
        self.box.write(ROUTE, route())
        self.box.call("systemctl", "stop", "receiver", check=False)
        try:
            for words, reason, told in REASONS:
                self.begins(words)
                self.dies()
                # A minute of the route in a second, from the moment at which gpsd opens it.
                options = ["--link", "/run/gps", "--speed", "60", "--time-to-first-fix", "0", "--wait", "--hold", "60"]
                self.box.call("systemd-run", "--quiet", "--collect", "--unit=route", "locd", "simulate", ROUTE, *options)
                self.box.exists("/run/gps")
                self.box.call("systemctl", "restart", "gpsd.socket", "gpsd.service")
                self.is_told(reason, told)
                self.box.call("systemctl", "stop", "route", check=False)
            # A beacon comes, goes, and comes again: the program is away the second time.
            self.begins(f"beacon shop {BEACON}")
            until("the beacon is asked for", lambda: "monitoring shop" in self.words())
            self.plays_beacon()
            until("the beacon has gone", lambda: "exit shop" in self.words())
            self.dies()
            self.plays_beacon()
            self.is_told("launched region shop inside", "enter shop")
        finally:
            self.box.call("systemctl", "stop", "parking.socket", "parking.service", "route", check=False)
            self.box.call("rm", "-rf", DROP_IN, ROUTE, "/etc/locd/clients.yaml", *[f"/etc/systemd/system/{unit}" for unit in UNITS])
            self.box.types("rm -f /usr/local/bin/DelegateProbe /usr/local/lib/lib*.so; ldconfig")
            self.box.call("rmdir", "/etc/locd/locd.yaml.d", check=False)
            self.box.call("systemctl", "daemon-reload")
            self.box.call("systemctl", "reset-failed")
            self.plug_in()
            self.box.call("systemctl", "restart", "gpsd.socket", "gpsd.service", "locd")
        self.records(3)
        return f"{len(REASONS) + 1} reasons"

    def begins(self, words):
        """The program starts what it wants, of a daemon that knows nothing of it."""
        self.box.call("systemctl", "stop", "parking.socket", "parking.service", "locd", check=False)
        self.box.write("/etc/systemd/system/parking.service", UNITS["parking.service"].format(words=words))
        self.box.call("systemctl", "daemon-reload")
        self.box.types("rm -rf /var/lib/locd/state/clients")
        for unit in ("locd", "parking.socket", "parking.service"):
            self.box.call("systemctl", "start", unit)
        self.began = self.box.shows("parking.service", "InvocationID")
        service = {"region": "regions", "visits": "monitoringVisits", "significant": "monitoringSignificantLocationChanges"}

        def has_begun():
            kind = service.get(words.split()[0])
            clients = self.box.varlink("Clients")["clients"]
            return kind is None or any(kind in client["services"] or client.get(kind) for client in clients)

        until("the program has begun", has_begun)

    def dies(self):
        self.box.call("systemctl", "kill", "--signal=KILL", "parking.service")
        until("it is away", lambda: self.box.shows("parking.service", "MainPID") == "0")

    def plays_beacon(self):
        self.box.call("locd", "simulate", "beacon", f"{BEACON}:1:2", "--distances", "1", "--duration", "5")

    def words(self):
        unit = self.box.shows("parking.service", "InvocationID")
        return self.box.does("journalctl", "--no-pager", "-o", "cat", f"_SYSTEMD_INVOCATION_ID={unit}").splitlines()

    def is_told(self, reason, told):
        until(f"it is started: {reason}", lambda: self.box.shows("parking.service", "InvocationID") not in ("", self.began))
        until(f"it is told: {told}", lambda: any(line.startswith(told) for line in self.words()))
        lines = self.words()
        if reason not in lines or len({line for line in lines if line.startswith(told)}) != sum(line.startswith(told) for line in lines):
            raise Failure(f"the program says {lines}")
