import LocationModel
import LocationServices
package import LocdConfiguration
package import LocdProtocol
import NMEA

/// Examines a box and reports whether recording can work on it, with remedies. Each check is a function of the
/// findings; it changes nothing on the box.
package struct Doctor {
    let configuration: Configuration
    let box: Box

    /// A doctor for a box on which locd runs with a configuration.
    package init(_ configuration: Configuration, box: Box) {
        self.configuration = configuration
        self.box = box
    }

    /// The report for a refused configuration: nothing else can be checked.
    package static func report(_ error: ConfigurationError) -> DoctorReport {
        let first = error.problems.first.map(\.description) ?? "refused"
        let others = error.problems.count - 1 + error.omitted
        let check = DoctorCheck(
            .configuration, .failure, others > 0 ? "\(first), and \(others) more" : first,
            remedy: "Correct it; locd config check lists all problems.")
        return DoctorReport(source: nil, checks: [check])
    }

    /// Runs all checks. It listens to the receiver for up to ``Hearing/longestLimit``.
    ///
    /// - Parameter loaded: The origin of the configuration, for the report.
    package func examine(_ loaded: LoadedConfiguration) async -> DoctorReport {
        let findings = await find()
        let configured = DoctorCheck(
            .configuration, .ok, "\(loaded.file ?? "no \(Configuration.defaultPath), using the defaults"): good")
        return DoctorReport(
            source: "\(configuration.receiver.source)",
            checks: [configured, daemon(findings), recorder(findings)] + directoryChecks(findings)
                + receiverChecks(findings) + [clock(), geocoder()] + sharingChecks(findings) + sensorChecks(findings))
    }

    /// The findings, collected once.
    struct Findings {
        var daemon: Box.DaemonAnswer
        var unit: SystemdUnit?
        /// The user that runs locd.
        var account: BoxAccount?
        var gpsd: GPSDAnswer?
        /// `nil` if listening was of no use.
        var hearing: Hearing?

        /// The status of a daemon that reads the configured receiver.
        func status(reading source: Configuration.Receiver.Source) -> StatusReply? {
            guard case .status(let status) = daemon, status.receiver.source == "\(source)" else { return nil }
            return status
        }
    }

    private func find() async -> Findings {
        let unit = SystemdUnit("locd.service", on: box)
        let daemon = await box.daemon(configuration.api.socket)
        var findings = Findings(daemon: daemon, unit: unit, account: account(unit, daemon))
        switch configuration.receiver.source {
        case .gpsd(let address):
            let answer = await box.gpsd(address)
            findings.gpsd = answer
            let devices = answer.devices?.filter { address.device == nil || $0.path == address.device }
            if answer.release != nil, devices?.isEmpty == false {
                var hearing = await box.listen(configuration.receiver.source)
                // It shows after longer than anybody listens here.
                hearing.link?.refused = findings.status(reading: configuration.receiver.source)?.receiver.refused
                findings.hearing = hearing
            }
        case .serial(let port):
            let path = port.device
            // What is no device says nothing: the check of the device names the cure.
            guard isDevice(path) || !box.exists(path) else { break }
            if let status = findings.status(reading: configuration.receiver.source) {
                // The daemon uses the port alone, and knows its state.
                findings.hearing = Hearing(status)
            } else if box.exists(path), holder(of: path, findings).outcome != .failure,
                permission(toRead: path, findings).outcome != .failure
            {
                findings.hearing = await box.listen(configuration.receiver.source)
            }
        case .file: break
        }
        return findings
    }

    /// The daemon's user: that of its process, otherwise the unit's user, otherwise locd if that user exists, otherwise
    /// the present user.
    private func account(_ unit: SystemdUnit?, _ daemon: Box.DaemonAnswer) -> BoxAccount? {
        // A daemon without a unit created its socket itself, and owns it.
        if unit == nil || unit?.isMasked == true, case .status = daemon, let socket = box.file(configuration.api.socket)
        {
            if let account = box.account("\(socket.user)") { return account }
        }
        var account: BoxAccount?
        if let unit, !unit.isMasked {
            account = box.account(unit.value("User") ?? "root")
            for group in unit.words("SupplementaryGroups") {
                if let identifier = box.groupIdentifier(group) ?? UInt32(group) { account?.groups.insert(identifier) }
            }
        }
        return account ?? box.account("locd") ?? box.account(nil)
    }

    private func receiverChecks(_ findings: Findings) -> [DoctorCheck] {
        switch configuration.receiver.source {
        case .gpsd(let address):
            return gpsdChecks(address, findings)
        case .serial(let port):
            return [gpsdBeside(port.device)] + deviceChecks(port.device, findings) + hearingChecks(findings)
        case .file(let recording):
            let path = recording.path
            guard let file = box.file(path) else {
                return [DoctorCheck(.device, .failure, "\(path) does not exist", remedy: "Name another recording.")]
            }
            return [
                DoctorCheck(
                    .device, file.kind == .regular ? .ok : .failure,
                    "\(path) is \(file.kind == .regular ? "a file" : "not a regular file")")
            ]
        }
    }

    private func clock() -> DoctorCheck {
        guard box.isClockSynchronized() else {
            return DoctorCheck(
                .clock, .warning, "not synchronised; needed only if the receiver sends no date",
                remedy: "Synchronise it: apt install chrony. Receivers that send a date do not need it.")
        }
        return DoctorCheck(.clock, .ok, "synchronised")
    }
}

/// The address server of the geocoder. Without it the place table answers, so nothing here keeps locd from recording.
extension Doctor {
    func geocoder() -> DoctorCheck {
        let settings = configuration.geocoder
        guard let server = settings.server else {
            return DoctorCheck(.geocoder, .ok, "no address server is configured")
        }
        // Only the user locd may connect to the socket, so nobody else can try whether it answers.
        guard box.exists(settings.helper) else {
            return DoctorCheck(
                .geocoder, .warning,
                "\(server) is not queried: locd-geocode is not listening at \(settings.helper)",
                remedy: "\(Configuration.Geocoder.helperRemedy).")
        }
        return DoctorCheck(.geocoder, .ok, "\(server), through locd-geocode at \(settings.helper)")
    }
}

/// What keeps locd from the system bus, for the parts of locd that need a service there.
extension Doctor {
    private static let bus = "/run/dbus/system_bus_socket"

    /// There is no bus. `key` switches the part on.
    func busProblem(_ name: DoctorCheck.Name, _ key: String) -> DoctorCheck? {
        guard !box.exists(Self.bus) else { return nil }
        return DoctorCheck(
            name, .warning, "\(key): there is no system bus at \(Self.bus)",
            remedy: "apt install dbus, or set \(key): false.")
    }

    /// The bus refuses locd, without a policy from this file.
    func policyProblem(_ name: DoctorCheck.Name, _ key: String, _ file: String) -> DoctorCheck? {
        // The first is that of the package.
        let policies = ["/usr/share", "/etc"].map { "\($0)/dbus-1/system.d/\(file)" }
        guard !policies.contains(where: box.exists) else { return nil }
        return DoctorCheck(
            name, .warning, "\(key): the system bus has no policy for locd (\(policies[0]))",
            remedy: "Install the package locd again, or copy systemd/\(file) there; then systemctl reload dbus.")
    }
}
