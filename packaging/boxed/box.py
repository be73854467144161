"""A Debian tree of its own that boots in systemd-nspawn: what packaging/integration and Scripts/newcomer stand on."""

import contextlib
import glob
import hashlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

WORK = ".build/integration"
# Another release than this machine's, as `make deb RELEASE=trixie` packed for it.
OTHER = os.environ.get("RELEASE")
# What may differ between before and after: what systemd, dpkg and the test itself write down.
TRANSIENT = re.compile(
    r"^/(proc|sys|dev|run|tmp|root)(/|$)|^/var/(log|cache|tmp)/|^/var/lib/(dpkg|apt|systemd|private|ucf|dbus)/|"
    r"^/etc/(passwd|group|shadow|gshadow|subuid|subgid|machine-id|resolv\.conf|\.pwd\.lock|.*-$)|^/etc/default/gpsd$|"
    r"^/etc/systemd/system(/|$)"
)


class Failure(Exception):
    """A step that did not hold."""


class Skip(Exception):
    """This machine cannot."""


def run(*command, check=True, timeout=120, types=""):
    """Runs a command on this machine; its words are in the failure. What is typed is all that it reads."""
    try:
        done = subprocess.run(command, input=types, capture_output=True, text=True, errors="replace", timeout=timeout)
    except subprocess.TimeoutExpired as late:
        raise Failure(f"{' '.join(command)} does not end within {timeout} s") from late
    if check and done.returncode != 0:
        raise Failure(f"{' '.join(command)} exits {done.returncode}: {done.stdout}{done.stderr}")
    return done


def until(what, condition, seconds=180):
    """Waits for a condition, and returns what it gave. The bound matters only where something is broken."""
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise Failure(f"not within {seconds} s: {what}")
        time.sleep(0.1)


class Box:
    """A Debian tree, booted."""

    def __init__(self, root):
        self.root = root
        self.nspawn = None
        self.leader = None

    def boot(self):
        # What Debian does once a day (copies of dpkg's files, new logs) would be taken for ours when the day changes meanwhile.
        timers = f"{self.root}/etc/systemd/system/timers.target"
        if not os.path.lexists(timers):
            os.symlink("/dev/null", timers)
        self.log = open(f"{WORK}/boot.log", "wb")
        self.nspawn = subprocess.Popen(
            [
                "systemd-nspawn", "--quiet", f"--directory={self.root}", "--boot", "--register=no", "--keep-unit",
                "--private-network", "--console=read-only", "--hostname=locd-box",
            ],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
        )

        def leader():
            if self.nspawn.poll() is not None:
                words = open(f"{WORK}/boot.log", errors="replace").read()[-400:]
                raise Skip(f"systemd-nspawn cannot boot here: {words.strip()}")
            # Its first child only prepares the tree and ends; the one that stays has the number 1 in its own namespace.
            for child in open(f"/proc/{self.nspawn.pid}/task/{self.nspawn.pid}/children").read().split():
                with contextlib.suppress(OSError), open(f"/proc/{child}/status") as status:
                    numbers = re.search(r"^NSpid:(.*)$", status.read(), re.M)[1].split()
                    if len(numbers) > 1 and numbers[-1] == "1":
                        return child
            return None

        self.leader = until("the tree has a first process", leader)
        try:
            until("systemd is up", lambda: self.does("systemctl", "is-system-running") in ("running", "degraded"))
        except Failure as failure:
            words = open(f"{WORK}/boot.log", errors="replace").read()[-400:]
            raise Skip(f"systemd does not come up in systemd-nspawn here ({failure}): {words.strip()}") from failure

    def call(self, *command, check=True, timeout=120, types="", network="its own"):
        """Runs a command in the tree: its root and its namespaces, so that it sees nothing of this machine.

        With the machine's network it sees that too: for apt, which downloads. What systemd starts for it has the tree's own.
        """
        namespaces = ["-a"] if network == "its own" else ["-m", "-u", "-i", "-p", "-C"]
        # A folder of this machine for temporary files is none there.
        return run("nsenter", "-t", self.leader, *namespaces, "--", "env", "-u", "TMPDIR", *command, check=check, timeout=timeout, types=types)

    def types(self, line, user="root", check=True, timeout=120, **how):
        """What a person types into a shell there. Root has no need of sudo, and the smallest Debian has none."""
        if user != "root":
            # A login of its own, as after `usermod`: with the groups of now.
            return self.call("su", "--login", "--command", line, user, check=check, timeout=timeout, **how)
        return self.call("bash", "-c", f'sudo() {{ "$@"; }}; cd /root\n{line}', check=check, timeout=timeout, **how)

    def does(self, *command):
        """What a command says, whatever it exits with."""
        return self.call(*command, check=False).stdout.strip()

    def shows(self, unit, name):
        return self.does("systemctl", "show", "--value", f"--property={name}", unit)

    def write(self, path, text):
        path = f"{self.root}{path}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)

    def read(self, path):
        with open(f"/proc/{self.leader}/root{path}") as file:
            return file.read()

    def exists(self, path):
        """Waits for a file."""
        until(f"{path} is there", lambda: self.call("test", "-e", path, check=False).returncode == 0)

    def fetch(self, url):
        """What a server in the tree says, or nothing. The smallest Debian has no program for that: this machine's is used, with its network."""
        program = "import sys, urllib.request; print(urllib.request.build_opener(urllib.request.ProxyHandler({})).open(sys.argv[1], timeout=30).read().decode())"
        return run("nsenter", "-t", self.leader, "-n", sys.executable, "-c", program, url, check=False).stdout

    def takes(self, path, into):
        """Copies a file of this machine into the tree; over the tree's own /tmp something may be mounted, so through its first process."""
        return shutil.copy(path, f"/proc/{self.leader}/root{into}")

    def files(self):
        """Every file of the tree that a package may be blamed for."""
        found = set()
        for folder, folders, names in os.walk(self.root):
            for name in names + folders:
                path = f"{folder}/{name}".removeprefix(self.root)
                if not TRANSIENT.search(path):
                    found.add(path)
        return found

    def varlink(self, method, **parameters):
        """Asks the daemon as root does."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(30)
            connection.connect(f"/proc/{self.leader}/root/run/locd/locd.sock")
            call = {"method": f"org.locd.Location.{method}", "parameters": parameters}
            connection.sendall(json.dumps(call).encode() + b"\0")
            answer = b""
            while not answer.endswith(b"\0"):
                piece = connection.recv(65536)
                if not piece:
                    raise Failure(f"{method}: the daemon hung up after {answer!r}")
                answer += piece
        return json.loads(answer[:-1])["parameters"]

    def halt(self, keep=False):
        """Ends everything in the tree, and takes the tree away."""
        self.stop()
        if not keep:
            clear(self.root)

    def stop(self):
        if self.nspawn is None:
            return
        if self.nspawn.poll() is None:
            self.nspawn.send_signal(signal.SIGTERM)
            try:
                self.nspawn.wait(30)
            except subprocess.TimeoutExpired:
                # Everything in the tree ends with its first process.
                self.nspawn.kill()
                self.nspawn.wait()
        self.log.close()


def package(name="locd"):
    """The package that was built, by its path."""
    folder = f".build/deb-{OTHER}-{run('dpkg', '--print-architecture').stdout.strip()}" if OTHER else ".build/deb"
    packages = glob.glob(f"{folder}/{name}_*.deb")
    if len(packages) != 1:
        raise Failure(f"no package, or several, in {folder}: make deb")
    return os.path.abspath(packages[0])


def dependencies(package):
    """What apt installs with a package, by name: of alternatives the first."""
    fields = [run("dpkg-deb", "-f", package, field).stdout for field in ("Depends", "Recommends")]
    names = [part.split("|")[0].split("(")[0].strip() for part in ",".join(fields).split(",")]
    return [name for name in names if name]


def tree(packages):
    """A Debian tree with these packages, made once for each list of them."""
    packages = sorted(set(packages))
    release = OTHER or re.search(r"^VERSION_CODENAME=(\S+)|\Z", open("/etc/os-release").read(), re.M)[1] or "bookworm"
    made = f"{WORK}/tree-{release}-{hashlib.sha256(' '.join(packages).encode()).hexdigest()[:12]}"
    if not os.path.exists(f"{made}/etc/debian_version"):
        print("a Debian tree is made, a minute or two", flush=True)
        part = f"{made}.part"
        shutil.rmtree(made, ignore_errors=True)
        shutil.rmtree(part, ignore_errors=True)
        made_it = run(
            "mmdebstrap", "--quiet", "--variant=minbase", "--dpkgopt=force-unsafe-io", f"--include={','.join(packages)}",
            release, part, check=False, timeout=900,
        )
        if made_it.returncode != 0:
            raise Skip(f"mmdebstrap makes no tree here: {made_it.stderr.strip()[-400:]}")
        os.rename(part, made)
    return made


def lay_out(tree, root):
    """A tree of one's own that begins as another: what changes lies over it, or, where this machine cannot do that, it is copied."""
    clear(root)
    os.makedirs(root)
    over = f"{root}.over"
    for folder in ("upper", "work"):
        os.makedirs(f"{over}/{folder}")
    layers = f"lowerdir={os.path.abspath(tree)},upperdir={over}/upper,workdir={over}/work"
    if run("mount", "-t", "overlay", "overlay", "-o", layers, root, check=False).returncode != 0:
        os.rmdir(root)
        run("cp", "-a", "--reflink=auto", tree, root, timeout=600)


def clear(root):
    if os.path.ismount(root):
        run("umount", root)
    for folder in (root, f"{root}.over"):
        shutil.rmtree(folder, ignore_errors=True)


def boots(packages):
    """A box with these packages, booted, on a copy of the tree that is this run's own."""
    if os.geteuid() != 0:
        raise Skip("only root can boot a tree")
    for tool in ("systemd-nspawn", "mmdebstrap", "nsenter"):
        if not shutil.which(tool):
            raise Skip(f"{tool} is not installed: Scripts/deps --integration")
    os.makedirs(WORK, exist_ok=True)
    root = os.path.abspath(f"{WORK}/root")
    lay_out(tree(packages), root)
    box = Box(root)
    # The smallest Debian has none; every installed one does.
    box.write("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n")
    try:
        box.boot()
    except BaseException:
        box.halt()
        raise
    return box
