// swift-tools-version: 6.2
import PackageDescription

// A program on CoreLocation, as somebody else would write it: see Scripts/adopter, which puts the address of a git
// remote into it. Its tests use packages that look whether there is a CoreLocation, and none of them depends on locd.
let package = Package(
    name: "Adopter",
    dependencies: [
        .package(url: "LOCD", from: "0.1.0", traits: []),
        .package(path: "Neighbour"),
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    ],
    targets: [
        .executableTarget(name: "App", dependencies: [.product(name: "CoreLocation", package: "locd")]),
        .testTarget(
            name: "NeighbourTests",
            dependencies: [
                .product(name: "CustomDump", package: "swift-custom-dump"),
                .product(name: "Neighbour", package: "Neighbour"),
            ]),
    ]
)
