import Glibc

/// How often a test with random input runs: in full, or a tenth of that for `make check`, which sets LOCD_SHORT.
public enum Rounds {
    /// Whether this is a short run.
    public static let areShort = getenv("LOCD_SHORT") != nil

    /// Of so many rounds, those that run; at least one.
    public static func of(_ all: Int) -> Int { areShort ? max(1, all / 10) : all }
}
