"""What the kernel knows of a process, and processes that are stopped again."""

import os
import subprocess
import time
from dataclasses import dataclass


@dataclass
class Usage:
    """Counters of a process since its start, and what it holds now."""

    cpu: float  # s of processor time, all threads, those that ended too; nanoseconds fine
    wakes: int  # voluntary context switches of the living threads
    written: int  # bytes that it caused to be written to the disk (write_bytes less cancelled)
    resident: int  # bytes
    anonymous: int  # bytes
    threads: int
    descriptors: int

    @staticmethod
    def of(pid):
        """Reads /proc/PID and the process's own processor clock."""
        # Linux names the clock of another process by its id (clock_getcpuclockid(3)).
        cpu = time.clock_gettime(((~pid) << 3) | 2)
        wakes = 0
        for task in os.listdir(f"/proc/{pid}/task"):
            wakes += fields(f"/proc/{pid}/task/{task}/status").get("voluntary_ctxt_switches", 0)
        io = fields(f"/proc/{pid}/io")
        memory = fields(f"/proc/{pid}/smaps_rollup")
        return Usage(
            cpu=cpu,
            wakes=wakes,
            written=io["write_bytes"] - io["cancelled_write_bytes"],
            resident=memory["Rss"] * 1024,
            anonymous=memory["Anonymous"] * 1024,
            threads=len(os.listdir(f"/proc/{pid}/task")),
            descriptors=len(os.listdir(f"/proc/{pid}/fd")),
        )


def fields(path):
    """The numbers of a file of `Name: number` lines."""
    numbers = {}
    with open(path) as file:
        for line in file:
            name, _, value = line.partition(":")
            number = value.split()
            if number and number[0].isdigit():
                numbers[name] = int(number[0])
    return numbers


class Others:
    """Processor time that is not of this process and what it started and waited for."""

    def __init__(self):
        self.began, self.before = time.monotonic(), self._now()

    @staticmethod
    def _now():
        with open("/proc/stat") as file:
            user, nice, system, _, _, interrupts, softly, stolen = map(int, file.readline().split()[1:9])
        ours = os.times()
        used = (user + nice + system + interrupts + softly + stolen) / os.sysconf("SC_CLK_TCK")
        return used - sum(ours[:4])

    def share(self):
        """Since the start of this, of all processors: 0 to 1."""
        return max(0.0, (self._now() - self.before) / (time.monotonic() - self.began) / os.cpu_count())


class Processes:
    """Starts processes with their words in files of a directory, and stops them, the last one first."""

    def __init__(self, directory):
        self.directory = directory
        self.started = []

    def start(self, name, *command, output=None, environment=None):
        log = open(os.path.join(self.directory, name + ".log"), "wb")
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=open(output, "wb") if output else log,
            stderr=log,
            env={**os.environ, **(environment or {})},
        )
        self.started.append((name, process))
        return process

    def check(self):
        """Raises where one ended by itself."""
        for name, process in self.started:
            if process.poll() is not None:
                raise RuntimeError(f"{name} ended with {process.returncode}:\n{self.words(name)}")

    def words(self, name):
        """The end of what a process said."""
        with open(os.path.join(self.directory, name + ".log"), errors="replace") as log:
            return "".join(log.readlines()[-10:])

    def stop(self):
        for _, process in reversed(self.started):
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        self.started = []
