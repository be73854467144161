// swift-tools-version: 6.2
import PackageDescription

// A package of its own: whoever depends on locd does not build its benchmarks.
let package = Package(
    name: "locd-benchmarks",
    dependencies: [.package(name: "locd", path: "..")],
    targets: [
        .executableTarget(
            name: "pipeline",
            dependencies: [
                .product(name: "LocationModel", package: "locd"),
                .product(name: "LocationServices", package: "locd"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ])
    ]
)
