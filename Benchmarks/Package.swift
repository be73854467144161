// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// A package of its own: whoever depends on locd does not build its benchmarks.
let package = Package(
    name: "locd-benchmarks",
    dependencies: [.package(name: "locd", path: "..")],
    targets: [
        .target(name: "Measuring", swiftSettings: strict),
        .executableTarget(
            name: "pipeline",
            dependencies: [
                "Measuring",
                .product(name: "LocationModel", package: "locd"),
                .product(name: "LocationServices", package: "locd"),
            ], swiftSettings: strict),
        .executableTarget(
            name: "regions",
            dependencies: [
                "Measuring",
                .product(name: "LocationModel", package: "locd"),
                .product(name: "LocationServices", package: "locd"),
            ], swiftSettings: strict),
        .executableTarget(
            name: "sentences", dependencies: ["Measuring", .product(name: "NMEA", package: "locd")],
            swiftSettings: strict),
    ]
)
