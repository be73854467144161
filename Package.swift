// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target of ours: Swift 6 mode, warnings are errors, and imports say who may see them.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Every C face: calls of libc that know the size of their buffer check it. That needs optimization.
let fortified: [CSetting] = [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]

/// What the parsers need that `make fuzz` tries.
let fuzzed: [Target.Dependency] = [
    "GeocodeProtocol", "Hooks", "Interchange", "LocationModel", "LocationServices", "LocdConfiguration", "LocdProtocol",
    "Loopback", "NMEA", "Phrasing", "Publish", "Receivers", "Sensors", "Sharing", "Simulator", "Tracks", "TrackTools",
    "Web",
]

let package = Package(
    name: "locd",
    products: [
        .executable(name: "locd", targets: ["locd"]),
        .executable(name: "locd-geocode", targets: ["LocdGeocode"]),
        .executable(name: "locd-publish", targets: ["LocdPublish"]),
        .executable(name: "locd-web", targets: ["LocdWeb"]),
        .library(name: "LocdClient", targets: ["LocdClient"]),
        .library(name: "CoreLocation", targets: ["CoreLocation", "CoreLocationSubmodules"]),
        .library(name: "CoreMotion", targets: ["CoreMotion", "CoreMotionSubmodules"]),
        .library(name: "MapKit", targets: ["MapKit", "CoreLocationSubmodules"]),
        .library(name: "Contacts", targets: ["Contacts", "CoreLocationSubmodules"]),
        .library(name: "LocationModel", targets: ["LocationModel"]),
        .library(name: "LocationServices", targets: ["LocationServices", "Motion"]),
        .library(name: "Tracks", targets: ["Tracks", "SystemSupport"]),
        .library(name: "TrackTools", targets: ["TrackTools"]),
        .library(name: "NMEA", targets: ["NMEA"]),
    ],
    traits: [
        .trait(name: "Daemon", description: "The daemon and its tools; clients of CoreLocation say traits: []."),
        .default(enabledTraits: ["Daemon"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.0.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.20.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        // The C faces. Each is the only door to its library.
        .target(name: "CGPS", cSettings: fortified, linkerSettings: [.linkedLibrary("gps"), .linkedLibrary("m")]),
        .target(name: "CLinux", cSettings: fortified),
        // Loads libsystemd when a bus is opened: nothing is linked.
        .target(name: "CBus", cSettings: fortified),
        .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .target(name: "CZlib", cSettings: fortified, linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CCurl", cSettings: fortified, linkerSettings: [.linkedLibrary("curl")]),
        // Only locd-web reads databases.
        .systemLibrary(name: "CSqlite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),

        // What every part needs of the system: threads, files, errors, users, waits. Knows no locations.
        .target(name: "SystemSupport", dependencies: ["CLinux"], swiftSettings: strict),

        // How much memory a process keeps that runs for long.
        .target(name: "MemoryUse", dependencies: ["CLinux"], swiftSettings: strict),

        // Whose program is at the other end of a TCP connection of this machine.
        .target(name: "Loopback", dependencies: ["SystemSupport"], swiftSettings: strict),

        // Values.
        .target(name: "LocationModel", swiftSettings: strict),
        .target(name: "NMEA", swiftSettings: strict),
        // Places, times and figures as a person writes and reads them.
        .target(name: "Phrasing", dependencies: ["LocationModel"], swiftSettings: strict),

        // What locations mean: how accurate they are, whether something moves, stays or pauses, what it is doing.
        .target(name: "Motion", dependencies: ["LocationModel"], swiftSettings: strict),
        // Decisions. Who holds its values names Motion as well, imported or not: SwiftPM builds a target anew if a module that it names
        // changed, and their layout comes from there.
        .target(name: "LocationServices", dependencies: ["LocationModel", "Motion"], swiftSettings: strict),

        // Adapters. Interchange: foreign formats and our values, GPX, NMEA and gzip, for receivers and tracks alike.
        .target(
            name: "Interchange", dependencies: ["CExpat", "CZlib", "NMEA", "LocationModel"], swiftSettings: strict),
        .target(
            name: "Receivers",
            dependencies: [
                "CGPS", "CLinux", "Interchange", "NMEA", "LocationModel", "LocationServices", "Motion", "SystemSupport",
                "Tracks",
            ],
            swiftSettings: strict),
        .target(
            name: "Tracks",
            dependencies: [
                "CZlib", "Interchange", "NMEA", "LocationModel", "LocationServices", "Phrasing", "SystemSupport",
            ],
            swiftSettings: strict),
        // What is made of a finished track, or of other loggers' files: analysis, export, import, pictures.
        .target(
            name: "TrackTools",
            dependencies: [
                "Cartography", "Geocoding", "Interchange", "NMEA", "LocationModel", "LocationServices", "Motion",
                "Phrasing", "SystemSupport", "Tracks",
            ],
            resources: [.embedInCode("Picture/page.css"), .embedInCode("Picture/page.js")], swiftSettings: strict),
        // How maps are drawn: projections, scales, colours, and lines with as much detail as can be seen.
        .target(name: "Cartography", dependencies: ["LocationModel", "Phrasing"], swiftSettings: strict),
        // A route that is played as a receiver, into a file or on a pseudo-terminal.
        .target(
            name: "Simulator",
            dependencies: [
                "CLinux", "Interchange", "NMEA", "LocationModel", "LocationServices", "Sensors", "SystemSupport",
            ],
            swiftSettings: strict),
        // Places by name and names of places, on a table that `make places` builds.
        .target(name: "Geocoding", dependencies: ["CZlib", "LocationModel"], swiftSettings: strict),
        .target(
            name: "LocdProtocol", dependencies: ["LocationModel"],
            resources: [.embedInCode("org.locd.Location.varlink")], swiftSettings: strict),
        // One question to an address server and its reply, between the daemon and locd-geocode.
        .target(name: "GeocodeProtocol", dependencies: ["LocationModel"], swiftSettings: strict),
        // An address server that answers as Nominatim does. Only locd-geocode, a process of its own, reaches the network.
        .target(
            name: "Nominatim", dependencies: ["CCurl", "GeocodeProtocol", "LocationModel", "SystemSupport"],
            swiftSettings: strict),
        .executableTarget(
            name: "LocdGeocode", dependencies: ["GeocodeProtocol", "LocationModel", "Nominatim", "SystemSupport"],
            swiftSettings: strict),

        // What the administrator writes: keys, files, problems. Knows no receiver and no socket.
        .target(
            name: "LocdConfiguration",
            dependencies: [
                "CYaml", "NMEA", "LocationModel", "LocationServices", "Motion", "Phrasing", "SystemSupport", "Tracks",
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: strict),

        // The track on its way to servers: cursors, pace, forms, connections. Only locd-publish, a process of its own, uses it.
        .target(
            name: "Publish",
            dependencies: [
                "CCurl", "CMosquitto", "LocationModel", "LocationServices", "LocdConfiguration", "LocdProtocol",
                "Phrasing", "SystemSupport", "Tracks",
            ], swiftSettings: strict),
        // What the commands beside locd share: data, words, exit codes, the configuration that they read.
        .target(
            name: "CommandSupport",
            dependencies: [
                "LocdConfiguration", "SystemSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: strict),
        .executableTarget(
            name: "LocdPublish",
            dependencies: [
                "CommandSupport", "LocationModel", "LocationServices", "LocdConfiguration", "LocdProtocol", "Publish",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ], swiftSettings: strict),

        // The picture: pages and data for browsers. Only locd-web, a process of its own, uses it and Hummingbird.
        .target(
            name: "Web",
            dependencies: [
                "CSqlite", "Cartography", "Geocoding", "LocationModel", "LocationServices", "LocdClient",
                "LocdConfiguration",
                "LocdProtocol", "Loopback", "Motion", "Phrasing", "SystemSupport", "Tracks", "TrackTools",
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            resources: [
                .embedInCode("Page/page.html"), .embedInCode("Page/page.css"), .embedInCode("Page/page.js"),
                .embedInCode("Page/map.js"), .embedInCode("Page/alarm.js"), .embedInCode("Page/halts.js"),
                .embedInCode("Page/regions.js"), .embedInCode("Page/sky.js"),
                .embedInCode("Page/words.js"),
            ], swiftSettings: strict),
        .executableTarget(
            name: "LocdWeb",
            dependencies: [
                "CommandSupport", "LocationModel", "LocationServices", "LocdConfiguration", "LocdProtocol", "MemoryUse",
                "Phrasing", "SystemSupport", "Web",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ], swiftSettings: strict),

        // What the daemon logs: the table of its messages, and the journal.
        .target(
            name: "LocdLog", dependencies: ["SystemSupport", .product(name: "Logging", package: "swift-log")],
            swiftSettings: strict),
        // Whether recording can work on a box.
        .target(
            name: "LocdDoctor",
            dependencies: [
                "SystemSupport",
                "CLinux", "LocationModel", "LocationServices", "LocdConfiguration", "LocdProtocol",
                "NMEA", "Phrasing",
            ], swiftSettings: strict),
        // What a configuration makes of a receiver: a track, live or offline. No socket.
        .target(
            name: "LocdRecorder",
            dependencies: [
                "SystemSupport",
                "LocationModel", "LocationServices", "Motion", "LocdConfiguration", "LocdProtocol", "Receivers",
                "Tracks",
            ], swiftSettings: strict),
        // The socket: sessions, clients, who may have what. Knows no receiver.
        .target(
            name: "LocdServer",
            dependencies: [
                "SystemSupport",
                "CLinux", "LocationModel", "LocationServices", "Motion", "LocdConfiguration", "LocdLog", "LocdProtocol",

                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ], swiftSettings: strict),

        // D-Bus: values, messages, calls of others' methods, and what others have for the thread of a bus.
        .target(name: "Bus", dependencies: ["CBus", "SystemSupport"], swiftSettings: strict),
        // The questions of an agent as notifications with buttons, in the session of a desktop.
        .target(
            name: "Notifications", dependencies: ["Bus", "CBus", "LocdClient", "LocdProtocol", "SystemSupport"],
            swiftSettings: strict),

        // Sensors that are no satellite receiver, each from the service or the file that the system has for it.
        .target(
            name: "Sensors",
            dependencies: [
                "Bus", "LocationModel", "LocationServices", "LocdLog", "Motion", "SystemSupport",
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: strict),

        // Other protocols for programs that know nothing of locd: NMEA 0183, gpsd's. Authorization is LocdServer's.
        .target(
            name: "Sharing",
            dependencies: [
                "Bus", "CBus",
                "Interchange", "LocationModel", "LocationServices", "LocdConfiguration", "LocdLog", "LocdProtocol",
                "LocdServer", "Loopback", "Motion", "SystemSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: strict),

        // Events to programs of the administrator's, through sockets that systemd holds.
        .target(
            name: "Hooks",
            dependencies: [
                "LocationModel", "LocationServices", "LocdConfiguration", "LocdLog", "SystemSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: strict),

        // Composition.
        .target(
            name: "LocdDaemon",
            dependencies: [
                "Hooks", "Sensors", "Sharing",
                "GeocodeProtocol", "Geocoding", "LocationModel", "LocationServices", "Motion",
                "LocdConfiguration",
                "LocdDoctor", "LocdLog", "LocdProtocol", "LocdRecorder", "LocdServer", "SystemSupport", "Tracks",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ], swiftSettings: strict),
        .target(
            name: "LocdClient",
            dependencies: ["LocationModel", "LocdProtocol", "Phrasing"], swiftSettings: strict),
        // Apple's API over LocdClient, for programs on Linux; the one target that brings in all of Foundation.
        .target(
            name: "CoreLocation",
            dependencies: ["LocationModel", "LocdProtocol", "LocdClient"], swiftSettings: strict),
        // MapKit's values without its views, and postal addresses.
        .target(name: "MapKit", dependencies: ["CoreLocation"], swiftSettings: strict),
        .target(name: "Contacts", dependencies: ["CoreLocation"], swiftSettings: strict),
        // Apple's activities, way on foot and altitudes, over CoreLocation's sessions.
        .target(
            name: "CoreMotion",
            dependencies: ["CoreLocation", "LocationModel", "LocdProtocol", "LocdClient", "Motion"],
            swiftSettings: strict),
        // Names for `import CoreLocation.CLHeading` and its like; nobody else needs them.
        .target(name: "CoreLocationSubmodules"),
        .target(name: "CoreMotionSubmodules"),
        .executableTarget(
            name: "locd",
            dependencies: [
                "Bus", "Cartography", "Geocoding", "Hooks", "LocationModel", "LocationServices", "Notifications",
                "Receivers", "Simulator", "SystemSupport", "Tracks", "TrackTools", "LocdProtocol", "LocdConfiguration",
                "LocdLog", "LocdDoctor", "LocdRecorder", "LocdServer", "LocdDaemon", "LocdClient", "MemoryUse",
                "Phrasing",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ], swiftSettings: strict),

        // Generators of motion whose truth is known, and what the recorder makes of it.
        .target(
            name: "Truth", dependencies: ["LocationModel", "LocationServices", "Motion", "SystemSupport"],
            path: "Tests/Truth",
            swiftSettings: strict),
        // Tests mirror Sources.
        .target(
            name: "LocdTestSupport", dependencies: ["LocationModel", "LocationServices", "Motion", "SystemSupport"],
            path: "Tests/LocdTestSupport",
            swiftSettings: strict),
        // Tracks to read and to compare with.
        .target(
            name: "LogTestSupport",
            dependencies: ["LocdLog", "LocdTestSupport", .product(name: "Logging", package: "swift-log")],
            path: "Tests/LogTestSupport", swiftSettings: strict),
        .target(
            name: "TrackTestSupport", dependencies: ["LocationModel", "LocationServices", "Tracks"],
            path: "Tests/TrackTestSupport",
            swiftSettings: strict),
        .testTarget(
            name: "LocationModelTests",
            dependencies: [
                "LocationModel", "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "SystemSupportTests", dependencies: ["SystemSupport", "LocdTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "LoopbackTests", dependencies: ["Loopback", "SystemSupport"], swiftSettings: strict),
        .testTarget(name: "NMEATests", dependencies: ["NMEA", "LocdTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "PhrasingTests", dependencies: ["LocationModel", "Phrasing", "TrackTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "InterchangeTests",
            dependencies: [
                "Interchange", "LocationModel", "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "MotionTests", dependencies: ["LocationModel", "Motion", "LocdTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "LocationServicesTests",
            dependencies: [
                "LocationModel", "LocationServices", "Motion", "Truth", "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "ReceiversTests",
            dependencies: [
                "CLinux", "Interchange", "NMEA", "LocationModel", "LocationServices", "Motion", "Receivers",
                "SystemSupport",
                "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "TracksTests",
            dependencies: [
                "CZlib", "Interchange", "LocationModel", "LocationServices", "SystemSupport", "Tracks",
                "LocdTestSupport", "TrackTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "TrackToolsTests",
            dependencies: [
                "Cartography", "Geocoding", "Interchange", "LocationModel", "LocationServices", "Motion", "Phrasing",
                "Tracks", "TrackTools", "LocdTestSupport", "TrackTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "CartographyTests", dependencies: ["Cartography", "LocationModel", "LocdTestSupport", "Phrasing"],
            swiftSettings: strict),
        .testTarget(
            name: "SimulatorTests",
            dependencies: [
                "Interchange", "LocationModel", "LocationServices", "Simulator", "SystemSupport", "LocdTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GeocodingTests",
            dependencies: [
                "CZlib", "Geocoding", "LocationModel", "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "GeocodeProtocolTests", dependencies: ["GeocodeProtocol", "LocationModel"], swiftSettings: strict),
        .testTarget(
            name: "NominatimTests",
            dependencies: [
                "GeocodeProtocol", "LocationModel", "Nominatim",
                .product(name: "Subprocess", package: "swift-subprocess"),
            ], swiftSettings: strict),
        .testTarget(
            name: "PublishTests",
            dependencies: [
                "LocationModel", "LocationServices", "LocdClient", "LocdConfiguration", "Publish", "SystemSupport",
                "Tracks",
                "LocdTestSupport", "TrackTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "CSqlite", "LocationModel", "LocationServices", "LocdConfiguration", "Tracks", "TrackTools", "Web",
                "LocdTestSupport", "Phrasing",
            ], swiftSettings: strict),
        .testTarget(
            name: "LocdProtocolTests",
            dependencies: [
                "LocationModel", "LocdProtocol", "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "LocdConfigurationTests",
            dependencies: [
                "LocationModel", "LocationServices", "LocdConfiguration", "NMEA", "Tracks", "LocdTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: strict),
        .testTarget(
            name: "LocdLogTests",
            dependencies: [
                "SystemSupport", "LocdLog", "LocdTestSupport", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "LocdDoctorTests",
            dependencies: [
                "SystemSupport",
                "LocationModel", "LocationServices", "LocdConfiguration", "LocdDoctor", "LocdProtocol",
                "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "LocdRecorderTests",
            dependencies: [
                "SystemSupport",
                "LocationModel", "LocationServices", "LocdConfiguration", "LocdRecorder", "Motion", "Receivers",
                "Tracks",
                "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "LocdServerTests",
            dependencies: [
                "LogTestSupport",
                "SystemSupport",
                "CLinux", "LocationModel", "LocationServices", "LocdClient", "LocdConfiguration", "LocdLog",
                "LocdProtocol", "LocdServer", "LocdTestSupport", "Tracks",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ], swiftSettings: strict),
        .testTarget(
            name: "SharingTests",
            dependencies: [
                "Bus", "Interchange", "LocationModel", "LocationServices", "LocdConfiguration", "LocdLog",
                "LocdProtocol", "LocdServer", "LocdTestSupport", "Loopback", "Motion", "NMEA", "Sharing",
                "SystemSupport",
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: strict),
        .testTarget(
            name: "SensorsTests",
            dependencies: [
                "Bus", "LocationModel", "LocationServices", "Sensors", "SystemSupport", "LocdTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: strict),
        .testTarget(name: "BusTests", dependencies: ["Bus"], swiftSettings: strict),
        .testTarget(
            name: "NotificationsTests", dependencies: ["LocationModel", "LocdProtocol", "Notifications"],
            swiftSettings: strict),
        .testTarget(
            name: "HooksTests",
            dependencies: [
                "Hooks", "LocationModel", "LocationServices", "LocdConfiguration", "LocdTestSupport", "LogTestSupport",
                "SystemSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: strict),
        .testTarget(
            name: "LocdDaemonTests",
            dependencies: [
                "Hooks", "LogTestSupport",
                "MemoryUse", "SystemSupport",
                "CLinux", "GeocodeProtocol", "Geocoding", "NMEA", "LocationModel", "LocationServices", "Motion",
                "Receivers",
                "Simulator", "Tracks",
                "LocdProtocol", "LocdConfiguration", "LocdDaemon", "LocdLog", "LocdRecorder", "LocdServer",
                "LocdClient", "LocdTestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ], swiftSettings: strict),
        .testTarget(
            name: "LocdClientTests",
            dependencies: [
                "LocationModel", "LocdProtocol", "LocdClient", "Phrasing", "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "CoreLocationTests",
            dependencies: ["CoreLocation", "LocationModel", "LocdProtocol", "LocdClient", "LocdTestSupport"],
            swiftSettings: strict),
        .testTarget(name: "MapKitTests", dependencies: ["LocdTestSupport", "MapKit"], swiftSettings: strict),
        .testTarget(name: "ContactsTests", dependencies: ["Contacts", "CoreLocation"], swiftSettings: strict),
        // Another package's code, as far as the compiler can tell: clients add conformances that only those may add.
        .testTarget(
            name: "CoreLocationClientTests", dependencies: ["CoreLocation", "CoreLocationSubmodules"],
            packageAccess: false,
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        .testTarget(
            name: "CoreMotionTests",
            dependencies: [
                "CoreLocation", "CoreMotion", "LocationModel", "LocdProtocol", "LocdClient", "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "CoreMotionClientTests", dependencies: ["CoreMotion", "CoreMotionSubmodules"], packageAccess: false,
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        // Each parser with kept inputs and mutations of them; `make fuzz` builds the same targets with libFuzzer.
        .testTarget(
            name: "FuzzTests", dependencies: fuzzed + ["LocdTestSupport"], path: "Fuzz",
            exclude: ["Main", "corpus", "run"],
            swiftSettings: strict),
        // `make truth`: what the recorder makes of motion whose truth is known.
        .executableTarget(
            name: "TruthJudge",
            dependencies: [
                "LocationModel", "LocationServices", "Motion", "Receivers", "Tracks", "TrackTools", "Truth",
            ],
            path: "Tests/TruthJudge", swiftSettings: strict),
        // A writer of tracks that system tests kill.
        .executableTarget(
            name: "TrackHammer", dependencies: ["LocationModel", "LocationServices", "SystemSupport", "Tracks"],
            path: "Tests/TrackHammer", swiftSettings: strict),
        // The examples are a package of their own; here they are built beside the daemon, for the tests that run them.
        .executableTarget(
            name: "Tracker", dependencies: ["CoreLocation"], path: "Examples/Sources/Tracker", packageAccess: false),
        .executableTarget(
            name: "LiveUpdates", dependencies: ["CoreLocation"], path: "Examples/Sources/LiveUpdates",
            packageAccess: false),
        .executableTarget(
            name: "Activity", dependencies: ["CoreMotion"], path: "Examples/Sources/Activity", packageAccess: false),
        // A program of Core Location's that says what its delegate is told.
        .executableTarget(
            name: "DelegateProbe", dependencies: ["CoreLocation"], path: "Tests/DelegateProbe",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        // A program of Core Motion's that says what it is answered.
        .executableTarget(
            name: "MotionProbe", dependencies: ["CoreMotion"], path: "Tests/MotionProbe",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        // The built binary, real gpsd and pseudo-terminals.
        .testTarget(
            name: "SystemTests",
            dependencies: [
                "CLinux", "LocationModel", "LocationServices", "Motion", "NMEA", "Receivers", "Simulator", "Tracks",
                "TrackTools",
                "LocdProtocol", "LocdClient",
                "LocdTestSupport", "TrackHammer", "DelegateProbe", "MotionProbe", "Tracker", "LiveUpdates", "Activity",
                "locd",
                "LocdGeocode", "LocdPublish", "LocdWeb",
                .product(name: "Subprocess", package: "swift-subprocess"),
            ], swiftSettings: strict),
    ]
)

// Products of other packages are for the daemon and its tools. Without the trait they are not even resolved: a program that depends on
// locd with `traits: []` is bound to nothing but the client library.
for target in package.targets {
    target.dependencies = target.dependencies.map { dependency in
        guard case .productItem(let name, let package?, let aliases, _) = dependency else { return dependency }
        return .product(name: name, package: package, moduleAliases: aliases, condition: .when(traits: ["Daemon"]))
    }
}

/// Of the targets only these and what they reach; all where it is nil. The packages of others stay named, used or not: with fewer of
/// them SwiftPM would write another Package.resolved.
var chosen: [String]?

// `make check ONLY=Tracks`, `make mutants`: the test targets that LOCD_ONLY names, with commas.
if let only = Context.environment["LOCD_ONLY"] {
    chosen = only.split(separator: ",").map(String.init)
}

// `make demo` in a fresh clone: a product, without the packages of others that it does not need.
let needed = Context.environment["LOCD_NEEDED"]
if let needed {
    chosen = [needed]
}

// `make fuzz`: the parsers under libFuzzer, which brings its own main and must not reach the products. LOCD_FUZZ=receiver: of them only
// what reads a receiver's bytes, in C too, which CI builds.
if let wanted = Context.environment["LOCD_FUZZ"] {
    let isReceiver = wanted == "receiver"
    package.targets.append(
        .executableTarget(
            name: "Fuzz",
            dependencies: isReceiver
                ? ["Interchange", "LocationModel", "LocationServices", "NMEA", "Receivers"] : fuzzed,
            path: "Fuzz", exclude: ["Tests", "corpus", "run"],
            sources: isReceiver
                ? ["Main"] + ["Target", "GPSD", "NMEA", "Recording"].map { "Targets/Fuzz\($0).swift" } : nil,
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])] + (isReceiver ? [.define("RECEIVER")] : [])))
    chosen = ["Fuzz"]
}

if let chosen {
    var reached: Set<String> = []
    var next = chosen
    while let name = next.popLast() {
        guard reached.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        for case .byNameItem(let dependency, _) in target.dependencies { next.append(dependency) }
    }
    package.targets.removeAll { !reached.contains($0.name) }
    package.products = []
}

if needed != nil {
    var packages: Set<String> = []
    for case .productItem(_, let package?, _, _) in package.targets.flatMap(\.dependencies) { packages.insert(package) }
    package.dependencies.removeAll { dependency in
        guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
        return !packages.contains { location.hasSuffix("/\($0)") }
    }
}
