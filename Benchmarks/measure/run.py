"""One run: a feeder, a real gpsd with `gpspipe -w` into a file, and one or more locd, measured over the same time."""

import os
import shutil
import socket
import subprocess
import tempfile
import time

from measure.arrivals import Arrivals
from measure.processes import Processes, Usage

FEEDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "feeder")
# Every valid epoch is a line: nothing is held back.
EVERYTHING = {
    "distanceFilter": "none",
    "pausesLocationUpdatesAutomatically": "false",
    "holdsPositionWhenStationary": "false",
    "maximumHorizontalAccuracy": "none",
    "maximumAge": "none",
    "maximumSpeed": "none",
}


class Run:
    """A temporary directory and what runs in it; a context manager that leaves neither."""

    def __init__(self, locd, directory=None):
        self.locd = locd
        self.directory = tempfile.mkdtemp(prefix="locd-bench.", dir=directory)
        # gpsd started by root becomes the user gpsd, who must reach the pseudo-terminal through its link.
        os.chmod(self.directory, 0o755)
        self.processes = Processes(self.directory)
        self.port = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.processes.stop()
        shutil.rmtree(self.directory)

    def path(self, *names):
        return os.path.join(self.directory, *names)

    def record(self, route, rate, seconds):
        """An NMEA file of a built-in route, from now on, a fix in each epoch."""
        file = self.path(route + ".nmea")
        subprocess.run(
            [
                self.locd, "simulate", route, "--output", file, "--rate", f"{rate:g}",
                "--epochs", str(int(rate * seconds)), "--time-to-first-fix", "0",
                "--start", time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            ],
            check=True, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        return file

    def feed(self, name, nmea, rate, links, baud=None):
        """Plays a file; returns the process that does."""
        command = [FEEDER, nmea, "--rate", f"{rate:g}", "--log", self.path(name + ".fed")]
        if baud:
            command += ["--baud", str(baud)]
        for link in links:
            command += ["--link", link]
        process = self.processes.start(name, *command)
        self.wait(lambda: all(os.path.islink(link) for link in links), f"{name} made no pseudo-terminal")
        return process

    def gpsd(self, link, name="gpsd"):
        """The real gpsd on a free port of the loopback, `port`."""
        gpsd = shutil.which("gpsd", path=os.environ["PATH"] + ":/usr/sbin")
        if is_confined():
            # AppArmor confines gpsd by its path; the machine's policy stays as it is.
            gpsd = shutil.copy(gpsd, self.path(name))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        process = self.processes.start(
            name, gpsd, "-N", "-n", "-b", "-S", str(self.port), "-F", self.path(name + ".sock"), link
        )

        def listens():
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.port)) == 0

        self.wait(listens, f"{name} does not listen")
        return process

    def gpspipe(self):
        """The peer: `gpspipe -w` of the same gpsd into a file."""
        os.mkdir(self.path("peer"))
        return self.processes.start(
            "gpspipe", "gpspipe", "-w", f"127.0.0.1:{self.port}", output=self.path("peer", "peer.jsonl")
        )

    def daemon(self, name, source, recorder, sync=5, limit=64, sharing=None):
        """A locd; its tracks are in NAME-tracks. `limit`: connections that it grants. `sharing`: what it serves to other programs."""
        tracks = self.path(name + "-tracks")
        os.mkdir(tracks)
        lines = ["receiver:", f"  source: {source}"]
        if recorder:
            lines += ["recorder:"] + [f"  {key}: {value}" for key, value in recorder.items()]
        if sharing:
            lines += ["sharing:"] + [f"  {key}: {value}" for key, value in sharing.items()]
        lines += ["tracks:", f"  directory: {tracks}", f"  sync: {sync}"]
        lines += ["state:", f"  directory: {self.path(name + '-state')}"]
        lines += ["regions:", f"  file: {self.path(name + '.geojson')}"]
        lines += ["api:", f"  socket: {self.path(name + '.sock')}", f"  maximumConnectionsPerUser: {limit}"]
        with open(self.path(name + ".yaml"), "w") as file:
            file.write("\n".join(lines) + "\n")
        os.mkdir(self.path(name + "-state"))
        process = self.processes.start(
            name, self.locd, "run", "--config", self.path(name + ".yaml"),
            environment={"STATE_DIRECTORY": self.path(name + "-state")},
        )  # fmt: skip
        self.wait(lambda: os.path.exists(self.path(name + ".sock")), f"{name} made no socket")
        return process

    def tracks(self, name):
        return self.path(name + "-tracks")

    def wait(self, condition, complaint, seconds=20):
        deadline = time.monotonic() + seconds
        while not condition():
            self.processes.check()
            if time.monotonic() > deadline:
                raise RuntimeError(complaint)
            time.sleep(0.1)

    def measure(self, seconds, processes, directories=()):
        """Watches directories for so long; returns (arrivals, usage before, usage after, start, end in ns)."""
        self.processes.check()
        arrivals = Arrivals(directories)
        before = {name: Usage.of(process.pid) for name, process in processes.items()}
        start = time.monotonic_ns()
        arrivals.watch(time.monotonic() + seconds)
        end = time.monotonic_ns()
        self.processes.check()
        after = {name: Usage.of(process.pid) for name, process in processes.items()}
        # What was fed last is still on its way.
        arrivals.watch(time.monotonic() + 0.5)
        arrivals.close()
        return arrivals, before, after, start, end

    def fed(self, name, start, end, link=0):
        """{epoch: nanoseconds} of what was fed to a link within a time."""
        fed = {}
        with open(self.path(name + ".fed")) as log:
            for line in log:
                index, epoch, instant = line.split()
                if int(index) == link and start <= int(instant) < end:
                    fed[epoch] = int(instant)
        return fed


def is_confined():
    try:
        with open("/sys/module/apparmor/parameters/enabled") as file:
            return file.read().strip() == "Y"
    except OSError:
        return False
