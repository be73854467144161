import Foundation
import Testing

/// A client that calls every method of the interface and shares no code with the daemon, as a user that a test chooses.
enum Impostor {
    /// The command that runs it as a user; only root can.
    static func command(user: Int, socket: String, label: String) throws -> [String] {
        Program.asUser(user) + [try #require(Program.python), "-c", everyMethod, socket, label]
    }

    /// Calls everything; a stream is read until it says a place, a failure or an error.
    /// What it was answered: each reply with the method that it came to.
    static func replies(_ output: String) throws -> [(method: String, reply: [String: Any])] {
        try output.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", maxSplits: 1)
            let reply = try JSONSerialization.jsonObject(with: Data(parts[1].utf8)) as? [String: Any]
            return (String(parts[0]), reply ?? [:])
        }
    }

    private static let everyMethod = """
        import json, socket, sys
        path, label = sys.argv[1:3]

        class Connection:
            def __init__(self):
                self.socket = socket.socket(socket.AF_UNIX)
                self.socket.settimeout(120)
                self.socket.connect(path)
                self.rest = b""
            def send(self, name, parameters, more=False):
                call = {"method": "org.locd.Location." + name, "parameters": parameters, "more": more}
                self.socket.sendall(json.dumps(call).encode() + b"\\0")
            def read(self, name):
                while b"\\0" not in self.rest:
                    data = self.socket.recv(65536)
                    assert data, name + " ended"
                    self.rest += data
                message, self.rest = self.rest.split(b"\\0", 1)
                reply = json.loads(message)
                print(name + "\\t" + json.dumps(reply), flush=True)
                return reply

        def call(name, **parameters):
            connection = Connection()
            connection.send(name, parameters)
            return connection.read(name)

        def stream(name, until, **parameters):
            connection = Connection()
            connection.send(name, parameters, True)
            first = connection.read(name)
            reply = first
            while "error" not in reply and not until(reply["parameters"]):
                reply = connection.read(name)
            return connection, first

        def said(*kinds):
            return lambda parameters: any(event["type"] in kinds for event in parameters.get("events", []))

        home = {"identifier": "home", "circle": {"center": {"latitude": 1.0, "longitude": 1.0}, "radius": 1000.0}}
        for name in ("Status", "Sky", "Why", "Regions", "Clients", "Uses", "Tracks", "Configuration", "Reload",
                     "Authorizations"):
            call(name, **({"label": label} if name == "Regions" else {}))
        call("ReportAdvertisements", advertisements=[{"data": "", "rssi": -60}])
        call("MotionHistory", label=label, **{"from": "2026-11-21T00:00:00Z", "to": "2026-11-28T00:00:00Z"})
        call("ReportSteps", **{"from": "2026-11-21T00:00:00Z", "to": "2026-11-21T00:10:00Z", "numberOfSteps": 900})
        call("OverrideRecorder", isAsleep=True)
        call("Authorization", label=label)
        call("RequestAuthorization", label=label, request="always")
        call("RequestTemporaryFullAccuracyAuthorization", label=label, purposeKey="turn")
        for name in ("Authorize", "Deny", "Reset", "AuthorizationOf"):
            call(name, user=__import__("os").getuid())
        call("Answer", identifier="0-0", answer="denied")
        stream("Agent", lambda parameters: True)
        call("ReverseGeocode", latitude=1.0, longitude=1.0)
        call("Geocode", address="Bern")
        call("Location", label=label, timeout=60.0)
        call("AddRegion", label=label, region=home)
        call("RegionState", label=label, identifier="home")
        call("RemoveRegion", label=label, identifier="home")
        stream("Updates", lambda parameters: "location" in parameters, label=label)
        stream("Heading", lambda parameters: True, label=label)
        stream("Visits", lambda parameters: True, label=label)
        events, first = stream("Events", lambda parameters: True, label=label)
        session = first["parameters"]["session"]
        call("Configure", session=session, settings={"distanceFilter": 1.0})
        call("RaiseAccuracy", session=session, desiredAccuracy="best", seconds=5.0)
        call("Sleep", session=session)
        call("Wake", session=session)
        call("EnterBackground", session=session)
        call("EnterForeground", session=session)
        call("RequestLocation", session=session, timeout=0.5)
        while not said("location", "failure")(events.read("Events")["parameters"]):
            pass
        call("Start", session=session, services=["updatingLocation", "monitoringSignificantLocationChanges"])
        call("AllowDeferredLocationUpdates", session=session, distance=10.0, timeout=5.0)
        call("DisallowDeferredLocationUpdates", session=session)
        call("Stop", session=session, services=["updatingLocation"])
        call("RequestLocation", session=session, timeout=0.5)
        while not said("location", "failure")(events.read("Events")["parameters"]):
            pass
        """
}
