/// What `/etc/locd/locd.yaml` says: every setting of the daemon, checked and in SI units.
///
/// `Configuration()` is what locd does without a file. The keys, their ranges and their spelling stand in
/// ``ConfigurationKey/all``, which also reads and prints them; this type only holds the values, and does not check
/// what is assigned to it.
public struct Configuration: Sendable, Hashable {
    /// The file that is read where none is named.
    public static let defaultPath = "/etc/locd/locd.yaml"

    /// Where fixes come from.
    public var receiver = Receiver()
    /// What is written into the track.
    public var recorder = Recorder()
    /// How the track lies on the disk.
    public var tracks = Tracks()
    /// What survives a restart beside the track.
    public var state = State()
    /// The places that are watched.
    public var regions = Regions()
    /// What places are called.
    public var geocoder = Geocoder()
    /// The socket of the clients.
    public var api = API()
    /// What clients may have.
    public var clients = Clients()
    /// Other programs, in the protocols that they speak.
    public var sharing = Sharing()
    /// Figures for Prometheus.
    public var metrics = Metrics()
    /// What is said to the journal.
    public var log = Log()
    /// What people read in a terminal.
    public var display = Display()

    /// The defaults.
    public init() {}
}
