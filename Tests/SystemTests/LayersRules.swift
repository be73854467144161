/// What the design allows each target, as data. A target that is not here has no rule yet, and the test says so.
struct LayersRule: Sendable {
    /// Our own targets, the C faces among them, that it may import.
    let imports: Set<String>
    /// Values and decisions: nothing but the standard library, no I/O, no clock.
    var isPure = false
    /// Reads no wall clock: time comes with the data.
    var isTimeless = false
    /// May bring in all of Foundation, whose users expect it.
    var reexportsFoundation = false
    /// A command may print and exit; a library leaves that to it.
    var isCommand = false

    /// Arrows point one way: values ← protocol ← adapters ← composition ← main.
    static let ofTarget: [String: LayersRule] = [
        "SystemSupport": LayersRule(imports: ["CLinux"]),
        "Loopback": LayersRule(imports: ["SystemSupport"]),
        "MemoryUse": LayersRule(imports: ["CLinux"]),
        "LocationModel": LayersRule(imports: [], isPure: true, isTimeless: true),
        "NMEA": LayersRule(imports: [], isPure: true, isTimeless: true),
        "Motion": LayersRule(imports: ["LocationModel"], isPure: true, isTimeless: true),
        "Phrasing": LayersRule(imports: ["LocationModel"], isPure: true, isTimeless: true),
        "LocationServices": LayersRule(imports: ["LocationModel", "Motion"], isPure: true, isTimeless: true),
        "Interchange": LayersRule(imports: ["CExpat", "CZlib", "NMEA", "LocationModel"], isTimeless: true),
        // A track can be played as a receiver: its format is known to Tracks alone.
        "Receivers": LayersRule(imports: [
            "CGPS", "CLinux", "Interchange", "NMEA", "LocationModel", "LocationServices", "Motion", "SystemSupport",
            "Tracks",
        ]),
        "Tracks": LayersRule(
            imports: [
                "CZlib", "Interchange", "NMEA", "LocationModel", "LocationServices", "Phrasing", "SystemSupport",
            ], isTimeless: true),
        "TrackTools": LayersRule(
            imports: [
                "Cartography", "Geocoding", "Interchange", "NMEA", "LocationModel", "LocationServices", "Motion",
                "Phrasing", "SystemSupport", "Tracks",
            ],
            isTimeless: true),
        "Cartography": LayersRule(imports: ["LocationModel", "Phrasing"], isPure: true, isTimeless: true),
        // Knows routes and sentences; who reads them is not its business.
        "Simulator": LayersRule(imports: [
            "CLinux", "Interchange", "NMEA", "LocationModel", "LocationServices", "Sensors", "SystemSupport",
        ]),
        // Answers from a file of places; who asks and when it is opened is the daemon's business.
        "Geocoding": LayersRule(imports: ["CZlib", "LocationModel"], isTimeless: true),
        "LocdProtocol": LayersRule(imports: ["LocationModel"]),
        "GeocodeProtocol": LayersRule(imports: ["LocationModel"], isTimeless: true),
        // Only this reaches the network, in a process of its own.
        "Nominatim": LayersRule(imports: ["CCurl", "GeocodeProtocol", "LocationModel", "SystemSupport"]),
        "LocdGeocode": LayersRule(
            imports: ["GeocodeProtocol", "LocationModel", "Nominatim", "SystemSupport"], isCommand: true),
        // Only this reaches servers of the user's, in a process of its own.
        "Publish": LayersRule(imports: [
            "CCurl", "CMosquitto", "LocationModel", "LocationServices", "LocdConfiguration", "LocdProtocol",
            "Phrasing", "SystemSupport", "Tracks",
        ]),
        // Part of the commands: how they speak, and read their configuration.
        "CommandSupport": LayersRule(
            imports: ["LocdConfiguration", "SystemSupport"], isTimeless: true, isCommand: true),
        "LocdPublish": LayersRule(
            imports: [
                "CommandSupport", "LocationModel", "LocationServices", "LocdConfiguration", "LocdProtocol", "Publish",
            ], isCommand: true),
        // Only this serves browsers, in a process of its own; what viewers may have the daemon says, as a client of its socket.
        "Web": LayersRule(
            imports: [
                "CSqlite", "Cartography", "Geocoding", "LocationModel", "LocationServices", "LocdClient",
                "LocdConfiguration",
                "LocdProtocol", "Loopback", "Motion", "Phrasing", "SystemSupport", "Tracks", "TrackTools",
            ], isTimeless: true),
        "LocdWeb": LayersRule(
            imports: [
                "CommandSupport", "LocationModel", "LocationServices", "LocdConfiguration", "LocdProtocol", "MemoryUse",
                "Phrasing", "SystemSupport", "Web",
            ], isCommand: true),
        // What is asked for, not what does it: addresses of receivers are values here.
        "LocdConfiguration": LayersRule(
            imports: [
                "CYaml", "NMEA", "LocationModel", "LocationServices", "Motion", "Phrasing", "SystemSupport", "Tracks",
            ], isTimeless: true),
        // What is said to the journal, and nothing about what happened.
        "LocdLog": LayersRule(imports: ["SystemSupport"]),
        // Asked about gpsd and receivers, it knows neither: whoever runs it brings them along.
        "LocdDoctor": LayersRule(imports: [
            "CLinux", "LocdConfiguration", "NMEA", "LocationModel", "LocationServices", "LocdProtocol",
            "Phrasing", "SystemSupport",
        ]),
        // A receiver becomes a track, live or offline: nothing here serves anybody.
        "LocdRecorder": LayersRule(imports: [
            "LocdConfiguration", "LocationModel", "LocationServices", "Motion", "Receivers", "Tracks", "LocdProtocol",
            "SystemSupport",
        ]),
        // Clients and what they may have: no receiver.
        "LocdServer": LayersRule(imports: [
            "CLinux", "LocdConfiguration", "LocdLog", "LocationModel", "LocationServices", "Motion", "Tracks",
            "LocdProtocol",
            "SystemSupport",
        ]),
        "Bus": LayersRule(imports: ["CBus", "SystemSupport"], isTimeless: true),
        // Asks on a desktop; what an answer means the daemon says.
        "Notifications": LayersRule(
            imports: ["Bus", "CBus", "LocdClient", "LocdProtocol", "SystemSupport"], isTimeless: true),
        // What a sensor says; who wants to know is the daemon's business.
        "Sensors": LayersRule(
            imports: ["Bus", "LocationModel", "LocationServices", "LocdLog", "Motion", "SystemSupport"],
            isTimeless: true),
        // Programs that know nothing of locd: what they may have the server says.
        "Sharing": LayersRule(
            imports: [
                "Bus", "CBus", "Interchange", "LocationModel", "LocationServices", "LocdConfiguration", "LocdLog",
                "LocdProtocol", "LocdServer", "Loopback", "Motion", "SystemSupport",
            ], isTimeless: true),
        // Tells programs what happened; what they do is not its business.
        "Hooks": LayersRule(
            imports: ["LocationModel", "LocationServices", "LocdConfiguration", "LocdLog", "SystemSupport"],
            isTimeless: true),
        "LocdDaemon": LayersRule(imports: [
            "Hooks", "Sensors", "Sharing",
            "GeocodeProtocol", "Geocoding", "LocdConfiguration", "LocdDoctor", "LocdLog", "LocdRecorder",
            "LocdServer", "LocationModel", "LocationServices", "Motion", "SystemSupport", "Tracks", "LocdProtocol",
        ]),
        "LocdClient": LayersRule(imports: ["LocationModel", "LocdProtocol", "Phrasing"]),
        "CoreLocation": LayersRule(
            imports: ["LocationModel", "LocdProtocol", "LocdClient"], reexportsFoundation: true),
        "CoreMotion": LayersRule(
            imports: ["CoreLocation", "LocationModel", "LocdProtocol", "LocdClient", "Motion"],
            reexportsFoundation: true),
        "MapKit": LayersRule(imports: ["CoreLocation"], reexportsFoundation: true),
        "Contacts": LayersRule(imports: ["CoreLocation"], reexportsFoundation: true),
        "locd": LayersRule(
            imports: [
                "Bus", "Cartography", "Geocoding", "Hooks", "LocationModel", "LocationServices", "Notifications",
                "Receivers", "Simulator", "SystemSupport", "Tracks", "TrackTools", "LocdProtocol", "LocdConfiguration",
                "LocdLog", "LocdDoctor", "LocdRecorder", "LocdServer", "LocdDaemon", "LocdClient", "MemoryUse",
                "Phrasing",
            ], isCommand: true),
    ]

    /// C targets that are a module map and nothing else; no target of ours imports them.
    static let moduleMaps: Set<String> = ["CoreLocationSubmodules", "CoreMotionSubmodules"]

    /// Each C library has one door. Its symbols, by their beginnings, are referenced from there and from nowhere else.
    static let doors: [(library: String, symbols: [String], targets: Set<String>)] = [
        ("libgps", ["gps_"], ["CGPS"]),
        ("libyaml", ["yaml_"], ["CYaml", "LocdConfiguration"]),
        ("expat", ["XML_"], ["CExpat", "Interchange"]),
        ("libcurl", ["curl_"], ["CCurl"]),
        ("libmosquitto", ["mosquitto_"], ["CMosquitto", "Publish"]),
        ("libsqlite3", ["sqlite3_"], ["CSqlite", "Web"]),
        ("zlib", ["deflate", "inflate", "gzopen", "gzread", "gzwrite"], ["CZlib"]),
        // What the C library does for everybody has one way of ours: SystemCallError, SystemUser and SystemGroup, SystemThread,
        // FileReplacement.
        ("the texts of errors", ["strerror", "__xpg_strerror_r"], ["SystemSupport"]),
        ("users and groups", ["getpwnam", "getpwuid", "getgrnam", "getgrgid", "getgrouplist"], ["SystemSupport"]),
        ("threads", ["pthread_create"], ["SystemSupport"]),
        ("renaming", ["rename"], ["SystemSupport"]),
    ]

    /// All of Foundation costs a sleeping daemon 24 MB; `FoundationEssentials` is not among these.
    static let foundation: Set<String> = [
        "Foundation", "FoundationNetworking", "FoundationXML", "FoundationInternationalization", "_FoundationICU",
    ]

    /// What a pure target may link: the standard library, and the C library for its mathematics.
    static let standardLibraries: Set<String> = [
        "swiftCore", "swiftSwiftOnoneSupport", "swift_Concurrency", "swift_StringProcessing", "swift_RegexParser",
        "swift_Builtin_float", "swiftSynchronization", "swiftGlibc", "m", "pthread", "dl", "util",
    ]

    /// What a pure target may import beside our own targets.
    static let standardModules: Set<String> = ["Swift", "Synchronization", "Glibc"]

    /// The files that read a clock of the machine. Everybody else is given one, which a test can be.
    static let clockDoors: Set<String> = [
        "MonotonicClock.swift", "SystemClock.swift",
        // A client has no clock but for its pauses, and these two lend it the system's.
        "LocdClient+Sessions.swift", "LocdClient+LocationDaemon.swift",
    ]

    /// The C library's wall clock.
    static let clockSymbols: Set<String> = ["time", "clock_gettime", "gettimeofday", "timespec_get", "localtime_r"]

    /// What only a command does. By symbol, because a function of one's own may well be called `print`.
    static let commandSymbols = [
        "$ss5print_9separator10terminatoryypd_S2StF": "print",
        "$ss10debugPrint_9separator10terminatoryypd_S2StF": "debugPrint",
        "exit": "exit", "_exit": "_exit", "quick_exit": "quick_exit",
    ]

    /// The C library's doors to the outside.
    static let outsideSymbols: Set<String> = [
        "open", "open64", "openat", "openat64", "fopen", "fopen64", "read", "write", "pread", "pwrite", "socket",
        "connect", "send", "sendto", "sendmsg", "recv", "recvfrom", "recvmsg", "poll", "ioctl", "getenv", "system",
        "printf", "puts", "syslog",
    ]
}
