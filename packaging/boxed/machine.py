"""What the steps of packaging/integration are made of."""

import datetime
import glob
import json
import os
import re

from .box import Failure, until


class Machine:
    """locd in a box: what is asked of it, and what is done to it."""

    def __init__(self, box):
        self.box = box

    def pid(self):
        pid = self.box.shows("locd", "MainPID")
        return pid if pid != "0" else None

    def status(self):
        done = self.box.call("locd", "status", "--json", check=False)
        return json.loads(done.stdout) if done.stdout else None

    def has_fix(self):
        status = self.status()
        return status and status["receiver"]["state"] == "fix3D" and status["recorder"]["state"] != "failed" and status

    def records(self, more_than):
        def grown():
            status = self.has_fix()
            return status and status["recorder"]["lines"] > more_than and status

        return until(f"more than {more_than} lines are recorded", grown)

    def track(self):
        lines = []
        for path in sorted(glob.glob(f"{self.box.root}/var/lib/locd/tracks/*.jsonl")):
            if os.path.islink(path):
                continue
            with open(path) as file:
                text = file.read()
            # A daemon that records may be in the middle of its last line; the next read has it.
            lines += [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]
        return lines

    def is_whole(self):
        """Every line of the track is JSON, no fix is there twice, and each hole of more than ten seconds is named."""
        last, named = None, False
        for line in self.track():
            if line["type"] in ("gap", "pause", "timeReset"):
                named = True
            if line["type"] != "location":
                continue
            now = datetime.datetime.fromisoformat(line["timestamp"].replace("Z", "+00:00"))
            if last is not None:
                hole = (now - last).total_seconds()
                if hole <= 0:
                    raise Failure(f"a location of {now} stands after one of {last}")
                if hole > 10 and not named:
                    raise Failure(f"a hole of {hole:.0f} s before {now} has no record")
            last, named = now, False
        if last is None:
            raise Failure("the track has no location")

    def configuration(self):
        return self.box.read("/etc/locd/locd.yaml")

    def configures(self, key, value):
        """Changes a key in the administrator's file, `receiver.source`."""
        section, name = key.split(".")
        text, changes = re.subn(rf"(?ms)^({section}:\n(?:(?!^\S).)*?^  {name}: )[^\n#]*", rf"\g<1>{value} ", self.configuration())
        if changes != 1:
            raise Failure(f"{key} is not in /etc/locd/locd.yaml")
        self.box.write("/etc/locd/locd.yaml", text)

    def becomes(self, state, cause=None, seconds=180):
        """Waits for a state of the receiver."""

        def seen():
            status = self.status()
            receiver = status["receiver"] if status else {}
            return receiver.get("state") == state and receiver.get("cause") == cause and status

        return until(f"the receiver is {state}, {cause}: {(self.status() or {}).get('receiver')}", seen, seconds)

    def exposure(self, at_most):
        said = self.box.does("systemd-analyze", "security", "--no-pager", "locd.service").splitlines()[-1]
        figure = float(re.search(r"locd\.service: ([0-9.]+)", said)[1])
        if figure > at_most:
            raise Failure(f"exposure {figure} is above {at_most}")
        return figure

    def knows_who_asks(self):
        """A client's unit is read from another user's /proc, through the sandbox of the running daemon."""
        self.box.call("systemd-run", "--quiet", "--unit=walker", "locd", "watch")
        try:

            def seen():
                return [c for c in self.box.varlink("Clients")["clients"] if c.get("unit") == "walker.service"]

            found = until("the client is known by its unit", seen)[0]
            if found.get("user") != 0:
                raise Failure(f"the client's user is not told: {found}")
        finally:
            self.box.call("systemctl", "stop", "walker", check=False)

    def journal(self, *arguments):
        return [json.loads(line) for line in self.box.does("journalctl", "-u", "locd", "-o", "json", *arguments).splitlines()]
