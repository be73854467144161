import LocdConfiguration
import LocdProtocol

/// Sensors other than the receiver (`sensors`), and what keeps locd from it. Recording continues without them.
extension Doctor {
    /// The first is that of the package.
    private static let sensorPolicies = ["/usr/share", "/etc"].map { "\($0)/dbus-1/system.d/org.locd.SensorProxy.conf" }

    func sensorChecks(_ findings: Findings) -> [DoctorCheck] {
        guard configuration.sensors.compass else { return [DoctorCheck(.compass, .ok, "off (sensors.compass)")] }
        return [compass(findings)]
    }

    private func compass(_ findings: Findings) -> DoctorCheck {
        func trouble(_ sentence: String, _ remedy: String) -> DoctorCheck {
            DoctorCheck(.compass, .warning, "sensors.compass: \(sentence)", remedy: remedy)
        }
        guard box.exists(Self.systemBus) else {
            return trouble(
                "there is no system bus at \(Self.systemBus)", "apt install dbus, or set sensors.compass: false.")
        }
        guard Self.sensorPolicies.contains(where: box.exists) else {
            return trouble(
                "the system bus has no policy for locd (\(Self.sensorPolicies[0]))",
                "Install the package locd again, or copy systemd/org.locd.SensorProxy.conf there; then systemctl reload dbus."
            )
        }
        guard !box.processes(named: "iio-sensor-proxy").isEmpty else {
            return trouble(
                "iio-sensor-proxy does not run",
                "apt install iio-sensor-proxy. udev starts it on a machine with a sensor that it supports; elsewhere there is "
                    + "no compass, and sensors.compass: false says so.")
        }
        guard case .status(let status) = findings.daemon, let compass = status.compass else {
            return DoctorCheck(.compass, .ok, "iio-sensor-proxy runs, and locd may use it")
        }
        if let problem = status.problems.first(where: { $0.hasPrefix("sensors.compass") }) {
            return DoctorCheck(
                .compass, .warning, problem,
                remedy:
                    "monitor-sensor --compass shows what iio-sensor-proxy knows; sensors.compass: false switches it off."
            )
        }
        return DoctorCheck(
            .compass, .ok, compass.state == .active ? "in use" : "there, and claimed when a client wants headings")
    }
}
