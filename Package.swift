// swift-tools-version: 6.2
import PackageDescription

/// Products of other packages, and their packages.
let products = [
    "ArgumentParser": "swift-argument-parser", "HTTPTypes": "swift-http-types", "HummingbirdCore": "hummingbird",
    "Logging": "swift-log", "NIOCore": "swift-nio", "NIOEmbedded": "swift-nio", "NIOHTTPTypes": "swift-nio-extras",
    "NIOPosix": "swift-nio", "Subprocess": "swift-subprocess", "UnixSignals": "swift-service-lifecycle",
]

/// A table of targets: a path in its group and what it needs, with spaces between. A row goes on behind a deeper indent;
/// `#` begins a remark.
func table(_ text: String) -> [(path: String, names: String)] {
    var rows: [(path: String, names: String)] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        if line.hasPrefix(" "), !rows.isEmpty {
            rows[rows.count - 1].names += line
        } else {
            let parts = line.split(separator: ":", maxSplits: 1)
            rows.append((String(parts[0]), parts.count > 1 ? String(parts[1]) : ""))
        }
    }
    return rows
}

/// Our libraries, in their groups of `Sources`: the layers, each of which needs none behind it.
let libraries = table(
    """
    # Values: no I/O, no clocks.
    Values/LocationModel
    Values/NMEA
    Values/Phrasing: LocationModel
    Values/Cartography: LocationModel Phrasing
    # System: what every part needs of Linux. It knows no locations.
    System/SystemSupport: CLinux
    # Decisions: no threads, no files, no sockets.
    # What stores values of LocationServices names Motion, too: SwiftPM builds a target again only
    # if a module that it names changed, and their layout comes from there.
    Decisions/Motion: LocationModel
    Decisions/LocationServices: LocationModel Motion
    # Adapters: bytes, files and devices to values and back. They decide nothing.
    Adapters/Interchange: CExpat CZlib LocationModel NMEA
    Adapters/Receivers: CGPS CLinux Interchange LocationModel LocationServices Motion NMEA SystemSupport Tracks
    Adapters/Tracks: CZlib Interchange LocationModel LocationServices NMEA Phrasing SystemSupport
    Adapters/Simulator: CLinux Interchange LocationModel LocationServices NMEA Sensors SystemSupport
    Adapters/Bus: CBus SystemSupport
    Adapters/Sensors: Bus LocationModel LocationServices LocdLog Motion SystemSupport Logging
    Adapters/Geocoding: CZlib LocationModel
    Adapters/GeocodeProtocol: LocationModel
    Adapters/LocdProtocol: LocationModel
    Adapters/LocdConfiguration: CYaml LocationModel LocationServices Motion NMEA Phrasing SystemSupport Tracks Logging
    Adapters/LocdLog: SystemSupport Logging
    # Apple's façades, for programs on Linux.
    Apple/LocdClient: LocationModel LocdProtocol
    Apple/CoreLocation: LocationModel LocdClient LocdProtocol
    Apple/CoreMotion: CoreLocation LocationModel LocdClient LocdProtocol Motion
    Apple/Contacts: CoreLocation
    Apple/MapKit: Contacts CoreLocation LocationModel
    Apple/GeoToolbox: CoreLocation MapKit
    Apple/CoreBluetooth: Bus SystemSupport
    Apple/UserNotifications: Bus CoreLocation SystemSupport
    Apple/CoreLocationTesting: CoreLocation LocationModel LocdClient LocdProtocol
    Apple/LocationToolkit: CoreLocation LocationModel LocationServices Motion
    # Names for `import CoreLocation.CLHeading` and its like.
    Apple/CoreLocationSubmodules
    Apple/CoreMotionSubmodules
    # Daemon: who is served, and the composition.
    Daemon/LocdRecorder: LocationModel LocationServices LocdConfiguration LocdProtocol Motion Receivers SystemSupport
            Tracks
    Daemon/LocdDoctor: CLinux LocationModel LocationServices LocdConfiguration LocdProtocol NMEA Phrasing
            SystemSupport
    Daemon/LocdServer: CLinux LocationModel LocationServices LocdConfiguration LocdLog LocdProtocol Motion
            SystemSupport Logging NIOCore NIOPosix Subprocess
    Daemon/Sharing: Bus Interchange LocationModel LocationServices LocdConfiguration LocdLog LocdProtocol LocdServer
            Motion SystemSupport Logging NIOCore NIOPosix
    Daemon/Hooks: LocationModel LocationServices LocdConfiguration LocdLog SystemSupport Logging NIOCore NIOPosix
    Daemon/LocdDaemon: GeocodeProtocol Geocoding Hooks LocationModel LocationServices LocdConfiguration LocdDoctor
            LocdLog LocdProtocol LocdRecorder LocdServer Motion Phrasing Receivers Sensors Sharing SystemSupport
            Tracks Logging NIOCore NIOPosix UnixSignals
    # Tools: what the command does.
    Tools/TrackTools: CMd Cartography Geocoding Interchange LocationModel LocationServices Motion NMEA Phrasing
            SystemSupport Tracks
    Tools/CommandText: LocationModel LocdClient LocdProtocol Phrasing
    Tools/Notifications: Bus CommandText LocdClient LocdProtocol SystemSupport
    Tools/CommandSupport: LocdConfiguration SystemSupport ArgumentParser
    # Companions: processes of their own that may reach the network.
    Companions/Nominatim: CCurl GeocodeProtocol LocationModel SystemSupport
    Companions/Publish: CCurl CMosquitto LocationModel LocationServices LocdConfiguration LocdProtocol Phrasing
            SystemSupport Tracks
    Companions/Web: CSqlite Cartography CommandText Geocoding LocationModel LocationServices LocdClient
            LocdConfiguration LocdProtocol Motion Phrasing SystemSupport TrackTools Tracks HTTPTypes HummingbirdCore
            Logging NIOCore NIOHTTPTypes NIOPosix
    """)

/// Our programs, likewise.
let programs = table(
    """
    Tools/locd: Bus Cartography CommandText Geocoding Hooks LocationModel LocationServices LocdClient
            LocdConfiguration LocdDaemon LocdDoctor LocdLog LocdProtocol LocdRecorder LocdServer Motion Notifications
            Phrasing Receivers Simulator SystemSupport TrackTools Tracks ArgumentParser Logging UnixSignals
    Companions/LocdGeocode: GeocodeProtocol LocationModel Nominatim SystemSupport
    Companions/LocdPublish: CommandSupport LocationModel LocationServices LocdConfiguration LocdProtocol Publish
            ArgumentParser UnixSignals
    Companions/LocdWeb: CommandSupport LocationModel LocationServices LocdConfiguration LocdProtocol Phrasing
            SystemSupport Web ArgumentParser Logging UnixSignals
    """)

/// What the tests of a library need besides what it needs itself.
let testNeeds = [
    "Phrasing": "TrackTestSupport", "LocationServices": "Truth", "Tracks": "TrackTestSupport",
    "Sharing": "NMEA NIOEmbedded", "LocdServer": "LocdClient LogTestSupport Tracks NIOEmbedded",
    "Hooks": "LogTestSupport",
    "LocdDaemon": "CLinux CommandText LocdClient LogTestSupport NMEA Simulator Subprocess",
    "TrackTools": "TrackTestSupport Truth", "MapKit": "GeoToolbox LocdClient LocdProtocol",
    "LocationToolkit": "LocdClient LocdProtocol", "Nominatim": "Subprocess",
    "Publish": "CommandText TrackTestSupport",
]

/// Libraries that the tests of others test.
let isTestedElsewhere: Set = [
    "CommandSupport", "CoreBluetooth", "CoreLocationSubmodules", "CoreLocationTesting", "CoreMotionSubmodules",
    "GeoToolbox",
]

/// Files that are part of a library.
let embedded: [String: [String]] = [
    "LocdProtocol": ["org.locd.Location.varlink", "org.varlink.service.varlink"],
    "TrackTools": ["html", "css", "js"].map { "Page/page.\($0)" }
        + ["alarm", "halts", "map", "regions", "sky", "words"].map { "Page/\($0).js" },
]

/// Dependencies by their names, with spaces between. Products of other packages are for the daemon and its tools:
/// without the trait they are not even resolved, so a program with `traits: []` is bound to nothing but the client
/// library.
func needs(_ names: String) -> [Target.Dependency] {
    Set(names.split(whereSeparator: \.isWhitespace).map(String.init)).sorted().map { name in
        guard let package = products[name] else { return .byName(name: name) }
        return .product(name: name, package: package, condition: .when(traits: ["Daemon"]))
    }
}

/// What is fuzzed.
let fuzzed = """
    GeocodeProtocol Hooks Interchange LocationModel LocationServices LocdConfiguration LocdProtocol NMEA Phrasing Publish
    Receivers Sensors Sharing Simulator SystemSupport Tracks TrackTools Web
    """

/// Calls of libc that know the size of their buffer check it. That needs optimization.
let fortified: [CSetting] = [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]

extension Target {
    /// A C face: the only door to its library.
    static func face(_ name: String, linking libraries: String...) -> Target {
        .target(
            name: name, path: "Sources/System/\(name)", cSettings: fortified,
            linkerSettings: libraries.map { .linkedLibrary($0) })
    }

    /// The headers of a library of Debian.
    static func face(_ name: String, pkgConfig: String, package: String) -> Target {
        .systemLibrary(
            name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
    }

    /// What a row of ``libraries`` says.
    static func library(_ path: String, _ names: String) -> Target {
        .target(
            name: name(path), dependencies: needs(names), path: "Sources/\(path)",
            resources: embedded[name(path), default: []].map { .embedInCode($0) })
    }

    /// The tests of a library, in `Tests` as it is in `Sources`.
    static func tests(_ path: String, _ names: String) -> Target {
        let usual = "\(name(path)) LocationModel LocationServices LocdTestSupport \(names) "
        return .testTarget(
            name: name(path) + "Tests", dependencies: needs(usual + testNeeds[name(path), default: ""]),
            path: "Tests/\(path)Tests")
    }

    /// Tests without access to the package: they are as another package's code.
    static func clientTests(_ name: String, _ names: String) -> Target {
        .testTarget(name: name, dependencies: needs(names), path: "Tests/Apple/\(name)", packageAccess: false)
    }

    /// What several tests share.
    static func support(_ name: String, _ names: String) -> Target {
        .target(name: name, dependencies: needs(names), path: "Tests/Support/\(name)")
    }

    /// A program for tests; without access to the package it is as another package's code.
    static func testProgram(_ path: String, _ names: String, packageAccess: Bool = true) -> Target {
        .executableTarget(
            name: name(path), dependencies: needs(names), path: path, packageAccess: packageAccess)
    }

    static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
}

let package = Package(
    name: "locd",
    products: [
        .executable(name: "locd", targets: ["locd"]),
        .executable(name: "locd-geocode", targets: ["LocdGeocode"]),
        .executable(name: "locd-publish", targets: ["LocdPublish"]),
        .executable(name: "locd-web", targets: ["LocdWeb"]),
        .library(name: "CoreMotion", targets: ["CoreMotion", "CoreMotionSubmodules"]),
        .library(name: "LocationServices", targets: ["LocationServices", "Motion"]),
        .library(name: "Tracks", targets: ["Tracks", "SystemSupport"]),
    ]
        + ["CoreLocation", "MapKit", "GeoToolbox", "Contacts", "UserNotifications"].map {
            .library(name: $0, targets: [$0, "CoreLocationSubmodules"])
        }
        + [
            "LocdClient", "CoreBluetooth", "CoreLocationTesting", "LocationToolkit", "LocationModel", "TrackTools",
            "NMEA",
        ].map { .library(name: $0, targets: [$0]) },
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
    targets: libraries.map { .library($0.path, $0.names) }
        + programs.map {
            .executableTarget(name: Target.name($0.path), dependencies: needs($0.names), path: "Sources/\($0.path)")
        }
        + libraries.filter { !isTestedElsewhere.contains(Target.name($0.path)) }.map { .tests($0.path, $0.names) } + [
            .face("CGPS", linking: "gps", "m"),
            .face("CLinux"),
            .face("CBus"),  // It loads libsystemd when a bus is opened.
            .face("CYaml", pkgConfig: "yaml-0.1", package: "libyaml-dev"),
            .face("CExpat", pkgConfig: "expat", package: "libexpat1-dev"),
            .face("CZlib", linking: "z"),
            .face("CMd", pkgConfig: "libmd", package: "libmd-dev"),
            .face("CCurl", linking: "curl"),
            .face("CSqlite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
            .face("CMosquitto", pkgConfig: "libmosquitto", package: "libmosquitto-dev"),
            .support("LocdTestSupport", "LocationModel LocationServices Motion SystemSupport"),
            .support("LogTestSupport", "LocdLog LocdTestSupport Logging"),
            .support("TrackTestSupport", "LocationModel LocationServices Tracks"),
            .support("Truth", "LocationModel LocationServices Motion SystemSupport"),
            // Clients add conformances that only another package may add.
            .clientTests("CoreLocationTestingTests", "CoreLocation CoreLocationTesting"),
            .clientTests("CoreLocationClientTests", "CoreLocation CoreLocationSubmodules"),
            .clientTests("CoreMotionClientTests", "CoreMotion CoreMotionSubmodules"),
            // Each parser and encoder with kept inputs and mutations of them; `make fuzz` builds the same with libFuzzer.
            .testTarget(
                name: "FuzzTests", dependencies: needs(fuzzed + " LocdTestSupport"), path: "Fuzz",
                exclude: ["Main", "corpus", "run"]),
            // The built binary, real gpsd and pseudo-terminals.
            .testTarget(
                name: "SystemTests",
                dependencies: needs(
                    """
                    CLinux LocationModel LocationServices Motion NMEA Receivers Simulator Tracks TrackTools LocdProtocol LocdClient
                    LocdTestSupport DelegateProbe MotionProbe Tracker LiveUpdates Activity Tutorials locd LocdGeocode LocdPublish
                    LocdWeb Subprocess
                    """)),
            .testProgram(
                "Tests/Programs/TruthJudge", "LocationModel LocationServices Motion Receivers Tracks TrackTools Truth"),
            .testProgram("Tests/Programs/DelegateProbe", "CoreLocation"),
            .testProgram("Tests/Programs/MotionProbe", "CoreMotion"),
            // The examples are a package of their own; here they are built for the tests that run them.
            .testProgram("Examples/Sources/Tracker", "CoreLocation", packageAccess: false),
            .testProgram("Examples/Sources/LiveUpdates", "CoreLocation", packageAccess: false),
            .testProgram("Examples/Sources/Activity", "CoreMotion", packageAccess: false),
            .testProgram(
                "Examples/Sources/Tutorials",
                """
                Contacts CoreBluetooth CoreLocation CoreLocationTesting CoreMotion GeoToolbox LocationToolkit MapKit \
                UserNotifications
                """, packageAccess: false),
        ]
)

/// What a client of ours has set too; everything else also says who may see an import.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
let explicit: [SwiftSetting] = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"].map {
    .enableUpcomingFeature($0)
}

for target in package.targets where target.type != .system {
    let isClient = !target.packageAccess || target.name.hasSuffix("Probe")
    target.swiftSettings = strict + (isClient ? [] : explicit)
}

// `make fuzz`: libFuzzer brings its own main, so this program is in no other build. LOCD_FUZZ=receiver: only what reads
// a receiver's bytes, in C too, which CI builds.
if let wanted = Context.environment["LOCD_FUZZ"] {
    let isReceiver = wanted == "receiver"
    let files = ["Target", "GPSD", "NMEA", "Recording"].map { "Targets/Fuzz\($0).swift" }
    package.targets.removeAll { $0.type == .test }
    package.targets.append(
        .executableTarget(
            name: "Fuzz",
            dependencies: needs(isReceiver ? "Interchange LocationModel LocationServices NMEA Receivers" : fuzzed),
            path: "Fuzz", exclude: ["Tests", "corpus", "run"], sources: isReceiver ? ["Main"] + files : nil,
            swiftSettings: strict + explicit + [.unsafeFlags(["-parse-as-library"])]
                + (isReceiver ? [.define("RECEIVER")] : [])))
}
