"""Runs of `Benchmarks/bench` as JSON: one file for a commit, one line for a figure."""

import json
import os
import platform
import re
import shutil
import subprocess
import typing

from measure.figure import IDLE, Figure, rounded

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, "Benchmarks", "kept")
# Programs that figures are compared with, and how each says its version.
PEERS = {
    "gpsd": ["gpsd", "-V"], "gpspipe": ["gpspipe", "-V"], "gpsbabel": ["gpsbabel", "-V"], "zgrep": ["zgrep", "--version"],
}


class Machine(typing.NamedTuple):
    """Where a run was made."""

    cores: int
    model: str
    architecture: str
    kernel: str

    @staticmethod
    def this():
        return Machine(os.cpu_count(), model(), platform.machine(), platform.release())

    def is_like(self, other):
        """Whether times and bytes of both can be compared. Kernels are renewed, and are named beside."""
        return self[:3] == other[:3]

    def __str__(self):
        return f"{self.cores} × {self.model} ({self.architecture}), Linux {self.kernel}"


def model():
    """What the processor is called; on boards, which name no model, what the board is called."""
    with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        found = re.search(r"^(?:model name|Model)\s*:\s*(.+)$", file.read(), re.MULTILINE)
    return found[1].strip() if found else platform.machine()


class Run(typing.NamedTuple):
    """What was measured, of what, where and when."""

    commit: str | None  # short; None outside of a checkout
    is_clean: bool  # the checkout was that commit
    date: str  # RFC 3339, UTC, seconds
    locd: str  # version
    machine: Machine
    load: tuple  # average of a minute, at the start and at the end
    others: float  # share of the processors that other programs had, 0 to 1
    seconds: int
    peers: dict  # version by name
    figures: list

    @property
    def is_busy(self):
        return self.others > IDLE

    @property
    def name(self):
        return f"{self.commit or 'a run outside of git'}{'' if self.is_clean else ' with changes'} ({self.date[:10]})"

    def text(self):
        """The file. A figure has a line, so that git shows which ones changed."""
        head = {
            "commit": self.commit, "is_clean": self.is_clean, "date": self.date, "locd": self.locd,
            "machine": self.machine._asdict(), "load": list(self.load), "others": self.others, "seconds": self.seconds, "peers": self.peers,
        }
        lines = [f" {encoded(key)}: {encoded(value)}," for key, value in head.items()]
        figures = []
        for figure in self.figures:
            known = {"unit": figure.unit, "kind": figure.kind, "value": rounded(figure.value)}
            if figure.beside is not None:
                known |= {"peer": figure.peer, "beside": rounded(figure.beside)}
            figures.append(f"  {encoded(figure.name)}: {encoded(known)}")
        return "\n".join(["{", *lines, ' "figures": {', ",\n".join(figures), " }", "}", ""])

    @staticmethod
    def of(text):
        """Of a file's text. Raises ValueError, KeyError or TypeError if it is not one."""
        value = json.loads(text)
        figures = [Figure(name=name, **known) for name, known in value.pop("figures").items()]
        return Run(**value | {"machine": Machine(**value["machine"]), "load": tuple(value["load"]), "figures": figures})


def encoded(value):
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def read(path):
    """A run of a file; raises OSError, or ValueError with the path if it is not one."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        return Run.of(text)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} is not a run: {error}") from error


def kept(folder=FOLDER):
    """All runs of a folder, the newest last."""
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted((read(os.path.join(folder, name)) for name in names if name.endswith(".json")), key=lambda run: run.date)


def save(run, folder=FOLDER):
    """Writes a run as that of its commit; returns the path."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, run.commit + ".json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(run.text())
    return path


def git(*arguments):
    """What git answers of this checkout; None without git or checkout."""
    try:
        return subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def commit():
    return git("rev-parse", "--short", "HEAD")


def changes():
    """What is not committed, a line each; kept runs do not count."""
    status = git("status", "--porcelain", "--", ".", ":!Benchmarks/kept")
    return [] if status is None else status.splitlines()


def find(name):
    """The program of that name, or None. Debian has gpsd where only root's PATH leads."""
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin")


def peers():
    """{name: version} of those that are installed."""
    found = {}
    for name, (program, option) in PEERS.items():
        if path := find(program):
            done = subprocess.run([path, option], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
            version = re.search(r"\d+(?:\.\d+)+", done.stdout + done.stderr)
            found[name] = version[0] if version else "unknown"
    return found
