import LocdConfiguration
import LocdProtocol

/// Sensors other than the receiver (`sensors`), and what keeps locd from it. Recording continues without them.
extension Doctor {
    func sensorChecks(_ findings: Findings) -> [DoctorCheck] {
        let sensors = configuration.sensors
        return [
            sensors.compass ? compass(findings) : DoctorCheck(.compass, .ok, "off (sensors.compass)"),
            sensors.beacons ? beacons(findings) : DoctorCheck(.beacons, .ok, "off (sensors.beacons)"),
        ]
    }

    /// What keeps locd from a service of the system bus: the sentence, and what to do.
    private func busTrouble(_ key: String, policy: String) -> (String, String)? {
        guard box.exists(Self.systemBus) else {
            return ("\(key): there is no system bus at \(Self.systemBus)", "apt install dbus, or set \(key): false.")
        }
        // The first is that of the package.
        let policies = ["/usr/share", "/etc"].map { "\($0)/dbus-1/system.d/\(policy)" }
        guard !policies.contains(where: box.exists) else { return nil }
        return (
            "\(key): the system bus has no policy for locd (\(policies[0]))",
            "Install the package locd again, or copy systemd/\(policy) there; then systemctl reload dbus."
        )
    }

    private func beacons(_ findings: Findings) -> DoctorCheck {
        let key = "sensors.beacons"
        if let (sentence, remedy) = busTrouble(key, policy: "org.locd.Bluetooth.conf") {
            return DoctorCheck(.beacons, .warning, sentence, remedy: remedy)
        }
        if case .status(let status) = findings.daemon, let beacons = status.beacons, beacons.state != .absent {
            return DoctorCheck(
                .beacons, .ok,
                beacons.state == .active ? "listened to" : "can be heard, when a client or a region asks for them")
        }
        guard !box.processes(named: "bluetoothd").isEmpty else {
            return DoctorCheck(
                .beacons, .warning, "\(key): BlueZ does not run",
                remedy: "apt install bluez, then systemctl enable --now bluetooth. Without an adapter, beacons come "
                    + "from other receivers (Beacons.md).")
        }
        guard box.exists("/sys/class/bluetooth/hci0") || box.exists("/sys/class/bluetooth/hci1") else {
            return DoctorCheck(
                .beacons, .warning, "\(key): this machine has no Bluetooth adapter",
                remedy: "Plug one in, and look for hci0 in /sys/class/bluetooth. Without an adapter, beacons come "
                    + "from other receivers (Beacons.md).")
        }
        if case .status(let status) = findings.daemon,
            let problem = status.problems.first(where: { $0.hasPrefix(key) })
        {
            return DoctorCheck(
                .beacons, .warning, problem,
                remedy: "bluetoothctl show prints what BlueZ knows of the adapter; bluetoothctl power on switches it on."
            )
        }
        return DoctorCheck(.beacons, .ok, "BlueZ runs, and locd may use it")
    }

    private func compass(_ findings: Findings) -> DoctorCheck {
        let key = "sensors.compass"
        if let (sentence, remedy) = busTrouble(key, policy: "org.locd.SensorProxy.conf") {
            return DoctorCheck(.compass, .warning, sentence, remedy: remedy)
        }
        guard !box.processes(named: "iio-sensor-proxy").isEmpty else {
            return DoctorCheck(
                .compass, .warning, "\(key): iio-sensor-proxy does not run",
                remedy: "apt install iio-sensor-proxy. udev starts it on a machine with a sensor that it supports; "
                    + "elsewhere there is no compass, and sensors.compass: false says so.")
        }
        guard case .status(let status) = findings.daemon, let compass = status.compass else {
            return DoctorCheck(.compass, .ok, "iio-sensor-proxy runs, and locd may use it")
        }
        if let problem = status.problems.first(where: { $0.hasPrefix(key) }) {
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
