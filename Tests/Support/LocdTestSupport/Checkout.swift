import Glibc

/// The checkout that the tests were built from, and what lies beside it.
package enum Checkout {
    private static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

    /// The path of a file or a folder of the checkout.
    package static func path(_ name: String) -> String { "\(root)/\(name)" }

    /// The path of a recording, a table or a folder of them beside the checkout.
    package static func data(_ name: String) -> String { "\(root)/../shared/data/\(name)" }
}

/// How often a test with random input runs: in full, or a tenth of that for `make check`, which sets LOCD_SHORT.
public enum Rounds {
    /// Whether this is a short run.
    public static let areShort = getenv("LOCD_SHORT") != nil

    /// Of so many rounds, those that run; at least one.
    public static func of(_ all: Int) -> Int { areShort ? max(1, all / 10) : all }
}
