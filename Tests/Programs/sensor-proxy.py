"""iio-sensor-proxy, as python-dbusmock has it: serve PARAMETERS | set PROPERTY VALUE | claims

`serve` is the service, with the compass at the path where the real one has it; PARAMETERS are those of dbusmock's template, as JSON.
The other words talk to it: `set` changes a property, which it tells those who claimed the compass; `claims` prints how many did.
"""

import json
import sys

import dbus
import dbus.mainloop.glib
import dbusmock
from dbusmock import mockobject
from gi.repository import GLib

NAME, PATH = "net.hadess.SensorProxy", "/net/hadess/SensorProxy/Compass"
COMPASS = NAME + ".Compass"


def serve(parameters):
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    loop = GLib.MainLoop()
    name = dbus.service.BusName(NAME, dbus.SystemBus(), do_not_queue=True)
    mock = mockobject.DBusMockObject(name, PATH, COMPASS, {}, None, False)
    mock.AddTemplate("iio-sensors-proxy", json.loads(parameters))
    # The template has the compass's methods in the interface of the other sensors.
    for member in ["ClaimCompass", "ReleaseCompass"]:
        setattr(type(mock), member, on_compass(member, getattr(type(mock), member)))
    print("serves", flush=True)
    loop.run()


def on_compass(member, method):
    """A method of the template, in the interface where the real service has it."""

    def call(self, sender):
        method(self, sender)

    call.__name__ = member
    return dbus.service.method(COMPASS, sender_keyword="sender")(call)


def mock():
    return dbus.Interface(dbus.SystemBus().get_object(NAME, PATH, introspect=False), dbusmock.MOCK_IFACE)


match sys.argv[1:]:
    case ["serve", parameters]:
        serve(parameters)
    case ["set", prop, value]:
        mock().SetInternalProperty(COMPASS, prop, json.loads(value))
    case ["claims"]:
        print(len(mock().GetInternalProperty("CompassOwners")))
