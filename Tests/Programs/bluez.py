"""BlueZ, as python-dbusmock has it, with one adapter and three iBeacons: bluez.py PLAN UUID

PLAN is a file with the distances of the beacons in metres, 0 for one that is silent; it may change at any time. While the adapter scans,
each beacon advertises five times a second: -59 dBm at 1 m, weaker with the square of the distance, with noise of 6 dB.
"""

import math
import random
import sys
import uuid

import dbus
import dbus.mainloop.glib
from dbusmock import mockobject
from gi.repository import GLib

PLAN, GROUP = sys.argv[1], uuid.UUID(sys.argv[2]).bytes
ADAPTER, DEVICE = "org.bluez.Adapter1", "org.bluez.Device1"
NOISE = random.Random(20)


def advertisement(minor):
    frame = bytes([0x02, 0x15]) + GROUP + bytes([0, 1, 0, minor, 0xC5])
    return dbus.Dictionary({dbus.UInt16(0x004C): dbus.Array(frame, signature="y", variant_level=1)}, signature="qv")


def distances():
    try:
        with open(PLAN, encoding="utf-8") as file:
            return [float(word) for word in file.read().split()]
    except OSError:
        return []


def advertise():
    adapter = mockobject.objects["/org/bluez/hci0"]
    # An adapter hears only while it scans.
    if not adapter.props[ADAPTER]["Discovering"]:
        return True
    for minor, metres in enumerate(distances(), start=1):
        if metres <= 0:
            continue
        rssi = round(-59 - 20 * math.log10(metres) + NOISE.gauss(0, 6))
        if rssi < -100:
            continue
        beacon = mockobject.objects[f"/org/bluez/hci0/dev_11_22_33_44_55_0{minor}"]
        heard = {"ManufacturerData": advertisement(minor), "RSSI": dbus.Int16(rssi)}
        beacon.EmitSignal(
            dbus.PROPERTIES_IFACE, "PropertiesChanged", "sa{sv}as",
            [DEVICE, dbus.Dictionary(heard, signature="sv"), dbus.Array([], signature="s")])
    return True


def register(self, path, options, sender, done, fail):
    """Reads what a program advertises, as BlueZ does before it answers, and prints it."""

    def read(said):
        print("advertises", said["Type"], bytes(said["ManufacturerData"][0x004C]).hex(), flush=True)
        done()

    program = dbus.Interface(dbus.SystemBus().get_object(sender, path, introspect=False), dbus.PROPERTIES_IFACE)
    program.GetAll("org.bluez.LEAdvertisement1", reply_handler=read, error_handler=fail)


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
name = dbus.service.BusName("org.bluez", dbus.SystemBus(), do_not_queue=True)
mock = mockobject.DBusMockObject(name, "/", "org.bluez.Mock", {}, None, True)
mockobject.objects["/"] = mock
mock.AddTemplate("bluez5", dbus.Dictionary({}, signature="sv"))
mock.AddAdapter("hci0", "box")
ADVERTISING = "org.bluez.LEAdvertisingManager1"
adapter = mockobject.objects["/org/bluez/hci0"]
adapter.AddProperties(ADVERTISING, {"ActiveInstances": dbus.Byte(0), "SupportedInstances": dbus.Byte(5)})
register.__name__ = "RegisterAdvertisement"
type(adapter).RegisterAdvertisement = dbus.service.method(
    ADVERTISING, in_signature="oa{sv}", sender_keyword="sender", async_callbacks=("done", "fail"))(register)
for minor in (1, 2, 3):
    mock.AddDevice("hci0", f"11:22:33:44:55:0{minor}", f"beacon {minor}")
GLib.timeout_add(200, advertise)
print("serves", flush=True)
GLib.MainLoop().run()
