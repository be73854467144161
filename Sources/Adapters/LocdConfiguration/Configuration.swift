public import LocationModel
public import LocationServices
public import Motion
public import Phrasing
public import Tracks

/// The contents of `/etc/locd/locd.yaml`: every setting of the daemon, checked and in SI units.
///
/// `Configuration()` has the defaults, which apply without a file. ``ConfigurationKey/all`` defines the keys, their
/// ranges and their spelling, and reads and prints them. This type only holds the values; it does not check
/// assignments.
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

    /// The display of values in a terminal.
    public struct Display: Sendable, Hashable {
        /// The units of figures.
        public var units = UnitSystem.metric
    }

    /// Where fixes come from.
    public struct Receiver: Sendable, Hashable {
        /// The receiver to read.
        package var source = Source.gpsd(GPSDAddress())
        /// Seconds without a report before the fix is stale, 1 to 3600.
        public var staleAfter = 5.0
        /// The look interval in seconds, 1 to 86400: how often to look for a fix while the receiver is released because
        /// the recorder is paused or demand is coarse. `nil` never releases the receiver for these reasons.
        public var powerSaving: Double?
    }

    /// The sensors other than the receiver.
    public struct Sensors: Sendable, Hashable {
        /// Where the kernel lists the devices of its Industrial I/O subsystem.
        public static let devices = "/sys/bus/iio/devices"

        /// Whether headings come from the compass of this machine, too.
        public var compass = false
        /// Whether the daemon listens to Bluetooth beacons.
        public var beacons = false
        /// The folder in which the kernel lists step counters; `nil`: steps are not counted.
        public var steps: String?
    }

    /// How the track is stored on disk.
    public struct Tracks: Sendable, Hashable {
        /// The directory of the track files; an absolute path.
        public var directory = "/var/lib/locd/tracks"
        /// When written lines are synced to disk (fsync).
        public var sync = TrackSync.interval(.seconds(5))
        /// When a new file begins.
        public var rotate = TrackRotation.daily
        /// Days after which a file is compressed, 1 to 36,500; `nil` for never.
        public var compressAfter: Int? = 2
        /// Days after which a file is removed, 1 to 36,500; `nil` for never.
        public var retain: Int?
    }

    /// How places get their names.
    public struct Geocoder: Sendable, Hashable {
        /// The place table, an absolute path; `nil` for none.
        public var table: String? = "/usr/share/locd/places.locd"
        /// The table of the time zones' boundaries, an absolute path; `nil` for none.
        public var timeZones: String? = "/usr/share/locd/timezones.locd"
        /// The geocoding server; `nil` for none. The coordinates and addresses that clients look up are sent to it.
        public var server: GeocodingServer?
        /// The Unix socket of locd-geocode, which asks the server; an absolute path.
        public var helper = "/run/locd-geocode.sock"
        /// The timeout of a request to the server, in seconds.
        public var serverTimeout = 10.0
        /// The minimum time between two requests to the server, in seconds.
        public var serverInterval = 1.0
        /// The user agent that locd sends to the server.
        public var userAgent = "locd/1"

        /// The remedy if nothing listens at ``helper``.
        package static let helperRemedy = "apt install locd-geocode && systemctl enable --now locd-geocode.socket"

        /// The defaults.
        public init() {}
    }
}

extension Configuration.Regions {
    /// The maximum size of the file: 64 MiB, some 300,000 circles.
    static let maximumBytes = 64 << 20

    /// Reads the regions; `nil` if the file does not exist.
    ///
    /// - Throws: The problems, each with file, line, column, feature, cause and remedy.
    public func read() throws(ConfigurationError) -> [Region]? {
        guard
            let text = try ConfigurationFile.read(
                file, maximumBytes: Self.maximumBytes, example: "regions.geojson")
        else { return nil }
        let regions: [Region]
        do {
            regions = try RegionFile.regions(text)
        } catch {
            let problems = ([error] + error.others).map { error in
                ConfigurationProblem(
                    code: .badRegion, origin: .file(path: file, line: error.line, column: error.column),
                    key: error.path.isEmpty ? nil : error.path.visible, what: error.problem.visible,
                    remedy: error.remedy)
            }
            throw ConfigurationError(problems: problems, omitted: error.omitted)
        }
        // Such a name would go into environments, logs and terminals.
        if let region = regions.first(where: { !$0.identifier.unicodeScalars.allSatisfy(\.isVisible) }) {
            let problem = ConfigurationProblem(
                code: .badRegion, origin: .file(path: file, line: 1, column: 1), key: nil,
                what: "the identifier \(region.identifier.quoted) has control or other invisible characters",
                remedy: "give the feature an \"id\" without them")
            throw ConfigurationError(problems: [problem], omitted: 0)
        }
        return regions
    }
}

extension Configuration {
    /// Reads a configuration: the defaults, then the file, then its drop-ins, then the environment. Each overrides
    /// those before it. The drop-ins are the files `*.yaml` in the directory with the file's name and `.d` appended,
    /// sorted by name.
    ///
    /// - Parameters:
    ///   - path: The file, which must exist; `nil` for `defaultPath`, which is optional.
    ///   - environment: The environment variables; only those of ``ConfigurationKey/environmentVariable`` are used.
    ///   - defaultPath: The file to read if `path` is `nil`.
    /// - Throws: All problems at once.
    public static func load(
        path: String?, environment: [String: String] = [:], defaultPath: String = defaultPath
    ) throws(ConfigurationError) -> LoadedConfiguration {
        let file = path ?? defaultPath
        let text = try ConfigurationFile.read(file)
        if text == nil, let path { throw ConfigurationFile.missing(path) }
        return try build(
            path: file, text: text, dropIns: try ConfigurationFile.dropIns(of: file), environment: environment)
    }

    /// Reads a configuration from bytes: UTF-8, at most ``ConfigurationFile/maximumBytes``.
    ///
    /// - Parameters:
    ///   - bytes: The contents of a configuration file.
    ///   - name: The name to use in problems and origins.
    ///   - environment: The environment variables, which override the bytes.
    /// - Throws: All problems at once.
    public static func read(
        _ bytes: [UInt8], name: String, environment: [String: String] = [:]
    ) throws(ConfigurationError) -> LoadedConfiguration {
        try build(path: name, text: try ConfigurationFile.text(bytes, name), environment: environment)
    }

    private static func build(
        path: String, text: [UInt8]?, dropIns: [String] = [], environment: [String: String]
    ) throws(ConfigurationError) -> LoadedConfiguration {
        var builder = ConfigurationBuilder()
        if let text { builder.apply(file: path, text: text) }
        for path in dropIns { builder.apply(dropIn: path) }
        builder.apply(environment: environment)
        if builder.problems.isEmpty { builder.check() }
        if let error = builder.problems.error { throw error }
        return LoadedConfiguration(
            configuration: builder.configuration, file: text == nil ? nil : path, dropIns: dropIns,
            origins: builder.origins)
    }

    /// The settings of the recorder.
    public struct Recorder: Sendable, Hashable {
        /// Whether a track is recorded.
        public var enabled = true
        /// The requested accuracy, a demand on the receiver; it filters nothing.
        public var desiredAccuracy = DesiredAccuracy.best
        /// Metres from the last recorded location, 0.01 to 100,000; `nil` for no filter.
        public var distanceFilter: Double? = 10
        /// The kind of activity, which determines when recording pauses automatically.
        public var activityType = ActivityType.other
        /// Whether recording pauses automatically while the machine is stationary.
        public var pausesLocationUpdatesAutomatically = true
        /// Whether the position of a parked vehicle is held, so that drift adds no distance.
        public var holdsPositionWhenStationary = true
        /// Metres of `horizontalAccuracy` beyond which a location is not recorded, 0.01 to 100,000; `nil` for no limit.
        public var maximumHorizontalAccuracy: Double? = 100
        /// Seconds since arrival plus lag behind the receiver's newest time, 0.1 to 86,400; `nil` for no limit.
        public var maximumAge: Double? = 60
        /// Metres per second between consecutive fixes, 0.1 to 12,000; `nil` for no limit.
        public var maximumSpeed: Double? = 100
        /// Seconds between recorded locations, 0.01 to 86,400; `nil` for no limit.
        public var minimumInterval: Double?
        /// How locations are smoothed before they are recorded; `nil` for no smoothing.
        public var smoothing: Smoothing?
        /// Whether private regions are removed from the track itself, not only from what is derived from it.
        public var privacyZones = false
        /// Whether positions that are not trusted are recorded, marked as such.
        public var recordsUntrusted = true
        /// The preset, which determines when to depart from the settings above, and how.
        public var preset = SettingsPreset.configured
        /// The preset while the machine runs on battery; `nil` for ``preset``.
        public var presetOnBattery: SettingsPreset?
        /// The preset while the battery is low; `nil` for ``presetOnBattery``.
        public var presetOnLowBattery: SettingsPreset?
        /// The preset while the battery is medium; `nil` for ``presetOnBattery``.
        public var presetOnMediumBattery: SettingsPreset?
        /// The low-battery threshold in percent of a full charge, 1 to 90.
        public var lowBattery = 20.0
        /// The threshold of a medium battery in percent of a full charge, 1 to 95.
        public var mediumBattery = 50.0

        /// Whether visits are recorded: arriving at a place, and leaving it.
        public var visits = true
    }
}
