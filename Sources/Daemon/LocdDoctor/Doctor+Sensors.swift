import LocdConfiguration
import LocdProtocol
import SystemSupport

/// Sensors other than the receiver (`sensors`), and what keeps locd from it. Recording continues without them.
extension Doctor {
    func sensorChecks(_ findings: Findings) -> [DoctorCheck] {
        let sensors = configuration.sensors
        return [
            sensors.compass ? compass(findings) : DoctorCheck(.compass, .ok, "off (sensors.compass)"),
            sensors.beacons ? beacons(findings) : DoctorCheck(.beacons, .ok, "off (sensors.beacons)"),
            sensors.steps.map(steps) ?? DoctorCheck(.steps, .ok, "off (sensors.steps)"),
        ]
    }

    private func beacons(_ findings: Findings) -> DoctorCheck {
        let key = "sensors.beacons"
        if let problem = busProblem(.beacons, key) ?? policyProblem(.beacons, key, "org.locd.Bluetooth.conf") {
            return problem
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
                    + "from other receivers (Sensors.md).")
        }
        guard box.exists("/sys/class/bluetooth/hci0") || box.exists("/sys/class/bluetooth/hci1") else {
            return DoctorCheck(
                .beacons, .warning, "\(key): this machine has no Bluetooth adapter",
                remedy: "Plug one in, and look for hci0 in /sys/class/bluetooth. Without an adapter, beacons come "
                    + "from other receivers (Sensors.md).")
        }
        if case .status(let status) = findings.daemon,
            let problem = status.problems.first(where: { $0.hasPrefix(key) })
        {
            return DoctorCheck(
                .beacons, .warning, problem,
                remedy:
                    "bluetoothctl show prints what BlueZ knows of the adapter; bluetoothctl power on switches it on."
            )
        }
        return DoctorCheck(.beacons, .ok, "BlueZ runs, and locd may use it")
    }

    /// locd may read the kernel's files and not write them: its unit has ProtectKernelTunables.
    private func steps(_ devices: String) -> DoctorCheck {
        func warning(_ sentence: String, _ remedy: String) -> DoctorCheck {
            DoctorCheck(.steps, .warning, "sensors.steps: \(sentence)", remedy: remedy)
        }
        guard let device = IndustrialIO.devices(in: devices).first(where: { box.exists("\($0)/in_steps_input") }) else {
            return warning(
                "no step counter in \(devices)",
                "Without one, locd counts only what other devices report (ReportSteps). If none does, set sensors.steps: off."
            )
        }
        guard box.text("\(device)/in_steps_input") != nil else {
            return warning(
                "\(device)/in_steps_input cannot be read", "See ls -l \(device), and journalctl -k for its driver.")
        }
        guard box.text("\(device)/in_steps_en")?.prefix(while: { !$0.isWhitespace }) != "0" else {
            return warning(
                "the step counter \(device) is switched off, and locd may not switch it on",
                "As root: echo 'SUBSYSTEM==\"iio\", TEST==\"in_steps_en\", ATTR{in_steps_en}=\"1\"' > "
                    + "/etc/udev/rules.d/60-locd-steps.rules; then udevadm control --reload and udevadm trigger -s iio."
            )
        }
        return DoctorCheck(.steps, .ok, "\(device) counts")
    }

    private func compass(_ findings: Findings) -> DoctorCheck {
        let key = "sensors.compass"
        if let problem = busProblem(.compass, key) ?? policyProblem(.compass, key, "org.locd.SensorProxy.conf") {
            return problem
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
