"""When which line was in which file: inotify tells, one clock for all files."""

import ctypes
import json
import os
import select
import struct
import time

IN_MODIFY = 0x2
IN_CREATE = 0x100
LIBC = ctypes.CDLL(None, use_errno=True)


def is_data(directory, name):
    """Whether a name is a file of lines: no link to one, no lock."""
    path = os.path.join(directory, name)
    return name.endswith(".jsonl") and os.path.isfile(path) and not os.path.islink(path)


class Arrivals:
    """Watches directories and notes when their files grew, and by what. What is there already is skipped."""

    def __init__(self, directories):
        self.inotify = LIBC.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK)
        if self.inotify < 0:
            raise OSError(ctypes.get_errno(), "inotify_init1")
        self.directories = {}
        self.files = {}
        self.chunks = {directory: [] for directory in directories}
        for directory in directories:
            watch = LIBC.inotify_add_watch(self.inotify, os.fsencode(directory), IN_MODIFY | IN_CREATE)
            if watch < 0:
                raise OSError(ctypes.get_errno(), "inotify_add_watch", directory)
            self.directories[watch] = directory
            for name in os.listdir(directory):
                if is_data(directory, name):
                    os.lseek(self._file(directory, name), 0, os.SEEK_END)

    def _file(self, directory, name):
        path = os.path.join(directory, name)
        if path not in self.files:
            self.files[path] = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        return self.files[path]

    def watch(self, until):
        """Notes until an instant of time.monotonic()."""
        poll = select.poll()
        poll.register(self.inotify, select.POLLIN)
        while (left := until - time.monotonic()) > 0:
            if not poll.poll(left * 1000):
                continue
            now = time.monotonic_ns()
            events = os.read(self.inotify, 65536)
            touched, at = set(), 0
            while at < len(events):
                watch, _, _, length = struct.unpack_from("iIII", events, at)
                name = events[at + 16:at + 16 + length].rstrip(b"\0").decode()
                touched.add((self.directories[watch], name))
                at += 16 + length
            for directory, name in touched:
                if not is_data(directory, name):
                    continue
                while data := os.read(self._file(directory, name), 1 << 20):
                    self.chunks[directory].append((now, data))

    def lines(self, directory):
        """(nanoseconds, object) of each JSON line that came whole."""
        rest = b""
        for instant, data in self.chunks[directory]:
            *whole, rest = (rest + data).split(b"\n")
            for line in whole:
                try:
                    yield instant, json.loads(line)
                except ValueError:
                    continue  # the end of a line whose beginning was there before

    def close(self):
        for descriptor in self.files.values():
            os.close(descriptor)
        os.close(self.inotify)
