// swift-tools-version: 6.2
import PackageDescription

/// Products of other packages, and their packages.
let products = [
    "ArgumentParser": "swift-argument-parser", "HTTPTypes": "swift-http-types", "HummingbirdCore": "hummingbird",
    "Logging": "swift-log", "NIOCore": "swift-nio", "NIOEmbedded": "swift-nio", "NIOHTTPTypes": "swift-nio-extras",
    "NIOPosix": "swift-nio", "Subprocess": "swift-subprocess", "UnixSignals": "swift-service-lifecycle",
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

    /// A library of ours in a group of `Sources`.
    static func library(_ path: String, _ names: String = "", resources: [String] = []) -> Target {
        .target(
            name: name(path), dependencies: needs(names), path: "Sources/\(path)",
            resources: resources.map { .embedInCode($0) })
    }

    /// A program of ours in a group of `Sources`.
    static func program(_ path: String, _ names: String) -> Target {
        .executableTarget(name: name(path), dependencies: needs(names), path: "Sources/\(path)")
    }

    /// The tests of a library, in `Tests` as it is in `Sources`; `names`: what else they need. Without access to the
    /// package they are as another package's code.
    static func tests(_ path: String, _ names: String = "", packageAccess: Bool = true) -> Target {
        let usual = "\(name(path).dropLast("Tests".count)) LocationModel LocationServices LocdTestSupport "
        return .testTarget(
            name: name(path), dependencies: needs(packageAccess ? usual + names : names), path: "Tests/\(path)",
            packageAccess: packageAccess)
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

    private static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
}

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
        .library(name: "CoreBluetooth", targets: ["CoreBluetooth"]),
        .library(name: "GeoToolbox", targets: ["GeoToolbox", "CoreLocationSubmodules"]),
        .library(name: "Contacts", targets: ["Contacts", "CoreLocationSubmodules"]),
        .library(name: "CoreLocationTesting", targets: ["CoreLocationTesting"]),
        .library(name: "LocationToolkit", targets: ["LocationToolkit"]),
        .library(name: "UserNotifications", targets: ["UserNotifications", "CoreLocationSubmodules"]),
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
        // Values: no I/O, no clocks.
        .library("Values/LocationModel"),
        .library("Values/NMEA"),
        .library("Values/Phrasing", "LocationModel"),
        .library("Values/Cartography", "LocationModel Phrasing"),

        // System: what every part needs of Linux. It knows no locations.
        .face("CGPS", linking: "gps", "m"),
        .face("CLinux"),
        .face("CBus"),  // It loads libsystemd when a bus is opened.
        .face("CYaml", pkgConfig: "yaml-0.1", package: "libyaml-dev"),
        .face("CExpat", pkgConfig: "expat", package: "libexpat1-dev"),
        .face("CZlib", linking: "z"),
        .face("CCurl", linking: "curl"),
        .face("CSqlite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        .face("CMosquitto", pkgConfig: "libmosquitto", package: "libmosquitto-dev"),
        .library("System/SystemSupport", "CLinux"),

        // Decisions: no threads, no files, no sockets. A target that stores values of LocationServices names Motion as
        // well: SwiftPM builds a target again only if a module that it names changed, and their layout comes from
        // there.
        .library("Decisions/Motion", "LocationModel"),
        .library("Decisions/LocationServices", "LocationModel Motion"),

        // Adapters: bytes, files and devices to values and back. They decide nothing.
        .library("Adapters/Interchange", "CExpat CZlib LocationModel NMEA"),
        .library(
            "Adapters/Receivers",
            "CGPS CLinux Interchange LocationModel LocationServices Motion NMEA SystemSupport Tracks"),
        .library("Adapters/Tracks", "CZlib Interchange LocationModel LocationServices NMEA Phrasing SystemSupport"),
        .library("Adapters/Simulator", "CLinux Interchange LocationModel LocationServices NMEA Sensors SystemSupport"),
        .library("Adapters/Bus", "CBus SystemSupport"),
        .library("Adapters/Sensors", "Bus LocationModel LocationServices LocdLog Motion SystemSupport Logging"),
        .library("Adapters/Geocoding", "CZlib LocationModel"),
        .library("Adapters/GeocodeProtocol", "LocationModel"),
        .library(
            "Adapters/LocdProtocol", "LocationModel",
            resources: ["org.locd.Location.varlink", "org.varlink.service.varlink"]),
        .library(
            "Adapters/LocdConfiguration",
            "CYaml LocationModel LocationServices Motion NMEA Phrasing SystemSupport Tracks Logging"),
        .library("Adapters/LocdLog", "SystemSupport Logging"),

        // Apple's façades, for programs on Linux.
        .library("Apple/LocdClient", "LocationModel LocdProtocol"),
        .library("Apple/CoreLocation", "LocationModel LocdClient LocdProtocol"),
        .library("Apple/CoreMotion", "CoreLocation LocationModel LocdClient LocdProtocol Motion"),
        .library("Apple/Contacts", "CoreLocation"),
        .library("Apple/MapKit", "Contacts CoreLocation LocationModel"),
        .library("Apple/GeoToolbox", "CoreLocation MapKit"),
        .library("Apple/CoreBluetooth", "Bus SystemSupport"),
        .library("Apple/UserNotifications", "Bus CoreLocation SystemSupport"),
        .library("Apple/CoreLocationTesting", "CoreLocation LocationModel LocdClient LocdProtocol"),
        .library("Apple/LocationToolkit", "CoreLocation LocationModel LocationServices Motion"),
        // Names for `import CoreLocation.CLHeading` and its like.
        .library("Apple/CoreLocationSubmodules"),
        .library("Apple/CoreMotionSubmodules"),

        // Daemon: who is served, and the composition.
        .library(
            "Daemon/LocdRecorder",
            "LocationModel LocationServices LocdConfiguration LocdProtocol Motion Receivers SystemSupport Tracks"),
        .library(
            "Daemon/LocdDoctor",
            "CLinux LocationModel LocationServices LocdConfiguration LocdProtocol NMEA Phrasing SystemSupport"),
        .library(
            "Daemon/LocdServer",
            """
            CLinux LocationModel LocationServices LocdConfiguration LocdLog LocdProtocol Motion SystemSupport Logging
            NIOCore NIOPosix Subprocess
            """),
        .library(
            "Daemon/Sharing",
            """
            Bus Interchange LocationModel LocationServices LocdConfiguration LocdLog LocdProtocol LocdServer
            Motion SystemSupport Logging NIOCore NIOPosix
            """),
        .library(
            "Daemon/Hooks",
            "LocationModel LocationServices LocdConfiguration LocdLog SystemSupport Logging NIOCore NIOPosix"),
        .library(
            "Daemon/LocdDaemon",
            """
            GeocodeProtocol Geocoding Hooks LocationModel LocationServices LocdConfiguration LocdDoctor LocdLog
            LocdProtocol LocdRecorder LocdServer Motion Phrasing Receivers Sensors Sharing SystemSupport Tracks Logging
            NIOCore NIOPosix UnixSignals
            """),

        // Tools: what the command does.
        .library(
            "Tools/TrackTools",
            """
            Cartography Geocoding Interchange LocationModel LocationServices Motion NMEA Phrasing SystemSupport Tracks
            """,
            resources: ["html", "css", "js"].map { "Page/page.\($0)" }
                + ["alarm", "halts", "map", "regions", "sky", "words"].map { "Page/\($0).js" }),
        .library("Tools/CommandText", "LocationModel LocdClient LocdProtocol Phrasing"),
        .library("Tools/Notifications", "Bus CommandText LocdClient LocdProtocol SystemSupport"),
        .library("Tools/CommandSupport", "LocdConfiguration SystemSupport ArgumentParser"),
        .program(
            "Tools/locd",
            """
            Bus Cartography CommandText Geocoding Hooks LocationModel LocationServices LocdClient LocdConfiguration
            LocdDaemon LocdDoctor LocdLog LocdProtocol LocdRecorder LocdServer Motion Notifications Phrasing Receivers
            Simulator SystemSupport TrackTools Tracks ArgumentParser Logging UnixSignals
            """),

        // Companions: processes of their own that may reach the network.
        .library("Companions/Nominatim", "CCurl GeocodeProtocol LocationModel SystemSupport"),
        .program("Companions/LocdGeocode", "GeocodeProtocol LocationModel Nominatim SystemSupport"),
        .library(
            "Companions/Publish",
            """
            CCurl CMosquitto LocationModel LocationServices LocdConfiguration LocdProtocol Phrasing SystemSupport
            Tracks
            """),
        .program(
            "Companions/LocdPublish",
            """
            CommandSupport LocationModel LocationServices LocdConfiguration LocdProtocol Publish ArgumentParser
            UnixSignals
            """),
        .library(
            "Companions/Web",
            """
            CSqlite Cartography CommandText Geocoding LocationModel LocationServices LocdClient LocdConfiguration
            LocdProtocol Motion Phrasing SystemSupport TrackTools Tracks HTTPTypes HummingbirdCore Logging NIOCore NIOHTTPTypes
            NIOPosix
            """),
        .program(
            "Companions/LocdWeb",
            """
            CommandSupport LocationModel LocationServices LocdConfiguration LocdProtocol Phrasing SystemSupport Web
            ArgumentParser Logging UnixSignals
            """),

        // Tests.
        .support("LocdTestSupport", "LocationModel LocationServices Motion SystemSupport"),
        .support("LogTestSupport", "LocdLog LocdTestSupport Logging"),
        .support("TrackTestSupport", "LocationModel LocationServices Tracks"),
        .support("Truth", "LocationModel LocationServices Motion SystemSupport"),
        .tests("Values/LocationModelTests"),
        .tests("Values/NMEATests"),
        .tests("Values/PhrasingTests", "TrackTestSupport"),
        .tests("Values/CartographyTests", "Phrasing"),
        .tests("System/SystemSupportTests"),
        .tests("Decisions/MotionTests"),
        .tests("Decisions/LocationServicesTests", "Motion Truth"),
        .tests("Adapters/InterchangeTests"),
        .tests("Adapters/ReceiversTests", "CLinux Interchange Motion NMEA SystemSupport"),
        .tests("Adapters/TracksTests", "CZlib Interchange SystemSupport TrackTestSupport"),
        .tests("Adapters/SimulatorTests", "Interchange SystemSupport"),
        .tests("Adapters/BusTests"),
        .tests("Adapters/SensorsTests", "Bus SystemSupport Logging"),
        .tests("Adapters/GeocodingTests", "CZlib"),
        .tests("Adapters/GeocodeProtocolTests"),
        .tests("Adapters/LocdProtocolTests"),
        .tests("Adapters/LocdConfigurationTests", "NMEA Tracks Logging"),
        .tests("Adapters/LocdLogTests", "SystemSupport Logging"),
        .tests("Daemon/LocdRecorderTests", "LocdConfiguration Motion Receivers SystemSupport Tracks"),
        .tests("Daemon/LocdDoctorTests", "LocdConfiguration LocdProtocol SystemSupport"),
        .tests(
            "Daemon/LocdServerTests",
            """
            CLinux LocdClient LocdConfiguration LocdLog LocdProtocol LogTestSupport SystemSupport Tracks Logging
            NIOCore NIOEmbedded NIOPosix Subprocess
            """),
        .tests(
            "Daemon/SharingTests",
            "Bus Interchange LocdConfiguration LocdLog LocdProtocol LocdServer Motion NMEA SystemSupport Logging"),
        .tests("Daemon/HooksTests", "LocdConfiguration LogTestSupport SystemSupport Logging NIOCore NIOPosix"),
        .tests(
            "Daemon/LocdDaemonTests",
            """
            CLinux CommandText GeocodeProtocol Geocoding Hooks LocdClient LocdConfiguration LocdLog LocdProtocol
            LocdRecorder LocdServer LogTestSupport Motion NMEA Receivers Simulator SystemSupport Tracks Logging NIOCore NIOPosix
            Subprocess
            """),
        .tests(
            "Tools/TrackToolsTests", "Cartography Geocoding Interchange Motion Phrasing TrackTestSupport Tracks Truth"),
        .tests("Tools/CommandTextTests", "LocdClient LocdProtocol Phrasing"),
        .tests("Tools/NotificationsTests", "Bus LocdProtocol"),
        .tests("Apple/LocdClientTests", "LocdProtocol"),
        .tests("Apple/CoreLocationTests", "LocdClient LocdProtocol"),
        .tests("Apple/CoreMotionTests", "CoreLocation LocdClient LocdProtocol"),
        .tests("Apple/MapKitTests", "Contacts CoreLocation GeoToolbox LocdClient LocdProtocol"),
        .tests("Apple/ContactsTests", "CoreLocation"),
        .tests("Apple/CoreLocationTestingTests", "CoreLocation CoreLocationTesting", packageAccess: false),
        .tests("Apple/LocationToolkitTests", "CoreLocation LocdClient LocdProtocol"),
        .tests("Apple/UserNotificationsTests", "Bus CoreLocation"),
        // As another package's code: clients add conformances that only those may add.
        .tests("Apple/CoreLocationClientTests", "CoreLocation CoreLocationSubmodules", packageAccess: false),
        .tests("Apple/CoreMotionClientTests", "CoreMotion CoreMotionSubmodules", packageAccess: false),
        .tests("Companions/NominatimTests", "GeocodeProtocol Subprocess"),
        .tests("Companions/PublishTests", "CommandText LocdConfiguration SystemSupport TrackTestSupport Tracks"),
        .tests("Companions/WebTests", "CSqlite LocdConfiguration Phrasing TrackTools Tracks"),
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
                LocdTestSupport TrackHammer DelegateProbe MotionProbe Tracker LiveUpdates Activity Tutorials locd LocdGeocode LocdPublish
                LocdWeb Subprocess
                """)),
        .testProgram(
            "Tests/Programs/TruthJudge", "LocationModel LocationServices Motion Receivers Tracks TrackTools Truth"),
        .testProgram("Tests/Programs/TrackHammer", "LocationModel LocationServices SystemSupport Tracks"),
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
