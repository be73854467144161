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

let package = Package(
    name: "locd",
    products: [
        .executable(name: "locd", targets: ["locd"]),
        .library(name: "LocdClient", targets: ["LocdClient"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "LocationModel", targets: ["LocationModel"]),
        .library(name: "LocationServices", targets: ["LocationServices"]),
        .library(name: "Tracks", targets: ["Tracks"]),
        .library(name: "NMEA", targets: ["NMEA"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        // The C faces. Each is the only door to its library.
        .target(name: "CGPS", linkerSettings: [.linkedLibrary("gps"), .linkedLibrary("m")]),
        .target(name: "CLinux"),
        .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CGeographic", linkerSettings: [.linkedLibrary("GeographicLib")]),

        // What every part needs of the system: threads, files, errors, users, waits. Knows no locations.
        .target(name: "SystemSupport", swiftSettings: strict),

        // Values.
        .target(name: "LocationModel", dependencies: ["CGeographic"], swiftSettings: strict),
        .target(name: "NMEA", swiftSettings: strict),

        // Decisions.
        .target(name: "LocationServices", dependencies: ["LocationModel"], swiftSettings: strict),

        // Adapters. Interchange: foreign formats and our values, GPX, NMEA and gzip, for receivers and tracks alike.
        .target(
            name: "Interchange", dependencies: ["CExpat", "CZlib", "NMEA", "LocationModel"], swiftSettings: strict),
        .target(
            name: "Receivers",
            dependencies: [
                "CGPS", "CLinux", "Interchange", "NMEA", "LocationModel", "LocationServices", "Tracks",
            ],
            swiftSettings: strict),
        .target(
            name: "Tracks",
            dependencies: ["CLinux", "CZlib", "Interchange", "NMEA", "LocationModel", "LocationServices"],
            swiftSettings: strict),
        // Places by name and names of places, on a table that `make places` builds.
        .target(name: "Geocoding", dependencies: ["CZlib", "LocationModel"], swiftSettings: strict),
        .target(
            name: "LocdProtocol", dependencies: ["LocationModel"],
            resources: [.embedInCode("org.locd.Location.varlink")], swiftSettings: strict),

        // Composition.
        .target(
            name: "LocdDaemon",
            dependencies: [
                "CLinux", "CYaml", "NMEA", "LocationModel", "LocationServices", "Receivers", "Tracks", "LocdProtocol",
                "Geocoding",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ], swiftSettings: strict),
        .target(
            name: "LocdClient",
            dependencies: [
                "LocationModel", "LocdProtocol",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], swiftSettings: strict),
        // Apple's API over LocdClient, for programs on Linux; the one target that brings in all of Foundation.
        .target(
            name: "CoreLocation",
            dependencies: ["LocationModel", "LocdProtocol", "LocdClient"], swiftSettings: strict),
        .executableTarget(
            name: "locd",
            dependencies: [
                "LocationModel", "LocationServices", "Receivers", "Tracks", "LocdProtocol", "LocdDaemon", "LocdClient",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ], swiftSettings: strict),

        // Tests mirror Sources.
        .target(
            name: "LocdTestSupport", dependencies: ["LocationModel", "LocationServices"], path: "Tests/LocdTestSupport",
            swiftSettings: strict),
        .testTarget(
            name: "SystemSupportTests", dependencies: ["SystemSupport", "LocdTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "LocationModelTests",
            dependencies: [
                "LocationModel", "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(name: "NMEATests", dependencies: ["NMEA", "LocdTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "InterchangeTests",
            dependencies: [
                "Interchange", "LocationModel", "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "LocationServicesTests",
            dependencies: [
                "LocationModel", "LocationServices", "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "ReceiversTests",
            dependencies: [
                "CLinux", "Interchange", "NMEA", "LocationModel", "LocationServices", "Receivers", "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "TracksTests",
            dependencies: [
                "CZlib", "Interchange", "LocationModel", "LocationServices", "Tracks", "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "GeocodingTests",
            dependencies: [
                "CZlib", "Geocoding", "LocationModel", "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "LocdProtocolTests",
            dependencies: [
                "LocationModel", "LocdProtocol", "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "LocdDaemonTests",
            dependencies: [
                "CLinux", "Geocoding", "NMEA", "LocationModel", "LocationServices", "Receivers", "Tracks",
                "LocdProtocol",
                "LocdDaemon",
                "LocdClient",
                "LocdTestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ], swiftSettings: strict),
        .testTarget(
            name: "LocdClientTests",
            dependencies: [
                "LocationModel", "LocdProtocol", "LocdClient", "LocdTestSupport",
            ], swiftSettings: strict),
        .testTarget(
            name: "CoreLocationTests",
            dependencies: ["CoreLocation", "LocationModel", "LocdProtocol", "LocdClient", "LocdTestSupport"],
            swiftSettings: strict),
        // Another package's code, as far as the compiler can tell: clients add conformances that only those may add.
        .testTarget(
            name: "CoreLocationClientTests", dependencies: ["CoreLocation"], packageAccess: false,
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        // A writer of tracks that system tests kill.
        .executableTarget(
            name: "TrackHammer", dependencies: ["LocationModel", "LocationServices", "Tracks"],
            path: "Tests/TrackHammer", swiftSettings: strict),
        // The examples are a package of their own; here they are built beside the daemon, for the tests that run them.
        .executableTarget(
            name: "Tracker", dependencies: ["CoreLocation"], path: "Examples/Sources/Tracker", packageAccess: false),
        .executableTarget(
            name: "LiveUpdates", dependencies: ["CoreLocation"], path: "Examples/Sources/LiveUpdates",
            packageAccess: false),
        // A program of Core Location's that says what its delegate is told.
        .executableTarget(
            name: "DelegateProbe", dependencies: ["CoreLocation"], path: "Tests/DelegateProbe",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        // The built binary, real gpsd and pseudo-terminals.
        .testTarget(
            name: "SystemTests",
            dependencies: [
                "CLinux", "LocationModel", "LocationServices", "NMEA", "Receivers", "Tracks", "LocdProtocol",
                "LocdClient",
                "LocdTestSupport", "TrackHammer", "DelegateProbe", "Tracker", "LiveUpdates", "locd",
                .product(name: "Subprocess", package: "swift-subprocess"),
            ], swiftSettings: strict),
    ],
    cxxLanguageStandard: .cxx17
)

// `make fuzz`: each parser under libFuzzer, which brings its own main and must not reach the products.
if Context.environment["LOCD_FUZZ"] != nil {
    let fuzzed: [(name: String, dependencies: [Target.Dependency])] = [
        ("NMEA", ["NMEA"]), ("GPSD", ["LocationModel", "LocationServices", "Receivers"]),
        ("Track", ["LocationModel", "Tracks"]),
        ("Recording", ["Interchange", "LocationServices", "Receivers"]),
        ("GPX", ["Interchange", "Receivers"]), ("Varlink", ["LocationModel", "LocdProtocol"]),
        ("Configuration", ["LocdDaemon"]), ("Regions", ["LocationModel"]),
    ]
    package.targets += fuzzed.map { name, dependencies in
        .executableTarget(
            name: "Fuzz\(name)", dependencies: dependencies, path: "Fuzz/\(name)",
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
    }
}

// `make mutate`, `make coverage` and `make sanitize`: these test targets and what they reach, nothing of the daemon, no package of
// others. LOCD_ONLY names them, with commas.
if let only = Context.environment["LOCD_ONLY"] {
    var reached: Set<String> = []
    var next = only.split(separator: ",").map(String.init)
    while let name = next.popLast() {
        guard reached.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        for case .byNameItem(let dependency, _) in target.dependencies { next.append(dependency) }
    }
    package.targets.removeAll { !reached.contains($0.name) }
    package.products = []
    package.dependencies = []
}
