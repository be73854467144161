// swift-tools-version: 6.2
import PackageDescription

// Programs that are Core Location and Core Motion code and nothing else. On Apple's platforms they need no package at
// all; on Linux this is what a package of yours says to have the same module.
let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "locd", path: "..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "Tracker",
            dependencies: [
                .product(name: "CoreLocation", package: "locd", condition: .when(platforms: [.linux]))
            ]),
        .executableTarget(
            name: "LiveUpdates",
            dependencies: [
                .product(name: "CoreLocation", package: "locd", condition: .when(platforms: [.linux]))
            ]),
        .executableTarget(
            name: "Activity",
            dependencies: [
                .product(name: "CoreMotion", package: "locd", condition: .when(platforms: [.linux]))
            ]),
        // The toolkit and the tests of managers are locd's own; a package on Apple's platforms leaves those out.
        .executableTarget(
            name: "Tutorials",
            dependencies: [
                "Contacts", "CoreBluetooth", "CoreLocation", "CoreLocationTesting", "CoreMotion", "GeoToolbox",
                "LocationToolkit", "MapKit", "UserNotifications",
            ].map { .product(name: $0, package: "locd", condition: .when(platforms: [.linux])) }),
    ]
)
