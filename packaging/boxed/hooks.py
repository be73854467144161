"""Hooks in the booted box: systemd starts the programs of Documentation/Hooks.md, or fails to."""

import datetime
import json
import time

from .box import Failure, until
from .machine import Machine

NAME = "crossings"
PROGRAM = f"/etc/locd/hooks.d/{NAME}"
DROP_IN = "/etc/locd/locd.yaml.d/hooks.yaml"
RECORDING = "/var/lib/locd/crossings.nmea"
LEG = 20


def sentence(body):
    checksum = 0
    for byte in body.encode():
        checksum ^= byte
    return f"${body}*{checksum:02X}\r\n"


def degrees(value, digits):
    whole = int(value)
    return f"{whole:0{digits}d}{(value - whole) * 60:09.6f}"


def drive(crossings):
    """South of 47.5 for a leg, then north and south by turns, at 30 m/s, from now on."""
    begin = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    text = ""
    for second in range((crossings + 1) * LEG):
        phase = 0 if second < LEG else (second - LEG) % (2 * LEG)
        metres = 30 * (phase - LEG / 2 if phase < LEG else 1.5 * LEG - phase)
        moment = begin + datetime.timedelta(seconds=second)
        at, place = moment.strftime("%H%M%S.00"), f"{degrees(47.5 + metres / 111_200, 2)},N,{degrees(8.7, 3)},E"
        text += sentence(f"GPRMC,{at},A,{place},58.3,0.0,{moment.strftime('%d%m%y')},,,A")
        text += sentence(f"GPGGA,{at},{place},1,09,0.9,450.0,M,47.0,M,,")
    return text


class Hooks(Machine):
    """Steps of packaging/integration about hooks. They leave the box as they found it, and recording."""

    def starts_programs(self):
        """hooks: an event starts a program as its own user within 1 s; starts that fail, hang or are refused lose nothing and pile up nothing"""
        socket, log = f"locd-hook@{NAME}.socket", "/run/crossings.log"
        yard = [[8.6, 47.5], [8.9, 47.5], [8.9, 47.6], [8.6, 47.6], [8.6, 47.5]]
        feature = {"type": "Feature", "id": "yard", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [yard]}}
        self.box.write("/etc/locd/regions.geojson", json.dumps({"type": "FeatureCollection", "features": [feature]}))
        self.box.write(
            DROP_IN,
            f"receiver:\n  source: file:{RECORDING}\nhooks:\n  - on: [enter, exit]\n    to: unix:/run/locd-hook/{NAME}.sock\n",
        )
        self.box.call("systemctl", "enable", "--now", socket)
        try:
            # There is no such program: the unit starts and fails.
            self.plays(4)
            until("an event waits", lambda: self.hook()["waiting"] >= 1 and self.hook().get("failure"))
            # It hangs: systemd ends it, and it does not get a second one beside it.
            self.box.write("/etc/systemd/system/locd-hook@.service.d/short.conf", "[Service]\nRuntimeMaxSec=2\n")
            self.box.call("systemctl", "daemon-reload")
            self.program("exec sleep 1000")
            until("it hangs", lambda: self.running() == 1)
            for _ in range(20):
                if self.running() > 1:
                    raise Failure(f"{self.running()} programs run at a time")
            # Nobody listens.
            self.box.call("systemctl", "stop", socket)
            until("nobody listens", lambda: "socket" in self.hook().get("failure", ""))
            self.box.call("systemctl", "start", socket)
            self.program("id -u; cat")
            until("all four are delivered", lambda: self.hook()["delivered"] >= 4 and self.hook()["waiting"] == 0, 600)
            told = self.told()
            if [line["event"] for line in told] != ["enter", "exit", "enter", "exit"] or self.hook()["dropped"]:
                raise Failure(f"delivered: {told}, {self.hook()}")
            # At once: beside a client that is told of the same through the socket.
            self.box.call("systemd-run", "--quiet", "--unit=crossings", "locd", "on", "enter", "exit", "--", "echo", "crossed")
            self.plays(2)
            until("two more", lambda: len(self.told()) >= 6)
            seen = [float(e["__REALTIME_TIMESTAMP"]) for e in self.entries("-u", "crossings") if e["MESSAGE"] == "crossed"]
            events = [float(e["__REALTIME_TIMESTAMP"]) for e in self.entries("-t", "locd-hook") if str(e["MESSAGE"]).startswith("{")][-2:]
            delays = [event - at for at, event in zip(seen[-2:], events)]
            if not delays or max(delays) > 1e6:
                raise Failure(f"it took {delays} microseconds longer than a client")
            # Users that systemd makes for a start have these numbers; the smallest Debian has no names for them.
            users = {e["MESSAGE"] for e in self.entries("-t", "locd-hook") if not str(e["MESSAGE"]).startswith(("{", "locd"))}
            if not users or not all(user.isdecimal() and 61184 <= int(user) <= 65519 for user in users):
                raise Failure(f"it ran as {users}")
            figure = self.exposure(2.0)
        finally:
            self.box.call("systemctl", "stop", "crossings", check=False)
            self.box.call("systemctl", "disable", "--now", socket, check=False)
            self.box.call("rm", "-rf", DROP_IN, PROGRAM, RECORDING, log, "/etc/locd/regions.geojson", "/etc/systemd/system/locd-hook@.service.d")
            self.box.call("rmdir", "/etc/locd/locd.yaml.d", check=False)
            self.box.call("systemctl", "daemon-reload")
            self.box.call("systemctl", "reset-failed")
            self.box.call("systemctl", "restart", "locd")
        self.records(3)
        return f"at most {max(delays) / 1000:.0f} ms after a client; exposure {figure}"

    def plays(self, crossings):
        self.box.call("systemctl", "stop", "locd")
        # What was recorded last must not be later than what comes.
        time.sleep(1)
        self.box.write(RECORDING, drive(crossings))
        self.box.call("chmod", "644", RECORDING)
        self.box.call("systemctl", "start", "locd")

    def program(self, body):
        self.box.write(PROGRAM, f"#!/bin/sh\n{body}\n")
        self.box.call("chmod", "755", PROGRAM)

    def hook(self):
        status = self.status()
        return status["hooks"][0] if status and status.get("hooks") else {"waiting": -1, "delivered": -1, "dropped": 0}

    def running(self):
        return len(self.box.does("systemctl", "list-units", "--no-legend", "--state=active", "locd-hook@*.service").splitlines())

    def entries(self, *arguments):
        return [json.loads(line) for line in self.box.does("journalctl", "-o", "json", *arguments).splitlines()]

    def told(self):
        """The lines that the program printed, without repetitions."""
        lines = [json.loads(e["MESSAGE"]) for e in self.entries("-t", "locd-hook") if str(e["MESSAGE"]).startswith("{")]
        return list({line["identifier"]: line for line in lines}.values())
