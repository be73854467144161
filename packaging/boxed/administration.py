"""What Documentation/Administration.md tells a person to type, typed: each command and each drop-in comes from its text."""

import datetime
import itertools
import os
import re
import subprocess
import sys

from .box import WORK, Failure, run, until
from .machine import Machine


# A server with the answers of Nominatim that knows one street, over TLS.
ADDRESS_SERVER = """
import http.server, ssl, sys
class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        answer = b'{"lat":"46.9465","lon":"7.4445","address":{"road":"Bundesplatz","city":"Bern"}}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)
server = http.server.HTTPServer(("192.0.2.8", 443), Server)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()
"""


class Administration(Machine):
    """Steps of packaging/integration that do what the handbook says. They leave the box as they found it, and recording."""

    # Whether systemd filters addresses in this box: as `goes_beyond_the_sandbox` finds it.
    filters = False

    # Where a command of the handbook stands for another of its kind, or is done by somebody else.
    ELSEWHERE = {
        "make deb": "it has made this package",
        "make demo": "CI runs it",
        "apt update": "Scripts/newcomer does, and what is beneath: here there is no network",
        "apt install ./locd….deb": "Scripts/newcomer",
    }

    def __init__(self, box, handbook, readme, tutorial):
        super().__init__(box)
        self.handbook = handbook
        self.readme = readme
        self.tutorial = tutorial

    def types(self, words, instead=(), **how):
        """Types a command of the handbook, with the names of this box in place of those of the example."""
        line = self.handbook.command(words)
        for old, new in instead:
            if old not in line:
                raise Failure(f"`{line}` has no {old!r}")
            line = line.replace(old, new)
        return self.box.types(line, **how)

    def says(self, words, *expected, exits=None, **how):
        """What a command of the handbook says must hold these words, and must end with this code."""
        done = self.types(words, check=False, **how)
        said = done.stdout + done.stderr
        missing = [word for word in expected if word not in said]
        if missing or (exits is not None and done.returncode not in (exits if isinstance(exits, tuple) else (exits,))):
            raise Failure(f"`{words}` exits {done.returncode}, without {missing}: {said}")
        return said

    def end_gpsd(self):
        """Ends gpsd at once. Debian's takes a minute to let go of a port when it is asked to end."""
        self.box.call("systemctl", "kill", "--signal=KILL", "gpsd.service", check=False)

    def lets_a_person_in(self):
        """a person joins the group locd: coordinates and the track, and neither before"""
        self.box.call("useradd", "--create-home", "anna")
        self.says("locd status", "coordinates only after locd client allow", exits=0, user="anna")
        track = "/var/lib/locd/tracks/current.jsonl"
        if self.box.types(f"head -c 1 {track}", user="anna", check=False).returncode == 0:
            raise Failure("anybody may read the track")
        self.types("sudo usermod -aG locd anna")
        said = self.says("locd status", "Position   47.", "speed", exits=0, user="anna")
        if "coordinates only" in said:
            raise Failure(f"a member of the group is not told where it is: {said}")
        for words in ("locd today", "locd why", "locd track stats --day today", "locd track map --day today -o today.html",
                      "locd track export --day today -o today.gpx"):
            self.box.types(self.tutorial.command(words), user="anna")
        # It follows the file until somebody stops it; what jq says comes when it ends.
        readme = "tail -F /var/lib/locd/tracks/current.jsonl | jq -c 'select(.type==\"location\") | [.timestamp, .latitude, .longitude, .speed]'"
        shown = self.box.types("timeout 5 " + self.readme.command(readme), user="anna", check=False).stdout
        if not re.match(r'\["20\d\d-\d\d-\d\dT[0-9:.]+Z",47\.', shown):
            raise Failure(f"the README's way to follow the track shows {shown!r}")

    def tells_what_became_of_a_fix(self):
        """why and replay --diff, on what was recorded here"""
        self.types("cp /etc/locd/locd.yaml other.yaml")
        self.box.types("sed -i 's/^  distanceFilter: [a-z0-9]*/  distanceFilter: 200/' other.yaml")
        day = self.status()["recorder"]["file"]
        said = self.types(
            "locd replay /var/lib/locd/tracks/2026-11-21.jsonl --diff other.yaml", [("/var/lib/locd/tracks/2026-11-21.jsonl", day)]
        ).stdout
        tally = re.search(r"locations: 0 gained, [1-9]\d* lost", said)
        if not tally:
            raise Failure(f"a filter of 200 m loses nothing: {said[-400:]}")
        minute = [line for line in self.track() if line["type"] == "location"][-1]["timestamp"][11:16]
        known = self.types("locd why 12:03", [("12:03", minute)]).stdout
        if "recorded" not in known:
            raise Failure(f"it does not say what became of the fixes of {minute}: {known}")
        self.says("locd why", "recorded", exits=0)
        self.types("locd config check")
        return tally[0]

    def goes_on_from_a_backup(self):
        """tracks copied while they are written, whole, and put back: recording goes on after the newest line"""
        self.types("rsync -a /var/lib/locd/tracks/ backup:tracks/", [("backup:tracks/", "/root/tracks/")])
        kept = self.box.types("ls /root/tracks").stdout
        self.types("locd track repair", [("repair", "repair --directory /root/tracks")])
        self.box.call("systemctl", "stop", "locd")
        # As to another disk: nothing is left but the copy, which belongs to whoever copied it.
        self.box.types("rm -r /var/lib/locd/tracks/* && chown -R root: /root/tracks")
        self.types("rsync -a backup:tracks/ /var/lib/locd/tracks/", [("backup:tracks/", "/root/tracks/")])
        self.types("chown -R locd: /var/lib/locd")
        self.box.call("systemctl", "start", "locd")
        self.records(3)
        self.is_whole()
        if "restart" not in [line.get("cause") for line in self.track() if line["type"] == "gap"]:
            raise Failure("the time between backup and restore is no gap")
        if "Position" not in self.says("locd status", "recording", exits=0):
            raise Failure("it does not record")
        return f"{len(kept.split())} files"

    def is_watched_over(self):
        """journalctl -x, and Prometheus' node exporter: the metrics and the time of their file are scraped"""
        # systemd is told with the watchdog, some seconds after a start.
        until("systemd is told of the fix", lambda: "3D fix" in self.box.shows("locd", "StatusText"), 60)
        self.says("systemctl status locd", "3D fix", exits=0)
        self.says("journalctl -u locd -x", "it serves clients and records", exits=0)
        self.says("locd status --format prometheus", "locd_receiver_state", exits=0)
        self.types("sudo ln -s /run/locd/locd.prom /var/lib/prometheus/node-exporter/locd.prom")

        def scraped():
            text = self.box.fetch("http://127.0.0.1:9100/metrics")
            file = re.search(r'(?m)^node_textfile_mtime_seconds\{file="([^"]*)"\}', text)
            return file and "locd_receiver_state{" in text and file

        file = until("the node exporter tells locd's figures", scraped)[1]
        if not re.fullmatch(".*locd.prom", file):
            raise Failure(f"the alert looks for another file than {file}")
        return file

    def reads_a_port_itself(self):
        """serial: without gpsd: a port that is closed to locd, that another holds, that gives a fix, that is unplugged"""
        port = self.box.types("readlink -f /run/gps").stdout.strip()
        good = self.configuration()
        self.configures("receiver.source", "serial:/run/gps")
        self.end_gpsd()
        self.types("systemctl mask --now gpsd.socket gpsd")
        self.box.types(f"chown root:root {port} && chmod 660 {port}")
        self.box.call("systemctl", "restart", "locd")
        self.becomes("absent", "permissionDenied")
        self.says("locd status", "No permission to open the receiver", exits=75)
        # A terminal program, as far as the kernel can tell: it wants the port for itself (TIOCEXCL), and gives it back (TIOCNXCL), which for
        # a pseudo-terminal that the simulator keeps open the kernel does not.
        hold = "open(F, '+<', '/run/gps'); $SIG{TERM} = sub { ioctl(F, 0x540D, 0); exit }; ioctl(F, 0x540C, 0); sleep 600"
        self.box.call("systemd-run", "--quiet", "--unit=terminal", "perl", "-e", hold)
        until("the terminal has it", lambda: "perl" in self.box.types(f"fuser -v {port} 2>&1", check=False).stdout)
        self.box.types(f"chgrp dialout {port}")
        self.becomes("absent", "busy")
        self.says("locd status", "Receiver in use by another program", "fuser -v", exits=75)
        self.says("fuser -v /dev/ttyUSB0", "perl", instead=[("/dev/ttyUSB0", port)])
        self.box.call("systemctl", "stop", "terminal")
        until("locd has a 3D fix from the port", self.has_fix)
        self.says("locd doctor", "receiving reports from /run/gps", "open in locd only", "no gpsd is set up to open this port")
        self.box.call("systemctl", "stop", "receiver")
        self.becomes("absent", "unplugged")
        self.says("locd status", "Receiver unplugged", exits=75)
        self.types("journalctl -k", check=False)
        self.box.write("/etc/locd/locd.yaml", good)
        self.box.types("systemctl unmask gpsd.socket gpsd")
        self.plug_in()
        self.box.call("systemctl", "restart", "gpsd.socket", "gpsd.service", "locd")
        self.records(3)

    def says_what_to_do(self):
        """no daemon, no gpsd, gpsd without a receiver: status names it, and what the table says mends it"""
        self.types("systemctl stop locd")
        self.says("locd status", exits=69)
        self.says("systemctl status locd", "inactive", exits=3)
        self.box.call("systemctl", "start", "locd")
        self.end_gpsd()
        self.box.call("systemctl", "stop", "gpsd.socket", "gpsd.service")
        self.becomes("absent", "noGPSD")
        self.says("locd status", "No gpsd", "systemctl start gpsd.socket gpsd", exits=75)
        devices = self.box.read("/etc/default/gpsd")
        self.box.write("/etc/default/gpsd", devices.replace("/run/gps", ""))
        self.types("systemctl start gpsd.socket gpsd")
        self.becomes("absent", "noDevice")
        self.says("locd status", "gpsd has no receiver", "gpsdctl add", exits=75)
        self.says("locd doctor", "gpsd", exits=(1, 75))
        self.types("gpsdctl add /dev/ttyUSB0", [("/dev/ttyUSB0", "/run/gps")])
        until("locd has a 3D fix", self.has_fix)
        self.box.write("/etc/default/gpsd", devices)
        # A reload asks `config check` first; a signal by hand does not, and what it finds wrong is kept in sight.
        good = self.configuration()
        self.box.write("/etc/locd/locd.yaml", good.replace("staleAfter", "staleAftr", 1))
        self.box.call("systemctl", "kill", "--signal=HUP", "--kill-who=main", "locd")
        until("status tells of it", lambda: self.status()["problems"])
        self.says("locd status", "configuration refused", exits=0)
        self.says("locd config check", "staleAfter", exits=78)
        self.box.write("/etc/locd/locd.yaml", good)
        self.types("systemctl reload locd")
        until("it is mended", lambda: not self.status()["problems"])

    def goes_beyond_the_sandbox(self):
        """systemctl edit with the drop-in of the handbook: tracks on another disk, a gpsd elsewhere, a recording in a home"""
        self.box.types("mkdir -p /srv/tracks && chown locd: /srv/tracks && chmod 711 /home/anna")
        self.box.types("locd simulate loop --epochs 60 --output /home/anna/drive.nmea")
        # An address of this box that is none of the loopback's, and a gpsd that answers there.
        run("nsenter", "-t", self.box.leader, "-n", "ip", "address", "add", "192.0.2.7/32", "dev", "lo")
        self.box.types("systemd-run --quiet --unit=receiver2 locd simulate loop --link /run/gps2 --loop")
        self.box.exists("/run/gps2")
        self.box.types("systemd-run --quiet --unit=gpsd2 gpsd -G -N -n -b -S 2948 /run/gps2")
        good = self.configuration()
        self.configures("receiver.source", "gpsd://192.0.2.7:2948")
        self.box.call("systemctl", "restart", "locd")
        # systemd filters addresses where it has one hierarchy of control groups, as on Debian; a machine that boots a tree may have another.
        state = until("locd has looked there", lambda: (s := self.status()) and s["receiver"]["state"] in ("absent", "fix3D") and s)
        self.filters = state["receiver"]["state"] == "absent"

        self.box.write("/root/drop-in", self.handbook.snippet("ReadWritePaths=/srv/tracks"))
        edit = self.handbook.command("systemctl edit locd")
        # From Debian 13 on systemd names a line before the file.
        self.box.write("/root/editor", 'for file; do :; done\ncp /root/drop-in "$file"\n')
        self.box.types(f"SYSTEMD_EDITOR='sh /root/editor' script --quiet --return --command '{edit}' /dev/null")
        wrong = self.box.types("systemd-analyze verify --man=no --recursive-errors=no locd.service", check=False)
        if "override.conf" in wrong.stdout + wrong.stderr:
            raise Failure(f"the drop-in is not what systemd takes: {wrong.stdout}{wrong.stderr}")
        self.configures("tracks.directory", "/srv/tracks")
        self.types("systemctl restart locd")
        status = self.records(3)
        if not status["recorder"]["file"].startswith("/srv/tracks/"):
            raise Failure(f"it records in {status['recorder']['file']}")
        self.configures("receiver.source", "file:/home/anna/drive.nmea")
        self.box.call("systemctl", "restart", "locd")
        self.becomes("absent", "endOfRecording")
        self.says("locd status", "End of the recording", exits=75)

        self.box.call("systemctl", "stop", "receiver2", "gpsd2", check=False)
        self.box.call("systemctl", "revert", "locd")
        self.box.types("rm -r /srv/tracks")
        self.box.write("/etc/locd/locd.yaml", good)
        self.box.call("systemctl", "restart", "locd")
        self.records(3)
        return self.kept_away()

    def kept_away(self):
        return "kept away before" if self.filters else "systemd filters no addresses here: that they are kept away is not shown"

    def asks_an_address_server(self):
        """geocoder.server over https by locd-geocode: its package, refused without its authority, believed with it, narrowed by the drop-in"""
        for line in ("req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -days 2 -subj /CN=authority -keyout ca.key -out ca.crt",
                     "req -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -subj /CN=server -keyout server.key -out server.csr",
                     "x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.crt"):
            with open(f"{WORK}/names", "w") as file:
                file.write("subjectAltName=DNS:nominatim.example.org\n")
            run("env", "-C", WORK, "openssl", *line.split())
        run("nsenter", "-t", self.box.leader, "-n", "ip", "address", "add", "192.0.2.8/32", "dev", "lo")
        hosts = self.box.read("/etc/hosts")
        self.box.write("/etc/hosts", f"{hosts}192.0.2.8 nominatim.example.org\n")
        self.says("getent ahosts nominatim.example.org", "192.0.2.8", exits=0)
        # Another machine's server, as far as the box can see.
        server = subprocess.Popen(
            ["nsenter", "-t", self.box.leader, "-n", sys.executable, "-c", ADDRESS_SERVER, f"{WORK}/server.crt", f"{WORK}/server.key"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        dropin = "/etc/systemd/system/locd-geocode@.service.d/addresses.conf"
        try:
            good = self.configuration()
            self.configures("geocoder.server", "https://nominatim.example.org")
            self.configures("geocoder.serverInterval", "0")
            self.types("systemctl reload locd")
            # Until there is a helper and the server is believed, the table answers: towns, and no street.
            self.knows_the_street(False, "cannot reach locd-geocode at /run/locd-geocode.sock: no such socket")
            for words in ("locd config check", "locd doctor"):
                said = self.box.types(words, check=False)
                if "systemctl enable --now locd-geocode.socket" not in " ".join((said.stdout + said.stderr).split()):
                    raise Failure(f"`{words}` does not say what to do: {said.stdout}{said.stderr}")
            self.types("sudo apt install ./locd-geocode_0.1.0_amd64.deb", [("locd-geocode_0.1.0_amd64.deb", self.geocode)], timeout=300)
            self.types("systemctl enable --now locd-geocode.socket")
            said = self.box.does("stat", "-c", "%F %U:%G %a", "/run/locd-geocode.sock")
            if said != "socket locd:locd 600":
                raise Failure(f"/run/locd-geocode.sock is {said}")
            self.knows_the_street(False, "no authority that this machine trusts")
            self.box.takes(f"{WORK}/ca.crt", "/usr/local/share/ca-certificates/")
            self.types("update-ca-certificates")
            self.knows_the_street(True)
            narrow = self.handbook.snippet("geocoder.server")
            if self.filters:
                self.box.write(dropin, narrow.replace("192.0.2.8 ", ""))
                self.box.call("systemctl", "daemon-reload")
                self.knows_the_street(False, "no answer within|cannot connect")
            self.box.write(dropin, narrow)
            self.box.call("systemctl", "daemon-reload")
            self.knows_the_street(True)
            journal = self.box.does("journalctl", "--no-pager")
            if "46.948" in journal:
                raise Failure("the journal holds what was asked about")
            if re.search("Started locd-geocode@|locd-geocode@.*: Deactivated", journal):
                raise Failure("the journal says when somebody asked")
            if self.box.does("systemctl", "list-units", "--failed", "--no-legend", "locd-geocode*"):
                raise Failure("a question failed, and its unit is left")
        finally:
            server.terminate()
            server.wait()
        self.box.types("apt-get -y purge locd-geocode", timeout=300)
        self.box.types(f"rm -r /usr/local/share/ca-certificates/ca.crt {os.path.dirname(dropin)} && update-ca-certificates --fresh")
        if self.box.call("test", "-e", "/run/locd-geocode.sock", check=False).returncode == 0:
            raise Failure("purge leaves the socket")
        self.box.write("/etc/hosts", hosts)
        self.box.write("/etc/locd/locd.yaml", good)
        self.box.call("systemctl", "daemon-reload")
        self.box.call("systemctl", "restart", "locd")
        self.records(3)
        return self.kept_away()

    def knows_the_street(self, knows, journal=None):
        """Asks what is at a place: only the server knows streets. The journal says why it did not."""

        def answered():
            placemarks = self.box.varlink("ReverseGeocode", latitude=46.948, longitude=7.4474).get("placemarks")
            said = not journal or re.search(journal, self.box.does("journalctl", "-u", "locd", "--no-pager", "-n", "50"))
            return placemarks and said and ("Bundesplatz" in [p.get("thoroughfare") for p in placemarks]) == knows

        until(f"the street is {'known' if knows else 'unknown'}, {journal}", answered)

    def plug_in(self):
        """The tutorial's simulated receiver on a pseudo-terminal, by the name /run/gps."""
        self.box.types(self.tutorial.command("sudo systemd-run --unit=receiver locd simulate loop --link /run/gps --loop"))
        self.box.exists("/run/gps")

    def has_what_the_readme_names(self):
        """every verb, its subcommands and its options as the README has them: the installed command knows them"""
        verbs = 0
        for words in self.readme.commands:
            usage = re.split(r"\s{2,}", words)[0].split()
            if usage[0] != "locd":
                continue
            # `track list|show`: two subcommands; `track stats --day`: one, with an option; `replay FILE`: none.
            verb = list(itertools.takewhile(lambda word: re.fullmatch("[a-z]+", word), usage[1:]))
            rest = usage[1 + len(verb) :]
            help = self.box.types(f"locd {' '.join(verb)} --help").stdout
            listed = rest[0].split("|") if rest and "|" in rest[0] else []
            named = [word.strip("[]") for word in rest if word.strip("[]").startswith("--")]
            missing = [word for word in listed + named if not re.search(rf"(?m)(^  |\[|, |^ *){re.escape(word)}\b", help)]
            if missing:
                raise Failure(f"`locd {' '.join(verb)} --help` has no {missing}, which README.md names")
            verbs += 1
        return f"{verbs} of them"

    def is_complete(self):
        """every command and every drop-in of the handbook was tried"""
        left = [words for words in self.handbook.left() if words not in self.ELSEWHERE]
        if left:
            raise Failure(f"nobody has tried what {self.handbook.path} says: {left}")
        return f"{len(self.handbook.done)} of them, {datetime.date.today()}"
