/// The checkout that the tests were built from, and what lies beside it.
package enum Checkout {
    private static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

    /// The path of a file or a folder of the checkout.
    package static func path(_ name: String) -> String { "\(root)/\(name)" }

    /// The path of a recording, a table or a folder of them beside the checkout.
    package static func data(_ name: String) -> String { "\(root)/../shared/data/\(name)" }
}
