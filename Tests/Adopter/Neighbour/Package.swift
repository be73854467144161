// swift-tools-version: 6.2
import PackageDescription

// A package that takes CoreLocation if it is there, and does not depend on it.
let package = Package(
    name: "Neighbour", products: [.library(name: "Neighbour", targets: ["Neighbour"])],
    targets: [.target(name: "Neighbour", swiftSettings: [.swiftLanguageMode(.v5)])])
