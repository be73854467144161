import Foundation
import Testing

/// A client of the daemon that shares no code with it: Python with the public package `varlink` (PyPI), which
/// `Scripts/deps --ci` puts into an environment of its own below `.build`.
enum PythonVarlink {
    static let missing = PythonModules.missing("varlink")

    /// A Python that has it.
    static func python() async -> String? { await PythonModules.python(with: "varlink") }

    /// Calls every method of the interface once, and of the streams the first replies; then streams 20 locations.
    /// It knows nothing but the address and what the service says of itself.
    static let everyMethod = """
        import sys, varlink
        from varlink.scanner import Interface

        address, streamed = "unix:" + sys.argv[1], {"Updates", "Heading", "Visits", "Events", "Agent"}
        client = varlink.Client.new_with_address(address)
        with client.open("org.varlink.service") as service:
            names = service.GetInfo()["interfaces"]
            text = service.GetInterfaceDescription("org.locd.Location")["description"]
        assert names == ["org.locd.Location", "org.varlink.service"], names
        described = Interface(text)
        methods = [name for name, member in described.members.items() if type(member).__name__ == "_Method"]
        home = {"identifier": "home", "circle": {"center": {"latitude": 47.5, "longitude": 8.5}, "radius": 100.0}}
        called = set()

        def call(proxy, name, **parameters):
            called.add(name)
            return getattr(proxy, name)(**parameters)

        def refused(error, proxy, name, **parameters):
            called.add(name)
            try:
                getattr(proxy, name)(**parameters)
            except varlink.VarlinkError as found:
                found = found.as_dict()
                assert found["error"] == "org.locd.Location." + error, found
                return found["parameters"]
            raise AssertionError(name + " was not refused")

        with client.open("org.locd.Location") as one, client.open("org.locd.Location") as two:
            assert call(one, "Status")["receiver"]["state"] == "fix3D"
            sky = call(one, "Sky")["satellites"]
            # Root has full accuracy, so it may know where they stand.
            assert any(satellite["isUsed"] and "azimuth" in satellite for satellite in sky), sky
            assert call(one, "Why")["isRecording"]
            assert call(one, "Authorization")["authorizationStatus"] == "authorizedAlways"
            assert 47 < call(one, "Location", timeout=20.0)["location"]["latitude"] < 48
            assert call(one, "AddRegion", label="py", region=home) == {}
            assert call(one, "Regions", label="py")["regions"][0]["region"]["identifier"] == "home"
            assert call(one, "RegionState", label="py", identifier="home")["state"] in ("unknown", "inside", "outside")
            assert refused("NoSuchRegion", one, "RegionState", identifier="away") == {"identifier": "away"}
            assert call(one, "RemoveRegion", label="py", identifier="home") == {}
            assert call(one, "Tracks")["files"]
            day = {"from": "2026-11-21T00:00:00Z", "to": "2026-11-22T00:00:00Z"}
            assert call(one, "MotionHistory", **day)["isRecording"]
            refused("RangingUnavailable", one, "ReportAdvertisements", advertisements=[{"data": "0201", "rssi": -60}])
            refused("StepCountingUnavailable", one, "ReportSteps", numberOfSteps=900, **day)
            assert any(setting["key"] == "tracks.directory" for setting in call(one, "Configuration")["settings"])
            assert call(one, "Reload") == {"changes": []}
            assert call(one, "OverrideRecorder", desiredAccuracy="best", seconds=0.0) == {}
            refused("GeocoderUnavailable", one, "ReverseGeocode", latitude=47.4, longitude=8.5)
            refused("GeocoderUnavailable", one, "Geocode", address="Bern")
            assert call(one, "RequestAuthorization", request="always")["authorizationStatus"] == "authorizedAlways"
            # Root may have all there is already.
            refused("PromptDeclined", one, "RequestTemporaryFullAccuracyAuthorization", purposeKey="map")
            assert call(one, "Authorize", user=54321, accuracyAuthorization="reducedAccuracy") == {}
            assert call(one, "Deny", user=54321, unit="map.service") == {}
            assert call(one, "AuthorizationOf", user=54321)["accuracyAuthorization"] == "reducedAccuracy"
            known = call(one, "Authorizations")["authorizations"]
            assert [(found["user"], found["authorizationStatus"]) for found in known] == [
                (54321, "authorizedWhenInUse"), (54321, "denied")], known
            refusedAnswer = None
            try:
                call(one, "Answer", identifier="0-0", answer="denied")
            except varlink.VarlinkError as found:
                refusedAnswer = found.as_dict()["error"]
            assert refusedAnswer == "org.varlink.service.InvalidParameter", refusedAnswer
            called.add("Agent")
            with client.open("org.locd.Location") as other:
                stream = other.Agent(_more=True)
                assert not next(stream).get("question")
                stream.close()
            assert call(one, "Reset", user=54321) == {} and call(one, "Reset", user=54321, unit="map.service") == {}
            for name in ("Heading", "Visits"):
                called.add(name)
                with client.open("org.locd.Location") as other:
                    stream = getattr(other, name)(_more=True)
                    assert next(stream)["session"]
                    stream.close()

            called.add("Events")
            events = one.Events(label="py", services=["updatingLocation"], _more=True)
            first = next(events)
            assert first["authorizationStatus"] == "authorizedAlways", first
            session = first["session"]
            assert next(events)["events"][0]["type"] == "location"
            assert [found["method"] for found in call(two, "Clients")["clients"] if found.get("label") == "py"] == ["Events"]
            using = [found for found in call(two, "Uses")["uses"] if found.get("label") == "py"]
            assert [found["isActive"] for found in using] == [True], using
            call(two, "Configure", session=session, settings={"distanceFilter": 5.0, "desiredAccuracy": "best"})
            call(two, "EnterBackground", session=session)
            call(two, "EnterForeground", session=session)
            call(two, "RaiseAccuracy", session=session, desiredAccuracy="bestForNavigation", seconds=5.0)
            call(two, "Sleep", session=session)
            call(two, "Wake", session=session)
            call(two, "AllowDeferredLocationUpdates", session=session, distance=10.0, timeout=5.0)
            call(two, "DisallowDeferredLocationUpdates", session=session)
            call(two, "Stop", session=session, services=["updatingLocation"])
            call(two, "RequestLocation", session=session, timeout=20.0)
            call(two, "Start", session=session, services=["updatingLocation"])
            refused("NoSuchSession", two, "Stop", session="0" * 32, services=[])

        called.add("Updates")
        with client.open("org.locd.Location") as one:
            times = []
            for reply in one.Updates(pausesLocationUpdatesAutomatically=False, _more=True):
                if "location" in reply:
                    times.append(reply["location"]["timestamp"])
                if len(times) == 20:
                    break
        assert times == sorted(set(times)), times
        assert called == set(methods), set(methods) ^ called
        print(len(methods), "methods,", len(times), "updates")
        """
}
