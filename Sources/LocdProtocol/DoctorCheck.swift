/// One thing that the doctor looked at.
public struct DoctorCheck: Codable, Sendable, Hashable {
    /// What was looked at. Names are added, none is removed or given another meaning.
    public enum Name: String, Codable, Sendable, Hashable, CaseIterable {
        /// The configuration file and the environment.
        case configuration
        /// The daemon behind its socket.
        case daemon
        /// The recorder of the configuration, and of the daemon where one runs.
        case recorder
        /// The directory of the tracks.
        case trackDirectory
        /// The room for tracks.
        case trackSpace
        /// The program gpsd.
        case gpsdInstalled
        /// systemd's socket unit of gpsd.
        case gpsdSocket
        /// `/etc/default/gpsd`.
        case gpsdOptions
        /// gpsd at its port.
        case gpsdReachable
        /// gpsd's release and what is known about it.
        case gpsdVersion
        /// Who can reach gpsd's port.
        case gpsdAccess
        /// gpsd's devices.
        case gpsdDevices
        /// The receiver's device.
        case device
        /// Whether the program that opens the device may.
        case permission
        /// Who else has the device open.
        case holder
        /// ModemManager, which tries out new serial ports.
        case modemManager
        /// brltty, which takes serial adapters for braille displays.
        case brltty
        /// Whether what the receiver says can be read.
        case sentences
        /// Whether there is a usable fix.
        case fix
        /// The system's clock.
        case clock
        /// The address server of the geocoder, and locd-geocode, which asks it.
        case geocoder
    }

    /// What was found.
    public enum Outcome: String, Codable, Sendable, Hashable, CaseIterable {
        /// As it should be.
        case ok
        /// Recording can work; something is likely to go wrong, or should be known.
        case warning
        /// Recording cannot work while this is so.
        case failure
        /// Does not concern this box, or could not be looked at; the sentence says which.
        case notApplicable
    }

    /// What was looked at.
    public var name: Name
    /// What was found.
    public var outcome: Outcome
    /// What was found, in words.
    public var sentence: String
    /// What to do about it; absent where there is nothing to do.
    public var remedy: String?

    /// A check and its outcome.
    public init(_ name: Name, _ outcome: Outcome, _ sentence: String, remedy: String? = nil) {
        self.name = name
        self.outcome = outcome
        self.sentence = sentence
        self.remedy = remedy
    }
}
