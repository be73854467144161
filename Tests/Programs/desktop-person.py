"""A person at a desktop with notifications: LOCD-COMMAND… -- ANSWER…

Starts a session bus, python-dbusmock's notification server on it, and the command. Prints each notification, and presses the button of
the next answer. Answers that are no buttons: `close` closes the notification, `forge` lets another program press "always",
`restart` ends the server and starts it again.
"""

import json
import os
import subprocess
import sys

import dbus
import dbus.mainloop.glib
from gi.repository import GLib

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"

split = sys.argv.index("--")
command, answers = sys.argv[1:split], sys.argv[split + 1 :]


# What is started ends with this program, however that ends.
ENDS_WITH_US = ["setpriv", "--pdeathsig", "KILL"]


def say(words):
    print(words, flush=True)


daemon = subprocess.Popen(
    [*ENDS_WITH_US, "dbus-daemon", "--session", "--nofork", "--nosyslog", "--print-address=1", "--address=unix:tmpdir=/tmp"],
    stdout=subprocess.PIPE,
    text=True,
)
os.environ["DBUS_SESSION_BUS_ADDRESS"] = daemon.stdout.readline().strip()
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
server, shown = None, 0


def start_server():
    global server, shown
    shown = 0
    parameters = json.dumps({"capabilities": "actions body body-markup"})
    server = subprocess.Popen(
        [*ENDS_WITH_US, "/usr/bin/python3", "-m", "dbusmock", "--session", "--template", "notification_daemon"]
        + ["--parameters", parameters],
        stdout=subprocess.DEVNULL,
    )


def signal(member, signature, arguments):
    mock = dbus.Interface(bus.get_object(NAME, PATH), "org.freedesktop.DBus.Mock")
    mock.EmitSignal(NAME, member, signature, arguments)


def forge(number, agent):
    """Tells the agent, and nobody else, that a button was pressed."""
    message = dbus.lowlevel.SignalMessage(PATH, NAME, "ActionInvoked")
    message.append(dbus.UInt32(number), "always", signature="us")
    message.set_destination(agent)
    bus.send_message(message)
    bus.flush()


def restart():
    server.kill()
    server.wait()
    start_server()


def answer(number, agent):
    word = answers.pop(0) if answers else "nothing"
    if word == "close":
        signal("NotificationClosed", "uu", [dbus.UInt32(number), dbus.UInt32(2)])
    elif word == "forge":
        forge(number, agent)
    elif word == "restart":
        restart()
    elif word != "nothing":
        signal("ActionInvoked", "us", [dbus.UInt32(number), word])
        signal("NotificationClosed", "uu", [dbus.UInt32(number), dbus.UInt32(2)])


def unique_names():
    return {name for name in bus.list_names() if name.startswith(":")}


def called(member, arguments):
    global shown
    if member == "Notify":
        shown += 1
        number = shown
        keys = [str(word) for word in arguments[5]][::2]
        say(f"notification {number}: {arguments[3]}: {arguments[4]} {keys}")
        agents = unique_names() - known - {bus.get_name_owner(NAME)}
        GLib.idle_add(lambda: answer(number, agents.pop() if len(agents) == 1 else None))
    elif member == "CloseNotification":
        say(f"taken back {arguments[0]}")


bus.add_signal_receiver(called, "MethodCalled", "org.freedesktop.DBus.Mock")
known = unique_names()
agent = None


def start_agent(owner):
    """Once there is a server: a program that finds none is denied."""
    global agent
    if owner and agent is None:
        agent = subprocess.Popen([*ENDS_WITH_US, *command], stderr=subprocess.STDOUT)
        say(f"agent {agent.pid}")


bus.watch_name_owner(NAME, start_agent)
start_server()


def look():
    if agent is None or agent.poll() is None:
        return True
    # What was shown before its end has come with this answer, at the latest.
    bus.list_names()
    while loop.get_context().pending():
        loop.get_context().iteration(False)
    loop.quit()
    return False


loop = GLib.MainLoop()
GLib.timeout_add(50, look)
try:
    loop.run()
finally:
    for process in (agent, server, daemon):
        if process:
            process.kill()
sys.exit(agent.returncode if agent.returncode > 0 else 1)
