/// A release of gpsd: `3.22`, `3.27.1`, `3.25.1~dev`.
struct GPSDVersion: Comparable {
    let numbers: [Int]

    init(_ numbers: Int...) {
        self.numbers = numbers
    }

    /// Reads the numbers at the beginning of a release; `nil` if there are none.
    init?(_ release: String) {
        let digits = release.prefix { $0 == "." || ("0"..."9").contains($0) }
        let parts = digits.split(separator: ".")
        let numbers = parts.compactMap { Int($0) }
        guard (2...4).contains(numbers.count), numbers.count == parts.count else { return nil }
        self.numbers = numbers
    }

    static func < (a: GPSDVersion, b: GPSDVersion) -> Bool {
        a.numbers.lexicographicallyPrecedes(b.numbers)
    }
}
