/// One check of `locd doctor`.
public struct DoctorCheck: Codable, Sendable, Hashable {
    /// The subject of a check. Names may be added; none is removed or changes its meaning.
    public enum Name: String, Codable, Sendable, Hashable, CaseIterable {
        /// The configuration file and the environment.
        case configuration
        /// The daemon behind its socket.
        case daemon
        /// The recorder, in the configuration and in the daemon if one runs.
        case recorder
        /// The directory of the track.
        case trackDirectory
        /// Free disk space for tracks.
        case trackSpace
        /// The directory of the state.
        case stateDirectory
        /// The gpsd program.
        case gpsdInstalled
        /// gpsd's systemd socket unit.
        case gpsdSocket
        /// `/etc/default/gpsd`.
        case gpsdOptions
        /// Whether gpsd answers on its port.
        case gpsdReachable
        /// gpsd's release and its known problems.
        case gpsdVersion
        /// Who can reach gpsd's port.
        case gpsdAccess
        /// gpsd's devices.
        case gpsdDevices
        /// The receiver's device.
        case device
        /// Whether the program that opens the device has access to it.
        case permission
        /// Other processes that have the device open.
        case holder
        /// ModemManager, which probes new serial ports.
        case modemManager
        /// brltty, which claims serial adapters for braille displays.
        case brltty
        /// Whether the receiver sends valid sentences.
        case sentences
        /// Whether there is a usable fix.
        case fix
        /// The system clock.
        case clock
        /// The geocoder's address server, and locd-geocode, which queries it.
        case geocoder
        /// The position shared with other programs, and what prevents it.
        case sharing
        /// The compass, and the way to it through iio-sensor-proxy.
        case compass
        /// Bluetooth beacons, and the way to them through BlueZ.
        case beacons
        /// The step counter, and whether it is switched on.
        case steps
    }

    /// The outcome of a check.
    public enum Outcome: String, Codable, Sendable, Hashable, CaseIterable {
        /// No problem.
        case ok
        /// Recording can work, but a problem is likely, or something is worth knowing.
        case warning
        /// Recording cannot work until this is fixed.
        case failure
        /// Not applicable to this machine, or could not be checked; the sentence says which.
        case notApplicable
    }

    /// The subject of the check.
    public var name: Name
    /// The outcome.
    public var outcome: Outcome
    /// The outcome as a sentence.
    public var sentence: String
    /// The remedy; absent if nothing needs to be done.
    public var remedy: String?

    /// A check and its outcome.
    public init(_ name: Name, _ outcome: Outcome, _ sentence: String, remedy: String? = nil) {
        self.name = name
        self.outcome = outcome
        self.sentence = sentence
        self.remedy = remedy
    }
}

/// The report of `locd doctor` on a machine.
public struct DoctorReport: Codable, Sendable, Hashable {
    /// The version of locd.
    public var version: String
    /// The configured receiver, as the configuration spells it; absent if the configuration was refused.
    public var source: String?
    /// Whether recording can work: no check failed.
    public var canRecord: Bool
    /// The checks, in the order in which to read them.
    public var checks: [DoctorCheck]

    /// A report of checks.
    public init(version: String = LocdRelease.version, source: String?, checks: [DoctorCheck]) {
        self.version = version
        self.source = source
        self.checks = checks
        canRecord = !checks.contains { $0.outcome == .failure }
    }

    /// The names of the checks that failed.
    public var failures: [DoctorCheck.Name] { checks.filter { $0.outcome == .failure }.map(\.name) }
}
