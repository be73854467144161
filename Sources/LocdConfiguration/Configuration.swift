/// The contents of `/etc/locd/locd.yaml`: every setting of the daemon, checked and in SI units.
///
/// `Configuration()` has the defaults, which apply without a file. ``ConfigurationKey/all`` defines the keys, their ranges
/// and their spelling, and reads and prints them. This type only holds the values; it does not check assignments.
public struct Configuration: Sendable, Hashable {
    /// The file that is read by default.
    public static let defaultPath = "/etc/locd/locd.yaml"

    /// Where fixes come from.
    public var receiver = Receiver()
    /// The settings of the recorder.
    public var recorder = Recorder()
    /// How the track is stored on disk.
    public var tracks = Tracks()
    /// The state that survives a restart, besides the track.
    public var state = State()
    /// The regions to monitor.
    public var regions = Regions()
    /// How places get their names.
    public var geocoder = Geocoder()
    /// The socket that clients connect to.
    public var api = API()
    /// How clients are authorized.
    public var clients = Clients()
    /// The protocols in which other programs receive the position.
    public var sharing = Sharing()
    /// The sensors other than the receiver.
    public var sensors = Sensors()
    /// Which events are sent to which sockets.
    public var hooks: [Hook] = []
    /// The metrics for Prometheus.
    public var metrics = Metrics()
    /// What is logged to the journal.
    public var log = Log()
    /// How values are displayed in a terminal.
    public var display = Display()

    /// The defaults.
    public init() {}
}
