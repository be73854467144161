internal import Glibc

/// What a benchmark measured, for another program to read: an object of objects of numbers.
public struct Figures {
    private var objects: [String] = []

    /// Nothing so far.
    public init() {}

    /// Adds the figures of one measurement. Names have no quotes, backslashes or control characters.
    public mutating func add(_ name: String, _ numbers: KeyValuePairs<String, Double>) {
        let members = numbers.filter { $0.value.isFinite }.map { "\"\($0.key)\": \($0.value)" }
        objects.append("\"\(name)\": {\(members.joined(separator: ", "))}")
    }

    /// Writes all of it as JSON; false if the file cannot be written.
    public func write(to path: String) -> Bool {
        guard let file = fopen(path, "we") else { return false }
        let isWritten = fputs("{\n \(objects.joined(separator: ",\n "))\n}\n", file) >= 0
        return fclose(file) == 0 && isWritten
    }
}
